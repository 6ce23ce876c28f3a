import { sql } from 'kysely'
import type { AttributeValue } from '#contract/pre-assessment-price'
import type { Db } from '#server/platform/db'

/** More than this many templates of a category say nothing new. */
const mostRead = 5000
const mostNames = 10
const mostValues = 20

export interface KnownAttribute {
  name: string
  type: 'string' | 'number' | 'boolean'
  values: AttributeValue[]
}

/** Of the category, of those above it, and of any; a name that is of two types counts as what most templates say. */
export async function knownAttributes(
  db: Db,
  company: number,
  { category, day }: { category: number | undefined; day: string },
): Promise<KnownAttribute[]> {
  const { rows } = await sql<KnownAttribute>`
    with recursive above as (
      select c.id, c.parent_id from item_category c where c.id = ${category ?? null}::bigint
      union all
      select c.id, c.parent_id from item_category c join above a on c.id = a.parent_id
    ), t as materialized (
      select t.attributes from price_template t
      where t.company_id = ${company} and t.replaced_at is null and t.attributes <> '{}'
        and (t.category_id is null or t.category_id in (select id from above))
        and t.valid_from <= ${day}::date and (t.valid_to is null or t.valid_to >= ${day}::date)
      limit ${mostRead}
    ), said as (
      select e.key as name, jsonb_typeof(e.value) as type, e.value, count(*) as n
      from t cross join lateral jsonb_each(t.attributes) as e group by 1, 2, 3
    ), known as (
      select name, type, sum(n) as n, jsonb_agg(value order by n desc, value) as all_values from said group by name, type
    ), chosen as (
      select distinct on (name) name, type, n, all_values from known order by name, n desc, type
    )
    select name, type, jsonb_path_query_array(all_values, ${`$[0 to ${mostValues - 1}]`}::jsonpath) as values
    from chosen order by n desc, name limit ${mostNames}`.execute(db)
  return rows
}
