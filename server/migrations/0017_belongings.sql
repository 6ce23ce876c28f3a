-- What a database needs besides itself: keys and files are kept elsewhere, and have to be the ones it was filled with.

-- Every key that may have encrypted or sealed something in here, with a sample made with it.
create table known_key (
  purpose text not null,
  id text not null,
  canary bytea not null,
  created_at timestamptz not null,
  primary key (purpose, id),
  check (purpose in ('field', 'chain'))
);

-- The store that holds the files: the same word stands in the store itself.
create table file_store (
  is_only boolean primary key default true check (is_only),
  word text not null,
  created_at timestamptz not null
);
