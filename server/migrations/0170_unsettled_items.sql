-- Whether the police took an article is asked by its id: with it the index alone says what is left over.
create index purchase_item_unsettled_with_id on purchase_item (company_id, request_id) include (shop_id, seq, id)
  where status in (0, 1, 2, 3, 4, 5) and disposed_at is null;
drop index purchase_item_unsettled;
alter index purchase_item_unsettled_with_id rename to purchase_item_unsettled;
