-- Prices are compared without what a campaign added: with what the dealer usually pays for an article of the same brand,
-- category and grade, and with the median of the past purchases shown with it.

create function deviation_from(amount bigint, usual bigint) returns integer language sql immutable as $$
  select case when usual > 0 then least(round((amount - usual) * 1000.0 / usual), 2147483647)::integer end
$$;

-- Null where there were too few past purchases to say what is usual.
create function usual_median(evidence jsonb) returns bigint language sql immutable as $$
  select case when (evidence ->> 'n')::integer >= 5 then (evidence ->> 'median')::bigint end
$$;

-- Null where nothing says what is usual.
alter table published_item alter column deviation drop not null;

create or replace function record_publications(requests bigint[]) returns void language plpgsql as $$
begin
  insert into published_request (request_id, company_id, shop_id, published_at, wait_minutes, assess_minutes, check_minutes, lead_minutes)
    select r.id, r.company_id, r.shop_id, o.published_at,
      extract(epoch from s.at - r.arrived_at)::integer / 60, extract(epoch from d.at - s.at)::integer / 60,
      extract(epoch from o.published_at - d.at)::integer / 60, extract(epoch from o.published_at - r.arrived_at)::integer / 60
    from unnest(requests) as w(id)
    join offer o on o.request_id = w.id and o.number = 1
    join purchase_request r on r.id = w.id
    left join lateral (
      select min(h.at) as at from request_history h where h.request_id = w.id and h.to_status = 10 and h.at <= o.published_at
    ) s on true
    left join lateral (
      select greatest(s.at, max(h.at)) as at from purchase_item i join item_history h on h.item_id = i.id
      where i.request_id = w.id and h.to_status in (2, 3) and h.at <= o.published_at having max(h.at) is not null
    ) d on true
    on conflict do nothing;
  insert into published_item (item_id, company_id, shop_id, published_at, assessor_id, deviation, past_deviation)
    select i.id, i.company_id, i.shop_id, o.published_at, h.actor_id,
      deviation_from(i.price - i.uplift, coalesce(a.amount, usual_median(i.evidence))),
      deviation_from(i.price - i.uplift, usual_median(i.evidence))
    from unnest(requests) as w(id)
    join offer o on o.request_id = w.id and o.number = 1
    join purchase_item i on i.request_id = w.id
    left join buying_amount a on a.company_id = i.company_id and a.brand_id = i.brand_id and a.category_id = i.category_id
      and a.grade = i.grade
    left join lateral (
      select h.actor_id from item_history h
      where h.item_id = i.id and h.to_status = 2 and h.actor_kind = 'business' and h.at <= o.published_at
      order by h.id desc limit 1
    ) h on true
    where i.status in (2, 4, 5, 6, 7, 8, 9) and i.price > 0 and i.base_price > 0
    on conflict do nothing;
end $$;

-- Past prices without what campaigns added, still without reading the articles.
drop index purchase_item_evidence;
create index purchase_item_evidence on purchase_item (company_id, brand_id, category_id, left(grade, 1), purchased_at desc)
  include (price, uplift) where purchased_at is not null and status in (6, 8, 9);
