-- Smaller pictures of a stored one, made some time after it: a page chooses by width and format.
create table stored_file_size (
  file_id bigint not null references stored_file,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  avif_key text not null unique,
  webp_key text not null unique,
  primary key (file_id, width)
);

-- Uploads overtake each other, so the time taken decides about the order, until somebody arranges the photos.
alter table product_photo add column taken_at timestamptz;
alter table product_photo add column is_arranged boolean not null default false;
