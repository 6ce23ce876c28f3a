-- What was published before: as the first offer showed it, where a second look may have changed the article since. A
-- standard amount that was changed since says nothing about that day.
do $$
declare
  piece bigint[];
begin
  for piece in select array_agg(item_id) from published_item group by item_id / 20000 order by item_id / 20000 loop
    update published_item f
    set deviation = deviation_from(told.own, coalesce(told.standard, told.median)),
      past_deviation = deviation_from(told.own, told.median)
    from (
      select i.id, a.amount as standard, was.price - was.uplift as own, usual_median(was.evidence) as median
      from unnest(piece) as w(id)
      join purchase_item i on i.id = w.id
      join purchase_request r on r.id = i.request_id
      join offer o on o.request_id = r.id and o.number = 1
      left join lateral (
        select line from jsonb_array_elements(o.snapshot) as line where line ->> 'slug' = i.slug and line ? 'uplift' limit 1
      ) s on r.second_look_at is not null
      cross join lateral (
        select i.price, i.uplift, i.evidence, i.brand_id, i.category_id, i.grade where s.line is null
        union all
        select t.price, t.uplift, t.evidence, t.brand_id, t.category_id, t.grade
        from jsonb_to_record(s.line)
          as t(price bigint, uplift bigint, evidence jsonb, brand_id bigint, category_id bigint, grade text)
        where s.line is not null
      ) was
      left join brand b on b.id = was.brand_id
      left join buying_amount a on a.company_id = i.company_id and a.brand_id = coalesce(b.merged_into, b.id)
        and a.category_id = was.category_id and a.grade = was.grade and a.updated_at <= o.published_at
    ) told
    where f.item_id = told.id;
  end loop;
end $$;

-- Figures of the price guide counted what campaigns added; they are built anew at the next start.
delete from price_example;
delete from price_statistic;
