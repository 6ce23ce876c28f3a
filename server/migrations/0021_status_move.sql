-- The moves of contract/status-move.ts, for the triggers. A test compares both.
create table status_move (
  subject text not null check (subject in ('request', 'item')),
  from_status smallint not null,
  to_status smallint not null,
  primary key (subject, from_status, to_status)
);

insert into status_move (subject, from_status, to_status) values
  ('request', 0, 1), ('request', 0, 4), ('request', 1, 2), ('request', 1, 3), ('request', 1, 4), ('request', 2, 3),
  ('request', 2, 24), ('request', 3, 10), ('request', 3, 22), ('request', 3, 24), ('request', 10, 11),
  ('request', 10, 22), ('request', 10, 24), ('request', 11, 12), ('request', 11, 13), ('request', 11, 22),
  ('request', 11, 23), ('request', 12, 11), ('request', 12, 22), ('request', 12, 24), ('request', 13, 12),
  ('request', 13, 20), ('request', 13, 22), ('request', 13, 24), ('request', 20, 21), ('request', 20, 22),
  ('request', 21, 22), ('request', 22, 21), ('request', 22, 23), ('request', 22, 24), ('item', 0, 1), ('item', 0, 5),
  ('item', 1, 2), ('item', 1, 3), ('item', 1, 5), ('item', 2, 1), ('item', 2, 4), ('item', 2, 5), ('item', 3, 1),
  ('item', 3, 5), ('item', 4, 2), ('item', 4, 5), ('item', 4, 6), ('item', 5, 7), ('item', 6, 5), ('item', 6, 8),
  ('item', 8, 9), ('item', 9, 8);

create or replace function purchase_request_guard() returns trigger language plpgsql as $$
begin
  if new.status = old.status then return new; end if;
  if not exists (
    select from status_move where subject = 'request' and from_status = old.status and to_status = new.status
  ) then
    raise exception 'purchase_request %: % -> % is no move', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  new.status_changed_at := new.updated_at;
  return new;
end $$;

create or replace function purchase_item_guard() returns trigger language plpgsql as $$
begin
  if old.purchased_at is not null and (new.price, new.features, new.request_id, new.purchased_at)
      is distinct from (old.price, old.features, old.request_id, old.purchased_at) then
    raise exception 'purchase_item %: what was bought cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.refused_at is not null and new.refused_at is null then
    raise exception 'purchase_item %: a refusal cannot be taken off', old.id using errcode = 'check_violation';
  end if;
  if new.status = old.status then return new; end if;
  if not exists (
    select from status_move where subject = 'item' and from_status = old.status and to_status = new.status
  ) then
    raise exception 'purchase_item %: % -> % is no move', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
