-- The mail that carries the link: its time begins when that was delivered.
alter table mail_token add column mail_id bigint references mail (id) on delete set null;
create index on mail_token (mail_id);
-- Where the person wanted to go when they asked for the link.
alter table mail_token add column return_url text not null default '';
