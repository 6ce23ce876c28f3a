-- Files that carriers' software writes with the numbers it issued are imported like those with events.
alter table tracking_import
  add column kind text not null default 'events' check (kind in ('events', 'numbers')),
  drop constraint tracking_import_company_id_carrier_file_hash_key,
  add constraint tracking_import_file_key unique (company_id, carrier, kind, file_hash);
alter table tracking_import alter column kind drop default;
