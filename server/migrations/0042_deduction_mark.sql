-- Where on its photo a defect is: centre and radius of a circle in thousandths, the radius of the photo's width.
alter table deduction add mark jsonb check (
  mark is null or (photo_id is not null and (mark ->> 'x')::integer between 0 and 1000
    and (mark ->> 'y')::integer between 0 and 1000 and (mark ->> 'r')::integer between 10 and 500)
);
