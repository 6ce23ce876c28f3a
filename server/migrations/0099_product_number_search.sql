-- For a search by several product numbers at once.
create index purchase_item_product_number on purchase_item (upper(product_number)) where product_number <> '';
