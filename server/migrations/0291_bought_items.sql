-- In the order of the list of products, finished ones included.
create index purchase_item_bought on purchase_item (company_id, purchased_at, id) where status in (6, 8, 9);
