-- Dealers edit their own comment templates and can deactivate them.
alter table comment_template
  add column is_active boolean not null default true,
  add column version integer not null default 1;
