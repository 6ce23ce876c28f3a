-- The number of requests that do not add up is on everybody's board: it is read once while nothing it depends on changed.
do $$
declare
  listed record;
begin
  for listed in
    select * from (values
      ('custody_place', 'company'), ('custody_count', 'company'), ('custody_explanation', 'company'),
      ('custody_position', 'request'), ('custody_count_line', 'request')
    ) as t(name, through)
  loop
    execute format('create trigger %1$s_listed_insert after insert on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
    execute format('create trigger %1$s_listed_update after update on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
    execute format('create trigger %1$s_listed_delete after delete on %1$I referencing old table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.through);
  end loop;
end $$;
