-- Work on goods changes nothing that other lists are chosen or counted by: its marks are told apart, so that a photo or a
-- price of an article does not have everybody's lists counted again.
alter table list_change add column is_goods boolean not null default false;
alter table list_change drop constraint list_change_pkey;
alter table list_change add constraint list_change_pkey primary key (company_id, xact, is_goods);

create or replace function mark_list_change() returns trigger language plpgsql as $$
declare
  own constant bigint := pg_current_xact_id()::text::bigint;
begin
  case tg_argv[0]
    when 'company' then
      insert into list_change (company_id, xact) select distinct company_id, own from changed on conflict do nothing;
    when 'goods' then
      insert into list_change (company_id, xact, is_goods) select distinct company_id, own, true from changed on conflict do nothing;
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

do $$
declare
  listed text;
begin
  foreach listed in array array['product', 'sale'] loop
    execute format('drop trigger %1$s_listed_insert on %1$I; drop trigger %1$s_listed_update on %1$I; drop trigger %1$s_listed_delete on %1$I', listed);
    execute format('create trigger %1$s_listed_insert after insert on %1$I referencing new table as changed
      for each statement execute function mark_list_change(''goods'')', listed);
    execute format('create trigger %1$s_listed_update after update on %1$I referencing new table as changed
      for each statement execute function mark_list_change(''goods'')', listed);
    execute format('create trigger %1$s_listed_delete after delete on %1$I referencing old table as changed
      for each statement execute function mark_list_change(''goods'')', listed);
  end loop;
end $$;
