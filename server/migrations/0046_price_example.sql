-- One newest deal with deductions per dealer, and one of all (null): rebuilt with the figures, as an example of a result.
create table price_example (
  company_id bigint references company (id),
  brand_id bigint not null references brand (id),
  category_id bigint not null references item_category (id),
  grade_band text not null check (grade_band in ('S', 'A', 'B', 'C', 'D')),
  base_price bigint not null,
  deductions jsonb not null,
  uplift bigint not null,
  price bigint not null,
  unique nulls not distinct (company_id)
);
