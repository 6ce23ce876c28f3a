-- The format of the payout file is chosen with the account that the house pays from.
alter table payout_originator add file_format text not null default 'zengin';
