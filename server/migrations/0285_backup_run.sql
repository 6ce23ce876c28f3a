-- How each backup ended: for the metrics, and for whoever asks when the last one was made.
create table backup_run (
  id bigint generated always as identity primary key,
  begun_at timestamptz not null,
  ended_at timestamptz not null,
  -- Null: it failed, and `problem` says why.
  name text,
  bytes bigint not null,
  file_count bigint not null,
  problem text not null,
  check ((name is null) = (problem <> ''))
);
create index on backup_run (ended_at);
