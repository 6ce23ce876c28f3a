-- The list of what was done to requests, articles …, newest first.
create index on activity (company_id, object_type, at desc, id desc) where company_id is not null;
