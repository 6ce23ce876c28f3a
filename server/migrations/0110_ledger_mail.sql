-- The end of each dealer's ledger is mailed once a day: whoever controls database and server cannot take a mail back.
create table ledger_mail_setting (
  company_id bigint primary key references company,
  -- Empty: the administrators of the dealer.
  addresses text[] not null check (cardinality(addresses) <= 10),
  version integer not null check (version >= 1),
  changed_by bigint not null references business_user,
  changed_at timestamptz not null
);

-- What was mailed. The key makes it once a day, whichever process comes first.
create table ledger_mail (
  company_id bigint not null references company,
  day date not null,
  seq bigint not null check (seq >= 0),
  hash bytea not null check (length(hash) = 32),
  queued_at timestamptz not null,
  primary key (company_id, day)
);
create trigger ledger_mail_append_only before update or delete or truncate on ledger_mail
  for each statement execute function append_only();
