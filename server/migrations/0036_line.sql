-- People who added the official LINE account as a friend, and whose account they linked. `changed_at` is LINE's time of
-- the newest follow or unfollow, because events may arrive out of order.
create table line_user (
  line_user_id text primary key,
  account_id bigint unique references account (id) on delete set null,
  linked_at timestamptz,
  is_friend boolean not null,
  changed_at timestamptz not null,
  -- When the chat last responded by itself.
  responded_at timestamptz,
  check ((account_id is null) = (linked_at is null))
);
create index on line_user (changed_at) where account_id is null and not is_friend;

-- Webhook events that were taken in, each once. The person and the nonce are cleared when the event is done; the key stays
-- to recognise repeats.
create table line_event (
  id text primary key,
  kind text not null,
  line_user_id text,
  nonce text,
  at timestamptz not null,
  received_at timestamptz not null,
  done_at timestamptz
);
create index on line_event (at);

-- Ties an account to the nonce that LINE sends back with the LINE user. Used once.
create table line_link (
  nonce_hash text primary key,
  account_id bigint not null references account (id) on delete cascade,
  expires_at timestamptz not null
);
create index on line_link (expires_at);
create index on line_link (account_id);
