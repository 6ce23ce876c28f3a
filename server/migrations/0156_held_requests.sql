-- A hold also refuses what would begin or reopen the assessment of what it holds, and after the deal every step of a
-- request from which a held article goes back. Before the boxes are here nothing is held but their way.
create or replace function purchase_request_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from hold h left join purchase_item i on i.id = h.item_id
    where h.request_id = old.id and h.released_at is null and case
      when old.contracted_at is not null then
        case when h.item_id is null then exists (select from purchase_item x where x.request_id = old.id and x.status = 5)
          else i.status = 5 end
      -- The others are begun or reopened; what is held stays as it is, unless it was accepted, which that would undo.
      when new.status in (10, 12) then h.item_id is null or i.status = 4
      else true
    end
  ) then
    raise exception 'purchase_request %: % -> % while it is held', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
drop trigger purchase_request_held on purchase_request;
create trigger purchase_request_held before update of status on purchase_request for each row
  when (old.status <> new.status and not (old.status in (0, 1, 2) and new.status in (1, 2, 3, 4)))
  execute function purchase_request_held();
