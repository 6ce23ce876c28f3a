-- What a dealer usually pays for an article of a brand, category and grade. A cleared amount is null, so that its version
-- is not used twice.
create table buying_amount (
  company_id bigint not null references company,
  brand_id bigint not null references brand,
  category_id bigint not null references item_category,
  grade text not null check (grade ~ '^[SABCD]_[123]$'),
  amount bigint check (amount between 1 and 9999999999),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (company_id, brand_id, category_id, grade)
);
create index on buying_amount (brand_id);
create index on buying_amount (category_id);

-- A brand that was merged into another stays for what still names it, and is not offered any more.
alter table brand add column version integer not null default 1;
alter table brand add column merged_into bigint references brand check (merged_into <> id);
create index on brand (merged_into) where merged_into is not null;

alter table item_category add column version integer not null default 1;
alter table campaign add column version integer not null default 1;
