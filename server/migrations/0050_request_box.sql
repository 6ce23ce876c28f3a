-- Each box of a request has a code, a tracking number and an arrival of its own.
create table request_box (
  request_id bigint not null references purchase_request (id),
  seq smallint not null check (seq between 1 and 20),
  box_code text not null unique,
  tracking_number text not null default '',
  arrived_at timestamptz,
  -- Of this box and of those counted with it.
  item_count integer check (item_count > 0),
  weight_g integer check (weight_g > 0),
  counted_with smallint,
  -- Staff no longer wait for it.
  given_up_at timestamptz,
  primary key (request_id, seq),
  check (arrived_at is null or given_up_at is null),
  check (arrived_at is not null or (item_count is null and weight_g is null and counted_with is null)),
  check (counted_with is null or (counted_with <> seq and item_count is null and weight_g is null))
);
create index request_box_tracking on request_box (tracking_number) where tracking_number <> '';

-- The boxes so far: the first one keeps the code that is printed on all of them.
insert into request_box (request_id, seq, box_code, tracking_number, arrived_at, item_count, weight_g, counted_with)
  select r.id, n, case when n = 1 then r.box_code else 'OKB-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)) end,
    case when n = 1 then r.tracking_number else '' end, r.arrived_at,
    case when n = 1 and r.arrived_at is not null and r.arrived_item_count > 0 then r.arrived_item_count end,
    case when n = 1 and r.arrived_at is not null and r.arrived_weight_g > 0 then r.arrived_weight_g end,
    case when n > 1 and r.arrived_at is not null then 1 end
  from purchase_request r cross join lateral generate_series(1, r.box_count) n;
drop index purchase_request_tracking;
alter table purchase_request drop column box_code, drop column tracking_number;
