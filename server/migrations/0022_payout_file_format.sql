-- The format a batch was written in: another one may be used by the time its file is downloaded again.
alter table payout_batch add file_format text not null default 'zengin';
