-- A dealer stops taking new requests of a customer, and takes them again; each change has its reason. The newest holds.
create table purchase_stop (
  customer_id bigint not null references customer,
  company_id bigint not null references company,
  version integer not null check (version >= 1),
  is_stopped boolean not null,
  reason text not null check (reason <> ''),
  -- Null: taken over from the mark that stood for all dealers.
  changed_by bigint references business_user,
  changed_at timestamptz not null,
  primary key (customer_id, company_id, version)
);
create trigger purchase_stop_append_only before update or delete or truncate on purchase_stop
  for each statement execute function append_only();

insert into purchase_stop (customer_id, company_id, version, is_stopped, reason, changed_at)
select c.id, d.id, 1, true, '以前の設定から引き継いだ停止', now()
from customer c cross join company d where c.is_purchase_disabled and not d.is_operator;
alter table customer drop column is_purchase_disabled;
