-- What each campaign costs.
create index purchase_item_campaign on purchase_item (campaign_id) include (status, uplift) where campaign_id is not null;
