-- A closed month takes no more entries, so that its file for the accountant is the same whenever it is made.
create table book_month (
  month date primary key check (extract(day from month) = 1),
  ends_at timestamptz not null check (ends_at = (month + interval '1 month') at time zone 'Asia/Tokyo'),
  entry_count bigint not null,
  -- What each kind of account was debited and credited in the month.
  totals jsonb not null,
  -- The dealers' names of that time: the file never changes, also when a dealer changes its name.
  company_names jsonb not null,
  proof_id bigint not null references book_proof,
  closed_by bigint not null references business_user,
  closed_at timestamptz not null,
  check (closed_at >= ends_at)
);
create trigger book_month_append_only before update or delete or truncate on book_month
  for each statement execute function append_only();

create index book_entry_created on book_entry (created_at);

create function book_entry_in_open_month() returns trigger language plpgsql as $$
begin
  if (select min(created_at) from entered) < (select max(ends_at) from book_month) then
    raise exception 'an entry of a closed month' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger book_entry_in_open_month after insert on book_entry
  referencing new table as entered for each statement execute function book_entry_in_open_month();
