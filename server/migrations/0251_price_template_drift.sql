-- How far own purchases of the last half year are from each template, counted anew every night.
create table price_template_drift (
  template_id bigint primary key references price_template,
  n integer not null check (n >= 5),
  median bigint not null,
  drift_permille integer not null,
  counted_on date not null
);
create index on price_template_drift (abs(drift_permille));
