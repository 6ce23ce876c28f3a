-- Deals are shown where a shop has enough of a brand, and figures go at once when one of their dealers makes the brand
-- private. Rebuilt at the start.
delete from price_example;
delete from price_statistic;
alter table price_statistic
  add column shop_id bigint references shop (id),
  -- Whose deals these are.
  add column companies bigint[] not null,
  drop constraint price_statistic_brand_id_category_id_grade_band_company_id_key,
  add constraint price_statistic_key unique nulls not distinct (brand_id, category_id, grade_band, company_id, shop_id),
  add check (shop_id is null or company_id is not null and category_id is null);
drop index price_statistic_company_id_count_idx;
create index price_statistic_brands on price_statistic (company_id, count desc) where category_id is null and shop_id is null;
