import { sql } from 'kysely'
import type { AttributeValue, PricedArticle } from '#contract/pre-assessment-price'
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

/** From the category itself to the top of its tree. */
export async function categoryChain(db: Db, category: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select c.id, c.parent_id, 0 as height from item_category c where c.id = ${category ?? null}::bigint
      union all
      select c.id, c.parent_id, a.height + 1 from item_category c join above a on c.id = a.parent_id
    ) select id from above order by height`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Asked extends Omit<PricedArticle, 'attributes'> {
  day: string
  /** Specificity of the best matching template without attributes: less specific templates cannot win. */
  least: readonly number[] | undefined
}

/** Of the category, of those above it, and of any; a name that is of two types counts as what most templates say. */
export async function knownAttributes(
  db: Db,
  company: number,
  { categories, brand, brand_rank, gender, status, season, day, least }: Asked,
): Promise<KnownAttribute[]> {
  /** A field that is still empty may get any value. */
  const mayBe = (column: string, value: number | null) =>
    value === null ? sql`true` : sql`(${sql.ref(column)} is null or ${sql.ref(column)} = ${value})`
  const mayBeRank = brand === null ? sql`true` : sql`(t.brand_rank is null or t.brand_rank = ${brand_rank})`
  // The same components in the same order as `specificity`.
  const isSpecific = least
    ? sql`(case when t.brand_id is not null then 2 when t.brand_rank is not null then 1 else 0 end,
        coalesce(${categories.length}::int + 1 - array_position(${categories}::bigint[], t.category_id), 0),
        (t.gender is not null)::int, (t.status_id is not null)::int, (t.season_id is not null)::int)
        >= (${sql.join(least.slice(0, 5).map((value) => sql`${value}::int`))})`
    : sql`true`
  const { rows } = await sql<KnownAttribute>`
    with t as materialized (
      select t.attributes from price_template t
      where t.company_id = ${company} and t.replaced_at is null and t.attributes <> '{}'
        and (t.category_id is null or t.category_id = any(${categories}::bigint[]))
        and ${mayBe('t.brand_id', brand)} and ${mayBeRank} and ${mayBe('t.gender', gender)}
        and ${mayBe('t.status_id', status)} and ${mayBe('t.season_id', season)} and ${isSpecific}
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
