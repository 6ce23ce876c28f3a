import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { matchesBrand } from '#server/domains/catalogue/catalogue.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'

export interface BrandFilter {
  q?: string | undefined
  rank?: string | undefined
  id?: number | undefined
}

export interface BrandRow {
  id: number
  name: string
  name_kana: string
  rank: string
  factor_permille: number
  version: number
}

const brandsFrom = (actor: BusinessActor, { q, rank, id }: BrandFilter) => {
  const conditions: RawBuilder<SqlBool>[] = [sql`b.merged_into is null`]
  if (q) conditions.push(matchesBrand('b.search_text', q))
  if (rank !== undefined) conditions.push(sql`coalesce(p.rank, '') = ${rank}`)
  if (id !== undefined) conditions.push(sql`b.id = ${id}`)
  return sql`brand b
    left join pre_assessment_brand p on p.brand_id = b.id and p.company_id = ${actor.company_id}
    where ${sql.join(conditions, sql` and `)}`
}

export async function countBrands(db: Db, actor: BusinessActor, filter: BrandFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${brandsFrom(actor, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const brandColumns = sql`b.id, b.name, b.name_kana, coalesce(p.rank, '') as rank,
  coalesce(p.factor_permille, 1000) as factor_permille, coalesce(p.version, 0) as version`

export async function brandRows(db: Db, actor: BusinessActor, filter: BrandFilter, window: Window) {
  const { rows } = await sql<BrandRow>`
    select ${brandColumns} from ${brandsFrom(actor, filter)}
    order by b.search_text, b.id limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

export interface CategoryRow {
  id: number
  name: string
  path: string[]
  factor_permille: number
  version: number
}

/** Few enough to be read at once: the whole tree in its order. */
export async function categoryRows(db: Db, company: number): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    with recursive tree as (
      select c.*, array[]::text[] as path, array[c.sort::bigint, c.id] as place
      from item_category c where c.parent_id is null
      union all
      select c.*, t.path || t.name, t.place || array[c.sort::bigint, c.id]
      from item_category c join tree t on t.id = c.parent_id
    )
    select t.id, t.name, t.path, coalesce(p.factor_permille, 1000) as factor_permille,
      coalesce(p.version, 0) as version
    from tree t left join pre_assessment_category p on p.category_id = t.id and p.company_id = ${company}
    order by t.place`.execute(db)
  return rows
}

export interface StatusRow {
  id: number
  name: string
  grade_band: 'S' | 'A' | 'B' | 'C' | 'D'
  description: string
  sort: number
  factor_permille: number
  is_active: boolean
  version: number
}

/** Of one company; few enough to be read at once. */
export async function statusRows(db: Db, company: number): Promise<StatusRow[]> {
  const { rows } = await sql<StatusRow>`
    select id, name, grade_band, description, sort, factor_permille, is_active, version
    from pre_assessment_status where company_id = ${company} order by sort, id`.execute(db)
  return rows
}

export interface SeasonRow {
  id: number
  name: string
  months: number[]
  factor_permille: number
  sort: number
  is_active: boolean
  version: number
}

export async function seasonRows(db: Db, company: number): Promise<SeasonRow[]> {
  const { rows } = await sql<SeasonRow>`
    select id, name, months, factor_permille, sort, is_active, version
    from season_tag where company_id = ${company} order by sort, id`.execute(db)
  return rows
}

export async function isStatusUsed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from price_template where status_id = ${id})
      or exists (select from pre_assessment_item where status_id = ${id}) as used`.execute(db)
  return rows[0]?.used === true
}

export async function isSeasonUsed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from price_template where season_id = ${id})
      or exists (select from pre_assessment_item where season_id = ${id}) as used`.execute(db)
  return rows[0]?.used === true
}

/** Colleagues who can sign in, of the shops that the reader sees. */
export async function operatorRows(db: Db, actor: BusinessActor) {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from business_user u
    where u.company_id = ${actor.company_id} and u.can_sign_in and (
      ${actor.shop_ids}::bigint[] is null
      or not exists (select from business_user_shop l where l.business_user_id = u.id)
      or exists (select from business_user_shop l
        where l.business_user_id = u.id and l.shop_id = any(${actor.shop_ids}::bigint[])))
    order by u.name, u.id`.execute(db)
  return rows
}
