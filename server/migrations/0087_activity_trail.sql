-- The trail of a company is read by time, by person and by act.
drop index activity_company_id_id_idx;
create index activity_company_id_at_id_idx on activity (company_id, at desc, id desc) where company_id is not null;
create index activity_company_id_actor_id_at_id_idx on activity (company_id, actor_id, at desc, id desc) where company_id is not null;
create index activity_company_id_action_at_id_idx on activity (company_id, action, at desc, id desc) where company_id is not null;
