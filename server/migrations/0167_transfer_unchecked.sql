-- Payments of expired balances that wait for their two people: few among all transfers that wait.
create index transfer_unchecked on transfer (id) where status = 0 and kind = 'special' and second_checked_by is null;
