-- What the customer would like looked at again, by the articles' codes; empty: all of them.
alter table purchase_request add column second_look_items text[] not null default '{}';

-- A sale that stands is no broken-off deal: with something bought a request ends as completed.
create function purchase_request_aborted() returns trigger language plpgsql as $$
begin
  if exists (select from purchase_item where request_id = new.id and status in (6, 8, 9)) then
    raise exception 'purchase_request %: what was bought cannot be broken off', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_request_aborted before update of status on purchase_request
  for each row when (new.status = 24 and old.status <> 24) execute function purchase_request_aborted();

-- Histories are kept for ever, so they say which customer it was and not what the customer is called.
alter table request_history disable trigger request_history_append_only;
update request_history set actor_name = '' where actor_kind = 'customer' and actor_name <> '';
alter table request_history enable trigger request_history_append_only;
alter table request_history add check (actor_kind <> 'customer' or actor_name = '');
alter table item_history disable trigger item_history_append_only;
update item_history set actor_name = '' where actor_kind = 'customer' and actor_name <> '';
alter table item_history enable trigger item_history_append_only;
alter table item_history add check (actor_kind <> 'customer' or actor_name = '');
