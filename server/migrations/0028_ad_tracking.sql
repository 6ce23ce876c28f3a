-- Where visitors came from and what they did, recorded after their consent only. `account_id` is set when the visitor
-- signs in, and the rows go with the account.
create table ad_tracking (
  id bigint generated always as identity primary key,
  token text not null unique,
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_campaign text not null default '',
  utm_term text not null default '',
  utm_content text not null default '',
  gclid text not null default '',
  yclid text not null default '',
  fbclid text not null default '',
  landing_url text not null default '',
  referrer text not null default '',
  store text not null default '',
  account_id bigint references account (id),
  created_at timestamptz not null,
  linked_at timestamptz,
  check ((account_id is null) = (linked_at is null))
);
create index on ad_tracking (account_id) where account_id is not null;
create index on ad_tracking (created_at) where account_id is null;

create table user_activity (
  id bigint generated always as identity primary key,
  event text not null,
  path text not null default '',
  properties jsonb not null default '{}',
  account_id bigint references account (id),
  -- By the visitor's clock.
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
create index on user_activity (account_id) where account_id is not null;
create index on user_activity (received_at);
