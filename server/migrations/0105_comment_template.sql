-- Dealers keep their comment templates themselves, and take those out of use that they do not want any more.
alter table comment_template
  add column is_active boolean not null default true,
  add column version integer not null default 1;
