-- What each dealer has paid of a transfer, so that its list of payouts need not add up every entry of the books.
create table transfer_share (
  company_id bigint not null references company (id),
  transfer_id bigint not null references transfer (id),
  amount bigint not null check (amount > 0),
  primary key (company_id, transfer_id)
);

create function add_transfer_share() returns trigger language plpgsql as $$
begin
  insert into transfer_share (company_id, transfer_id, amount)
    select a.company_id, e.transfer_id, sum(e.amount)
    from added e join book_account a on a.id = e.debit_account_id
    where a.kind = 'customer' and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL') and e.transfer_id is not null
    group by 1, 2
    order by 1, 2
  on conflict (company_id, transfer_id) do update set amount = transfer_share.amount + excluded.amount;
  return null;
end $$;

create trigger book_entry_transfer_share after insert on book_entry referencing new table as added
  for each statement execute function add_transfer_share();

insert into transfer_share (company_id, transfer_id, amount)
  select a.company_id, e.transfer_id, sum(e.amount)
  from book_entry e join book_account a on a.id = e.debit_account_id
  where a.kind = 'customer' and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL') and e.transfer_id is not null
  group by 1, 2;

create trigger transfer_share_listed_insert after insert on transfer_share referencing new table as changed
  for each statement execute function mark_list_change('company');
create trigger transfer_share_listed_update after update on transfer_share referencing new table as changed
  for each statement execute function mark_list_change('company');
create trigger transfer_share_listed_delete after delete on transfer_share referencing old table as changed
  for each statement execute function mark_list_change('company');
