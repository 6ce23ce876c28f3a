-- How the photos of articles look, as 256 bits: photos that look alike differ in few of them. Each token stands for 16 of
-- the bits and the company, so that one index finds what is alike within a company.
create table analysis_picture (
  photo_id bigint primary key references item_photo (id) on delete cascade,
  company_id bigint not null references company (id),
  item_id bigint not null references purchase_item (id),
  code bit(256) not null,
  tokens integer[] not null
);
create index analysis_picture_item on analysis_picture (item_id);
create index analysis_picture_tokens on analysis_picture using gin (tokens);
