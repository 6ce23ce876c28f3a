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
create trigger purchase_request_since_insert before insert on purchase_request
  for each row execute function purchase_request_since();
create trigger purchase_request_since_update before update of status on purchase_request
  for each row when (old.status <> new.status) execute function purchase_request_since();
