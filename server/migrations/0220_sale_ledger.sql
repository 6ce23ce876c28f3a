-- How a sale stands in the antique ledger, what it cost besides, and that the article left its place.
alter table sale
  -- Beside fee and shipping, as it was for the channel on that day.
  add column handling bigint not null default 0 check (handling >= 0),
  -- Of the article as the ledger named it: decides whether the law asks for a row of the sale.
  add column ledger_class text not null check (ledger_class ~ '^(0[1-9]|1[0-3])$'),
  add column ledger_seq bigint,
  add column return_ledger_seq bigint,
  add column is_mistake boolean not null default false,
  add check (return_ledger_seq is null or ledger_seq is not null and returned_at is not null),
  add check (not is_mistake or returned_at is not null);
create unique index on sale (company_id, ledger_seq) where ledger_seq is not null;
create unique index on sale (company_id, return_ledger_seq) where return_ledger_seq is not null;
create index sale_order_number on sale (company_id, order_number) where order_number <> '';

-- Facts of a sale are never edited, and numbers of the ledger are filled in once; it may come back once.
create or replace function sale_facts_stay() returns trigger language plpgsql as $$
declare
  may_change constant text[] := '{ledger_seq,return_ledger_seq,returned_on,return_reason,returned_by,returned_at,is_mistake,version}';
begin
  if tg_op <> 'UPDATE' then
    raise exception 'sale is append only' using errcode = 'check_violation';
  end if;
  if (to_jsonb(new) - may_change) <> (to_jsonb(old) - may_change) then
    raise exception 'sale %: what was sold cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.ledger_seq is not null and new.ledger_seq is distinct from old.ledger_seq
      or old.return_ledger_seq is not null and new.return_ledger_seq is distinct from old.return_ledger_seq then
    raise exception 'sale %: its rows of the ledger cannot change', old.id using errcode = 'check_violation';
  end if;
  if old.returned_at is not null and (new.returned_on, new.return_reason, new.returned_by, new.returned_at, new.is_mistake)
      is distinct from (old.returned_on, old.return_reason, old.returned_by, old.returned_at, old.is_mistake) then
    raise exception 'sale %: has come back already', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sale_no_truncate before truncate on sale for each statement execute function append_only();

create or replace function require_product_for_sale() returns trigger language plpgsql as $$
begin
  if not exists (select from purchase_item where id = new.item_id and status in (8, 9)) then
    raise exception 'sale of purchase_item %: not a product', new.item_id using errcode = 'check_violation';
  end if;
  if exists (select from purchase_item i join hold h on h.request_id = i.request_id and (h.item_id is null or h.item_id = i.id)
      where i.id = new.item_id and h.released_at is not null and h.seizure <> '') then
    raise exception 'sale of purchase_item %: with the police', new.item_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- 返品: a sale that is undone. The row is sealed in the same form as the others.
alter table antique_ledger drop constraint antique_ledger_entry_kind_check;
alter table antique_ledger add constraint antique_ledger_entry_kind_check
  check (entry_kind in ('買受け', '売却', '返品', '返還', '訂正'));

-- The kind of the row that a chain of corrections puts right; of another row its own.
create function ledger_root_kind(company bigint, row_seq bigint) returns text language sql stable as $$
  with recursive chain as (
    select seq, entry_kind, corrects_seq from antique_ledger where company_id = company and seq = row_seq
    union all
    select l.seq, l.entry_kind, l.corrects_seq from chain c join antique_ledger l on l.company_id = company and l.seq = c.corrects_seq
  )
  select entry_kind from chain where corrects_seq is null
$$;

-- A sale from outside is recorded by nobody.
alter table custody_handover alter column by_id drop not null;
alter table custody_handover drop constraint custody_handover_kind_check;
alter table custody_handover add constraint custody_handover_kind_check
  check (kind in ('arrival', 'scan', 'undo', 'count', 'sent', 'taken_back', 'sold'));
alter table custody_handover add constraint custody_handover_by_check
  check (by_id is not null or kind in ('sold', 'undo'));
