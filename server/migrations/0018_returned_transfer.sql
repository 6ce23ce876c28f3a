-- What the bank has paid can come back on a later day (資金返却). The line keeps who recorded the payment, and who the return.

alter table transfer add returned_at timestamptz;
alter table transfer add constraint transfer_returned_failed check (returned_at is null or status = 2);

alter table payout_line drop constraint payout_line_result_check;
alter table payout_line add constraint payout_line_result_check
  check (result in ('pending', 'paid', 'bounced', 'canceled', 'returned'));
alter table payout_line add returned_by bigint references business_user;
alter table payout_line add returned_at timestamptz;
alter table payout_line add constraint payout_line_returned_by_somebody
  check ((result = 'returned') = (returned_by is not null) and (result = 'returned') = (returned_at is not null));

-- What the bank did is said once, but for the return of what it had paid; whom and how much never changes.
create or replace function transfer_guard() returns trigger language plpgsql as $$
begin
  if (new.customer_id, new.amount, new.kind) is distinct from (old.customer_id, old.amount, old.kind) then
    raise exception 'transfer %: customer, amount and kind cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.returned_at is not null and new.returned_at is distinct from old.returned_at then
    raise exception 'transfer %: it has come back already', old.id using errcode = 'check_violation';
  end if;
  if old.status <> 0 and new.status <> old.status
    and not (old.status = 1 and new.status = 2 and new.returned_at is not null) then
    raise exception 'transfer %: % -> % is no move', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
