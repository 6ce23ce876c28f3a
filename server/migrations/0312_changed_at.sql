-- When a row of a list that other systems follow was last written, by the database's clock: the times that services write come
-- from their callers, and two of them may be committed in the other order. A row that only looks written keeps its time.
create function stamp_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.changed_at := clock_timestamp();
  elsif new is distinct from old then
    new.changed_at := clock_timestamp();
  end if;
  return new;
end $$;

do $$
declare
  followed text;
begin
  foreach followed in array array['purchase_request', 'purchase_item', 'product', 'sale', 'transfer_share', 'related_shop'] loop
    -- A constant, so that no table is written anew; rows of before are told apart by their number.
    execute format('alter table %I add column changed_at timestamptz not null default now()', followed);
    execute format('alter table %I alter column changed_at set default clock_timestamp()', followed);
    -- The last of the triggers, by its name: others may change the row as well.
    execute format('create trigger zz_changed before insert or update on %I for each row execute function stamp_change()', followed);
  end loop;
end $$;

create index purchase_request_changed on purchase_request (company_id, changed_at, id);
create index purchase_item_changed on purchase_item (company_id, changed_at, id);
create index product_changed on product (company_id, changed_at, item_id);
create index sale_changed on sale (company_id, changed_at, id);
create index transfer_share_changed on transfer_share (company_id, changed_at, transfer_id);
create index related_shop_changed on related_shop (shop_id, changed_at, customer_id);

-- Rows that show fields of another one change with it.
create function product_follows() returns trigger language plpgsql as $$
begin
  update product p set changed_at = clock_timestamp() from changed i where p.item_id = i.id;
  return null;
end $$;
create trigger purchase_item_product_follows after update on purchase_item referencing new table as changed
  for each statement execute function product_follows();

create function transfer_share_follows() returns trigger language plpgsql as $$
begin
  update transfer_share s set changed_at = clock_timestamp() from changed t where s.transfer_id = t.id;
  return null;
end $$;
create trigger transfer_share_follows after update on transfer referencing new table as changed
  for each statement execute function transfer_share_follows();

create function related_shop_follows() returns trigger language plpgsql as $$
begin
  update related_shop s set changed_at = clock_timestamp() where s.customer_id = new.id;
  return null;
end $$;
create trigger customer_related_shop_follows
  after update of name, name_kana, prefecture, left_at on customer
  for each row when ((old.name, old.name_kana, old.prefecture, old.left_at) is distinct from (new.name, new.name_kana, new.prefecture, new.left_at))
  execute function related_shop_follows();
