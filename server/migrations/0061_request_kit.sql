-- Cardboard boxes that a shop sends to a customer who has none: a kit of one size for a request.
alter table shop add column kit_sizes smallint[] not null default '{}' check (kit_sizes <@ '{80,100,120,140}');

create table request_kit (
  request_id bigint primary key references purchase_request (id),
  size smallint not null check (size in (80, 100, 120, 140)),
  box_count smallint not null check (box_count between 1 and 5),
  -- As registered at the application, like the pickup address; erased with it.
  address jsonb,
  ordered_at timestamptz not null,
  send_by date not null,
  expected_on date not null,
  sent_at timestamptz,
  sent_by bigint references business_user (id),
  carrier text check (carrier in ('KLD', 'YAMATO', 'SAGAWA')),
  tracking_number text not null default '',
  check ((sent_at is null) = (sent_by is null)),
  check ((sent_at is null) = (carrier is null)),
  check (sent_at is not null or tracking_number = '')
);
create index request_kit_waiting on request_kit (send_by, request_id) where sent_at is null;
create index request_kit_sent on request_kit (sent_at, request_id) where sent_at is not null;
