-- Each photo that is sent touches its product. What no list is chosen, ordered or counted by leaves no mark: otherwise the
-- queue would be counted again for everybody after each of sixty photos. A new column counts until it is named here.
create function mark_product_change() returns trigger language plpgsql as $$
declare
  untold constant text[] := '{edited_by,edited_at,version,photo_order_version,changed_at}';
begin
  insert into list_change (company_id, xact, is_goods)
    select distinct c.company_id, pg_current_xact_id()::text::bigint, true
    from changed c left join former f on f.item_id = c.item_id
    where to_jsonb(c) - untold is distinct from to_jsonb(f) - untold
    on conflict do nothing;
  return null;
end $$;

create or replace trigger product_listed_update after update on product
  referencing old table as former new table as changed for each statement execute function mark_product_change();
