-- The operator sets up companies, shops, news and terms: two may edit at once, a draft of news is kept, a licence is
-- one dealer's alone, and the terms people agreed to are never written anew.

alter table company add column version integer not null default 1;
alter table shop add column version integer not null default 1;

create unique index company_one_license on company (license_number) where license_number <> '';

alter table announcement add column version integer not null default 1;
-- Null: a draft that nobody outside has seen.
alter table announcement alter column published_at drop not null;

create trigger terms_never_change before update or truncate on terms
  for each statement execute function append_only();
