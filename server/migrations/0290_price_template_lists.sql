-- The list of price templates is chosen, ordered and counted by these tables. The drift belongs to no one company here.
do $$
declare
  listed record;
begin
  for listed in select * from (values ('price_template', 'company'), ('price_template_drift', 'all')) as l(name, kind) loop
    execute format('create trigger %1$s_listed_insert after insert on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.kind);
    execute format('create trigger %1$s_listed_update after update on %1$I referencing new table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.kind);
    execute format('create trigger %1$s_listed_delete after delete on %1$I referencing old table as changed
      for each statement execute function mark_list_change(%2$L)', listed.name, listed.kind);
  end loop;
end $$;

-- In the order of the page.
create index price_template_kind on price_template
  (company_id, brand_id, brand_rank, category_id, gender, status_id, season_id, valid_from, id desc) where replaced_at is null;
create index price_template_base on price_template (company_id, base) where replaced_at is null;
create index price_template_begins on price_template (company_id, valid_from) where replaced_at is null;
create index price_template_replaced on price_template (company_id, id) where replaced_at is not null;

-- For the choice by an article.
create index price_template_match on price_template (company_id, brand_id, category_id, status_id) where replaced_at is null;
drop index price_template_company_id_brand_id_category_id_idx;
