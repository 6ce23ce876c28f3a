-- What a campaign adds is a share of the price (with an upper limit per article, if it has one) or a fixed amount per
-- article. Empty conditions exclude nothing.
alter table campaign alter column percent drop not null;
alter table campaign
  add column bonus_yen integer check (bonus_yen between 1 and 1000000),
  add column bonus_cap integer check (bonus_cap between 1 and 1000000),
  add column brands bigint[] not null default '{}',
  add column categories bigint[] not null default '{}',
  add column shops bigint[] not null default '{}',
  add column is_first_only boolean not null default false,
  add column is_published boolean not null default false,
  add constraint campaign_bonus check ((percent is null) <> (bonus_yen is null)),
  add constraint campaign_bonus_cap check (bonus_cap is null or percent is not null);

-- What a campaign cost at some shops, without reading the articles.
drop index purchase_item_campaign;
create index purchase_item_campaign on purchase_item (campaign_id) include (status, uplift, company_id, shop_id)
  where campaign_id is not null;
