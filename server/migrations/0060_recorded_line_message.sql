-- Without a channel of LINE a message is only recorded: it reached nobody.
alter table line_message add column is_recorded boolean not null default false;
