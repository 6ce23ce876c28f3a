-- A file for some banks has no number of the originator; such a bank gives none.
alter table payout_originator
  drop constraint payout_originator_code_check,
  add constraint payout_originator_code_check
    check (code ~ '^[0-9]{10}$' or code = '' and file_format = 'gmo_aozora');
