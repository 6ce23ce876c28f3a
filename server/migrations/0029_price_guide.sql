-- What was paid for past purchases, in figures: rebuilt every night from the deals of the last 180 days. Null means all:
-- all dealers, all categories, all grades.
create table price_statistic (
  company_id bigint references company (id),
  brand_id bigint not null references brand (id),
  category_id bigint references item_category (id),
  grade_band text check (grade_band in ('S', 'A', 'B', 'C', 'D')),
  -- Fewer would show single deals.
  count integer not null check (count >= 5),
  min bigint not null,
  q1 bigint not null,
  median bigint not null,
  q3 bigint not null,
  max bigint not null,
  first_on date not null,
  last_on date not null,
  check (category_id is not null or grade_band is null),
  unique nulls not distinct (brand_id, category_id, grade_band, company_id)
);
create index on price_statistic (company_id, count desc) where category_id is null;

-- The newest deals of a brand, and of a shop.
create index purchase_item_brand_deals on purchase_item (brand_id, purchased_at desc)
  where purchased_at is not null and status in (6, 8, 9);
create index purchase_item_shop_deals on purchase_item (shop_id, purchased_at desc)
  where purchased_at is not null and status in (6, 8, 9);
create index purchase_item_deals on purchase_item (purchased_at desc)
  where purchased_at is not null and status in (6, 8, 9);
