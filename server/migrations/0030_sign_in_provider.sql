-- The accounts of people at sign-in providers.
create table provider_account (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  provider text not null,
  subject text not null,
  linked_at timestamptz not null,
  unique (provider, subject),
  unique (account_id, provider)
);

-- Sign-ins that were started and not finished. Each is used once.
create table provider_sign_in (
  state_hash text primary key,
  provider text not null,
  redirect_uri text not null,
  verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
create index on provider_sign_in (expires_at);
