-- Since when a request is in its status. `updated_at` moves with every note, and so said nothing of what is late.
alter table purchase_request add column status_changed_at timestamptz;
update purchase_request r set status_changed_at =
  coalesce((select max(h.at) from request_history h where h.request_id = r.id and h.to_status = r.status), r.updated_at);
-- The triggers write it; the default only says that nobody else has to.
alter table purchase_request alter column status_changed_at set default now(), alter column status_changed_at set not null;

create function purchase_request_since() returns trigger language plpgsql as $$
begin
  new.status_changed_at := new.updated_at;
  return new;
end $$;
create trigger purchase_request_since before insert on purchase_request
  for each row execute function purchase_request_since();

-- The table of moves is asked at every one of them anyway: what else comes with a move is looked at in the same breath.
create or replace function purchase_request_guard() returns trigger language plpgsql as $$
begin
  if new.status = old.status then return new; end if;
  if not (array[old.status, new.status]::text = any (array[
    '{0,1}', '{0,4}', '{1,4}', '{1,2}', '{1,3}', '{2,3}', '{2,24}', '{3,10}', '{10,11}', '{3,24}', '{10,24}', '{12,24}', '{13,24}',
    '{3,22}', '{10,22}', '{11,22}', '{12,22}', '{11,23}', '{11,12}', '{12,11}', '{11,13}', '{13,12}', '{13,20}', '{13,22}',
    '{20,21}', '{20,22}', '{22,21}', '{22,23}', '{22,24}'
  ])) then
    raise exception 'purchase_request %: % -> % is no move', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  new.status_changed_at := new.updated_at;
  return new;
end $$;
