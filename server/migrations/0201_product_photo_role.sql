-- A photo without a role has one by name, as programs that read the calls need names for their choices.
alter table product_photo drop constraint product_photo_role_check;
update product_photo set role = 'other' where role = '';
alter table product_photo alter column role set default 'other';
alter table product_photo add constraint product_photo_role_check
  check (role in ('front', 'back', 'tag', 'material', 'flaw', 'detail', 'other'));
