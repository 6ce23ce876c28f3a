-- What was not sent: a small part of what was ever written.
create index mail_unsent on mail (id) where sent_at is null;
create index line_message_unsent on line_message (id) where sent_at is null;
