-- What the figures of a business are counted from. Rows of a publication never change, so that a later second look, answer
-- or rescission leaves the figures of a past day alone.

-- The first result of a box: how long each step took.
create table published_request (
  request_id bigint primary key references purchase_request (id),
  company_id bigint not null references company (id),
  shop_id bigint not null references shop (id),
  published_at timestamptz not null,
  -- In minutes; null where a time is not known.
  wait_minutes integer,
  assess_minutes integer,
  check_minutes integer,
  lead_minutes integer
);
create index published_request_day on published_request (company_id, published_at)
  include (request_id, shop_id, wait_minutes, assess_minutes, check_minutes, lead_minutes);

-- The prices of that result.
create table published_item (
  item_id bigint primary key references purchase_item (id) on delete cascade,
  company_id bigint not null references company (id),
  shop_id bigint not null references shop (id),
  published_at timestamptz not null,
  assessor_id bigint references business_user (id),
  -- In thousandths: from the base price, and from the median of the past purchases shown with it.
  deviation integer not null,
  past_deviation integer
);
create index published_item_day on published_item (company_id, published_at)
  include (item_id, shop_id, assessor_id, deviation, past_deviation);

-- How an offer ended: sold, or why not. The last one, when a result was reopened after an answer.
create table offer_outcome (
  request_id bigint primary key references purchase_request (id),
  company_id bigint not null references company (id),
  shop_id bigint not null references shop (id),
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('sold', 'no_price', 'expired', 'after_second_look', 'chosen'))
);
create index offer_outcome_day on offer_outcome (company_id, ended_at) include (request_id, shop_id, outcome);

create index purchase_item_bought_day on purchase_item (company_id, purchased_at)
  include (shop_id, brand_id, category_id, price)
  where purchased_at is not null and status in (6, 8, 9);

create function record_publications(requests bigint[]) returns void language plpgsql as $$
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
      round((i.price - i.base_price) * 1000.0 / i.base_price),
      case when (i.evidence ->> 'n')::integer >= 5 and (i.evidence ->> 'median')::bigint > 0
        then least(round((i.price - (i.evidence ->> 'median')::bigint) * 1000.0 / (i.evidence ->> 'median')::bigint), 2147483647) end
    from unnest(requests) as w(id)
    join offer o on o.request_id = w.id and o.number = 1
    join purchase_item i on i.request_id = w.id
    left join lateral (
      select h.actor_id from item_history h
      where h.item_id = i.id and h.to_status = 2 and h.actor_kind = 'business' and h.at <= o.published_at
      order by h.id desc limit 1
    ) h on true
    where i.status in (2, 4, 5, 6, 7, 8, 9) and i.price > 0 and i.base_price > 0
    on conflict do nothing;
end $$;

create function record_outcomes(moves bigint[]) returns void language plpgsql as $$
begin
  insert into offer_outcome (request_id, company_id, shop_id, ended_at, outcome)
    select distinct on (r.id) r.id, r.company_id, r.shop_id, h.at,
      case
        when h.to_status = 13 then 'sold'
        when h.to_status = 23 or coalesce(r.offer_total, 0) = 0 then 'no_price'
        when h.actor_kind = 'system' then 'expired'
        when r.second_look_at is not null then 'after_second_look'
        else 'chosen'
      end
    from unnest(moves) as w(id)
    join request_history h on h.id = w.id
    join purchase_request r on r.id = h.request_id
    where h.from_status = 11 and h.to_status in (13, 22, 23)
    order by r.id, h.id desc
    on conflict (request_id) do update set ended_at = excluded.ended_at, outcome = excluded.outcome;
end $$;

create function offer_published() returns trigger language plpgsql as $$
begin
  perform record_publications(array(select request_id from new_rows where number = 1));
  return null;
end $$;
create trigger offer_published after insert on offer referencing new table as new_rows
  for each statement execute function offer_published();

create function request_history_ended() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows where from_status = 11 and to_status in (13, 22, 23)) then
    perform record_outcomes(array(select id from new_rows));
  end if;
  return null;
end $$;
create trigger request_history_ended after insert on request_history referencing new table as new_rows
  for each statement execute function request_history_ended();

-- In pieces: one array of everything would be planned for a few rows and kept in memory.
do $$
declare
  piece bigint[];
begin
  for piece in select array_agg(request_id) from offer where number = 1 group by request_id / 5000 order by request_id / 5000 loop
    perform record_publications(piece);
  end loop;
  for piece in select array_agg(id) from request_history where from_status = 11 and to_status in (13, 22, 23)
    group by id / 20000 order by id / 20000 loop
    perform record_outcomes(piece);
  end loop;
end $$;
