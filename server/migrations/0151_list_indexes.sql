-- For the lists' counts of a category, of articles without a brand, and of a pickup day whatever became of the request.
create index purchase_item_category on purchase_item (company_id, category_id, id desc) include (shop_id, status);
create index purchase_item_unbranded on purchase_item (company_id, id desc) include (shop_id, status) where brand_id is null;
drop index purchase_request_pickup;
create index purchase_request_pickup on purchase_request (company_id, pickup_date) include (shop_id, status) where pickup_date is not null;
