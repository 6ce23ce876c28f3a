-- A seller who issues invoices confirms the buyer's statement; it holds for the total it was confirmed for.
alter table purchase_request add column statement_confirmed_at timestamptz;
alter table purchase_request add column statement_confirmed_total bigint;
alter table purchase_request add check ((statement_confirmed_at is null) = (statement_confirmed_total is null));
