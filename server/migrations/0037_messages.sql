-- Mails are also kept as HTML until they are sent. `failed_at`: the mail server refuses it for good.
alter table mail
  add column html text not null default '',
  add column failed_at timestamptz,
  add column failure text not null default '';
create index on mail (created_at) where sent_at is null and failed_at is null;

alter table notification
  add column kind text not null default 'deal' check (kind in ('progress', 'reminder', 'deal', 'safety')),
  add column request_id bigint references purchase_request (id) on delete cascade;
create index on notification (request_id) where request_id is not null;

-- What a customer wants by mail and by LINE; without a row both. The inbox holds everything.
create table notification_choice (
  account_id bigint not null references account (id) on delete cascade,
  kind text not null check (kind in ('progress', 'reminder', 'deal', 'safety')),
  mail boolean not null,
  line boolean not null,
  primary key (account_id, kind),
  check (mail or kind not in ('deal', 'safety'))
);

-- A message on its way to LINE. Its texts are cleared when it is sent. `letter` is mailed instead when LINE refuses it.
create table line_message (
  id bigint generated always as identity primary key,
  notification_id bigint not null unique references notification (id) on delete cascade,
  text text not null,
  letter jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text not null default ''
);
