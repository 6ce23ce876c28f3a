-- Events wait in their table and are handled many at a time. Those whose own job is queued are found there as well.
create index on line_event (at, id) where done_at is null;
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier = 'line.event');
end $$;
