-- A brand that stays may take the name of one that was merged into it.
alter table brand drop constraint brand_name_key;
create unique index brand_name_key on brand (name) where merged_into is null;
