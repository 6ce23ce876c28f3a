-- Up to which position of the write-ahead log each account has written; 0 stands for everybody, from when the table was
-- last empty. Lost in a crash, which is what 0 is for.
create unlogged table write_position (
  account_id bigint primary key,
  position pg_lsn not null
);
-- Written every second where a read replica is used: how far behind a replica is, and that it is one of this database.
create table replica_pulse (
  id smallint primary key check (id = 1),
  beaten_at timestamptz not null,
  timeline text not null
);
