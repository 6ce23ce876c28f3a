-- A mark for each transaction that changed what a company's lists are chosen, ordered or counted by. While no mark was
-- added, a count read before is still exact, so readers share it. Company 0 stands for all. Marks are rows of their own,
-- because a counter would make transactions of one company wait for each other.
create table list_change (
  company_id bigint not null,
  xact bigint not null,
  primary key (company_id, xact)
);

-- The argument says how the changed rows name their company.
create function mark_list_change() returns trigger language plpgsql as $$
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
    else
      insert into list_change (company_id, xact) select 0, own where exists (select from changed) on conflict do nothing;
  end case;
  return null;
end $$;

do $$
declare
  listed record;
begin
  for listed in
    select * from (values
      ('purchase_request', 'company'), ('purchase_item', 'company'), ('published_request', 'company'),
      ('published_item', 'company'), ('offer_outcome', 'company'), ('antique_ledger', 'company'),
      ('antique_ledger_person', 'company'), ('identification', 'company'), ('shop', 'company'),
      ('request_box', 'request'), ('return_parcel', 'request'), ('count_objection', 'request'),
      ('related_shop', 'shop'), ('customer', 'all'), ('brand', 'all')
    ) as t(name, through)
  loop
    execute format('create trigger %1$s_listed_insert after insert on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
    execute format('create trigger %1$s_listed_update after update on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
    execute format('create trigger %1$s_listed_delete after delete on %1$I referencing old table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
  end loop;
end $$;

-- Sign-ins write accounts all the time; lists find a customer by the address alone.
create function mark_every_list() returns trigger language plpgsql as $$
begin
  insert into list_change (company_id, xact) values (0, pg_current_xact_id()::text::bigint) on conflict do nothing;
  return null;
end $$;
create trigger account_listed after update of email on account
  for each row when (old.email is distinct from new.email) execute function mark_every_list();
