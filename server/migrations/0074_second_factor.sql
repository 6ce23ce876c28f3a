-- The second factor of business accounts: codes of an authenticator app (RFC 6238), and recovery codes for its loss.

-- `confirmed_at` is null while a secret is being set up: it proves nothing before a code of it was typed once. One that is
-- replaced works until then.
create table totp_factor (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  secret_enc bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- The newest step a code was taken of: it, and all before it, are never taken again.
  last_step bigint not null default 0
);
create unique index on totp_factor (account_id) where confirmed_at is not null;
create unique index on totp_factor (account_id) where confirmed_at is null;

create table recovery_code (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (account_id, code_hash)
);

-- People of the operator's house need two administrators for a reset: one asks, the other does it.
create table second_factor_reset (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  asked_by bigint not null references business_user,
  asked_at timestamptz not null,
  done_by bigint references business_user,
  done_at timestamptz
);
create unique index on second_factor_reset (account_id) where done_at is null;
