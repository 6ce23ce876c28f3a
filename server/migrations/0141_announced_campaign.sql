-- Whether the site showed a campaign while it ran: its end then only moves later, also when it is no longer shown.
alter table campaign add column is_announced boolean not null default false;
