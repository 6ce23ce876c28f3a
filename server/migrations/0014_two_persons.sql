-- Two persons have to be two: who let whom in, who confirmed it, and from which network a session was used.

alter table business_user
  add column invited_by bigint references business_user,
  -- Who let the person in again after a deactivation, and when.
  add column readmitted_by bigint references business_user,
  add column readmitted_at timestamptz,
  -- A person of the operator's house can sign in from here on. Null: a second administrator has yet to confirm it.
  add column confirmed_at timestamptz,
  add column confirmed_by bigint references business_user,
  add column can_sign_in boolean not null generated always as (is_active and confirmed_at is not null) stored,
  add check (confirmed_by is null or confirmed_by is distinct from coalesce(readmitted_by, invited_by));

update business_user set confirmed_at = created_at;
-- Who invited the people that are there already was only in the record of who did what.
update business_user b set invited_by = host.id
from activity a join business_user host on host.account_id = a.actor_id
where a.action = 'business_user.invite' and a.object_type = 'business_user' and a.object_id = b.id::text
  and a.actor_kind = 'business' and host.id <> b.id;

-- A device that was ended is not known to its account any more. What it was stays: two persons are not on one.
alter table refresh_token add column is_known boolean not null default true;

-- Networks a business session was used from, as keyed hashes. Rows are deleted a month after they were last seen.
create table session_network (
  jti text not null references refresh_token on delete cascade,
  network_hash text not null,
  last_seen_at timestamptz not null,
  primary key (jti, network_hash)
);
create index on session_network (network_hash, last_seen_at);
