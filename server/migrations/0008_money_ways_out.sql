-- A balance always has a way out, whoever is identified stays so, and a hold's end has somebody who ended it.

-- Who said that a transfer which waited cannot be sent at all. Settled as the bank's own refusal, without a line of a file.
alter table transfer add refused_by bigint references business_user;
alter table transfer add constraint transfer_refused_failed check (refused_by is null or status = 2);

-- The way by which an expired balance is paid is not built, so until then no balance may be one.
update customer set is_transfer_expired = false where is_transfer_expired;

-- A complete check holds while the next one is being put together beside it.
drop index identification_one_in_force;
create unique index identification_one_in_force on identification (customer_id, company_id)
  where cleared_at is null and ekyc_status = 3;
create unique index identification_one_begun on identification (customer_id, company_id)
  where cleared_at is null and ekyc_status <> 3;
-- Those who ask for both, or for what ended, find them by the customer.
create index identification_of_customer on identification (customer_id, company_id);

alter table hold add constraint hold_released_by_somebody check ((released_at is null) = (released_by is null));
