-- Files of the store that no row needs, or not yet. An upload is noted here before its bytes are stored and crossed out
-- by the transaction that makes its row, so a file is never without a row that knows of it.
create table unclaimed_file (
  key text primary key,
  thumbnail_key text not null default '',
  created_at timestamptz not null
);
create index on unclaimed_file (created_at);
