-- Which attributes the templates of a category tell articles apart by.
create index price_template_attributes on price_template (company_id, category_id)
  where replaced_at is null and attributes <> '{}';
