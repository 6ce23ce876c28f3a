-- The books are listed for the house alone: their counts and pages are read once while they stay as they are.
create or replace function mark_list_change() returns trigger language plpgsql as $$
declare
  own constant bigint := pg_current_xact_id()::text::bigint;
begin
  case tg_argv[0]
    when 'company' then
      insert into list_change (company_id, xact) select distinct company_id, own from changed on conflict do nothing;
    when 'request' then
      insert into list_change (company_id, xact)
        select distinct r.company_id, own from changed x join purchase_request r on r.id = x.request_id on conflict do nothing;
    when 'shop' then
      insert into list_change (company_id, xact)
        select distinct s.company_id, own from changed x join shop s on s.id = x.shop_id on conflict do nothing;
    when 'house' then
      insert into list_change (company_id, xact)
        select c.id, own from company c where c.is_operator and exists (select from changed) on conflict do nothing;
    else
      insert into list_change (company_id, xact) select 0, own where exists (select from changed) on conflict do nothing;
  end case;
  return null;
end $$;

create trigger book_entry_listed_insert after insert on book_entry referencing new table as changed
  for each statement execute function mark_list_change('house');
-- A list of accounts is chosen and ordered by what an account is from its first day; balances are always read anew.
create trigger book_account_listed_insert after insert on book_account referencing new table as changed
  for each statement execute function mark_list_change('house');

create index on book_entry (kind, id desc);
