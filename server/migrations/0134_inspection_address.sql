-- The address as it was given to each dealer: its account may serve other dealers later.
alter table inspection add column email text;
alter table inspection disable trigger inspection_guard;
update inspection i set email = a.email from account a where a.id = i.account_id;
alter table inspection enable trigger inspection_guard;
alter table inspection alter column email set not null;
alter table inspection add check (email <> '');
