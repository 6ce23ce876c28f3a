-- What the police took is not sent back: boards, slips and counts ask by request, and are read again once it changes.
create index on hold (request_id) where released_at is not null and seizure <> '';

create trigger hold_listed_insert after insert on hold referencing new table as changed
  for each statement execute function mark_list_change('company');
create trigger hold_listed_update after update on hold referencing new table as changed
  for each statement execute function mark_list_change('company');

-- What the police took does not keep a request open.
create or replace function purchase_request_sent_back() returns trigger language plpgsql as $$
declare
  leaving boolean := exists (select from purchase_item where request_id = new.id and status = 5);
begin
  if new.status in (21, 23) and exists (
    select from purchase_item i where i.request_id = new.id and i.status = 5 and not exists (
      select from hold h where h.request_id = i.request_id and (h.item_id is null or h.item_id = i.id)
        and h.released_at is not null and h.seizure <> '')) then
    raise exception 'purchase_request %: goods still have to be sent back', new.id using errcode = 'check_violation';
  end if;
  if old.status = 21 and not leaving then
    raise exception 'purchase_request %: nothing goes back', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
