-- Passkeys (WebAuthn) as second factor of business accounts.

create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Chosen by the authenticator, base64url. One key proves one account.
  credential_id text not null unique,
  public_key bytea not null,
  -- As the authenticator last said it; 0 from those that do not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- The host it was made on: a browser offers it nowhere else.
  rp_id text not null,
  name text not null check (char_length(name) between 1 and 40),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkey (account_id);

-- WebAuthn challenges waiting for a signature: single-use, deleted when one is taken.
create table passkey_challenge (
  challenge text primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('set_up', 'sign_in')),
  created_at timestamptz not null
);
create index on passkey_challenge (account_id);
