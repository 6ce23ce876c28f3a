-- Who assessed an item first is read from its history.
alter table purchase_item drop column first_assessor_id;
