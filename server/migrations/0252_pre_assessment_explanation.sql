-- Steps of the price, and why there is none.
alter table pre_assessment_item alter column explanation set default '{"steps": [], "reason": "incomplete"}';
-- Whom its link belongs to, and the list it was handed over with: that of the request made from it.
alter table pre_assessment drop column request_id;
alter table pre_assessment add column customer_id bigint references customer;
alter table pre_assessment add column declared_list_id bigint references declared_list on delete set null;
create index on pre_assessment (customer_id) where customer_id is not null;
create index on pre_assessment (declared_list_id) where declared_list_id is not null;
