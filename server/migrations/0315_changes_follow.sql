-- More rows that show fields of another one change with it: a request with its boxes, its kit and its holds, a product with its
-- sale. Whoever writes one of these holds the lock of the row that follows, or of its article.
create function request_follows() returns trigger language plpgsql as $$
begin
  update purchase_request r set changed_at = clock_timestamp() where r.id in (select c.request_id from changed c);
  return null;
end $$;

create function product_follows_sale() returns trigger language plpgsql as $$
begin
  update product p set changed_at = clock_timestamp() where p.item_id in (select c.item_id from changed c);
  -- An article on which no work began is listed among the products without a row there.
  update purchase_item i set changed_at = clock_timestamp() where i.id in (select c.item_id from changed c)
    and not exists (select from product p where p.item_id = i.id);
  return null;
end $$;

do $$
declare
  kind record;
begin
  for kind in
    select t.name, t.followed_by, w.event, w.rows
    from (values ('request_box', 'request_follows'), ('request_kit', 'request_follows'), ('hold', 'request_follows'),
      ('sale', 'product_follows_sale')) as t(name, followed_by)
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as w(event, rows)
  loop
    execute format('create trigger %I after %s on %I referencing %s table as changed for each statement execute function %I()',
      kind.name || '_follows_' || kind.event, kind.event, kind.name, kind.rows, kind.followed_by);
  end loop;
end $$;
