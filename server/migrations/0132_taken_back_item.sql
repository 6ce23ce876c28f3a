-- From which article of its box another one was copied or split; null for what was counted at the receipt.
alter table purchase_item add column origin_id bigint references purchase_item;

-- A copy made by mistake is taken back before publication: it belongs to no request any more, and no list or sum has it.
-- Its history and its hand-overs stay.
alter table purchase_item alter column request_id drop not null;
alter table purchase_item add constraint purchase_item_taken_back check (
  request_id is not null or origin_id is not null and status <= 3 and purchased_at is null and refused_at is null and disposed_at is null
);
drop trigger purchase_item_held on purchase_item;
create trigger purchase_item_held before update of status, disposed_at, request_id on purchase_item for each row
  when (old.status <> new.status or old.disposed_at is distinct from new.disposed_at or old.request_id is distinct from new.request_id)
  execute function purchase_item_held();

create table taken_back_item (
  item_id bigint primary key references purchase_item,
  request_id bigint not null references purchase_request,
  seq integer not null,
  reason text not null check (btrim(reason) <> ''),
  by_id bigint not null references business_user,
  at timestamptz not null
);
create index on taken_back_item (request_id);
create trigger taken_back_item_append_only before update or delete or truncate on taken_back_item
  for each statement execute function append_only();

alter table custody_handover drop constraint custody_handover_kind_check;
alter table custody_handover add constraint custody_handover_kind_check
  check (kind in ('arrival', 'scan', 'undo', 'count', 'sent', 'taken_back'));
