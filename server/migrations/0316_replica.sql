-- The position in the write-ahead log of each account's last write. Row 0 holds a position for all accounts: it is written
-- when the table is found empty, because an unlogged table is emptied by a crash.
create unlogged table write_position (
  account_id bigint primary key,
  position pg_lsn not null
);
-- Written every second on the primary while a read replica is used; read on the replica to measure its lag.
create table replica_pulse (
  id smallint primary key check (id = 1),
  beaten_at timestamptz not null,
  timeline text not null
);
