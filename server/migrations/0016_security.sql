-- What callers used up of a limit, counted for all processes together. Losing the counts with a crash forgives everybody
-- once, so nothing has to wait for the disk.
create unlogged table rate_count (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index on rate_count (ends_at);

-- Answers kept for a repeated call hold names and addresses: they are encrypted from now on. Those that are there already
-- stay readable as they are and go within seven days, as every key does.
alter table idempotency_key alter column response type bytea using convert_to(response::text, 'UTF8');
alter table idempotency_key rename column response to sealed_response;

-- A code by mail lets a password be tried on an account many have guessed at. No account waits for a click any more: the
-- password is chosen by whoever holds the link.
delete from mail_token where purpose = 'confirm';
alter table mail_token drop constraint mail_token_purpose_check;
alter table mail_token add constraint mail_token_purpose_check
  check (purpose in ('register', 'change_email', 'reset_password', 'sign_in_code'));
update account set password_hash = null where kind = 'customer' and not is_email_auth;
