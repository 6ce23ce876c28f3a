-- Lists of products are chosen and counted by these tables.
do $$
declare
  listed text;
begin
  foreach listed in array array['product', 'sale'] loop
    execute format('create trigger %1$s_listed_insert after insert on %1$I referencing new table as changed
      for each statement execute function mark_list_change(''company'')', listed);
    execute format('create trigger %1$s_listed_update after update on %1$I referencing new table as changed
      for each statement execute function mark_list_change(''company'')', listed);
    execute format('create trigger %1$s_listed_delete after delete on %1$I referencing old table as changed
      for each statement execute function mark_list_change(''company'')', listed);
  end loop;
end $$;

-- What is still to be done is little beside all that was ever bought.
create index purchase_item_unfinished on purchase_item (company_id, purchased_at, id) include (shop_id)
  where status in (6, 8);
create index product_finished_by on product (finished_by, finished_at) where finished_at is not null;
