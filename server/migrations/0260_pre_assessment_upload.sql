-- The text is kept only until it was read.
alter table pre_assessment_upload drop column file_id, drop column file_name;
alter table pre_assessment_upload add column csv text, add column encoding text not null default 'utf-8',
  add column csv_hash bytea not null, add column failures integer not null default 0;
create index on pre_assessment_upload (created_at);
