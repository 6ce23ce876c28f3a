-- Who sees an announcement, which dealer wrote it, and who has seen it.
alter table announcement
  add column audience text not null default 'everyone'
    check (audience in ('everyone', 'customers', 'under_way', 'business')),
  -- A dealer, for its customers or its staff alone; null for those of all dealers.
  add column company_id bigint references company,
  add column shop_id bigint,
  -- Null: the operator wrote it.
  add column author_id bigint references company,
  add foreign key (shop_id, company_id) references shop (id, company_id),
  add check (company_id is null or audience <> 'everyone'),
  add check (shop_id is null or company_id is not null),
  add check (author_id is null or author_id is not distinct from company_id);
alter table announcement alter column audience drop default;
create index on announcement (author_id, id desc);

create table announcement_seen (
  announcement_id bigint not null references announcement on delete cascade,
  account_id bigint not null references account,
  seen_at timestamptz not null,
  primary key (announcement_id, account_id)
);
create index on announcement_seen (account_id);
