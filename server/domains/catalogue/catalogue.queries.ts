import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { ofStore } from '#server/domains/company/company.service'
import type { Actor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import type { brand, campaign } from '#server/platform/db-types'
import { scopeOf } from '#server/platform/scope'
import { announcedOn, type StoredCampaign, stateOn, termColumns } from './campaign.queries.ts'
import type { BrandEntry, CategoryEntry, TemplateEntry } from './catalogue-list.rules.ts'

export interface BrandFilter {
  q: string
  handled: boolean
  shop: number | null
  /** With `handled`, only shops of the company that owns the store key count. */
  store: string | undefined
  limit: number
}

/** Exact matches first, then prefixes. Brands a dealer keeps private are found only by its own staff. */
export async function brandRows(db: Db, actor: Actor, filter: BrandFilter) {
  const ownCompany = actor.kind === 'business' ? actor.company_id : null
  const hiddenAt = (company: RawBuilder<unknown>) => sql<SqlBool>`(
    ${company} is distinct from ${ownCompany}::bigint and exists (
      select from company_brand p where p.company_id = ${company} and p.brand_id = b.id and p.is_private))`
  const conditions: RawBuilder<SqlBool>[] = [sql`b.merged_into is null`]
  if (filter.q !== '') conditions.push(sql`position(${filter.q} in b.search_text) > 0`)
  if (filter.handled) {
    conditions.push(sql`exists (
      select from shop_brand h join shop s on s.id = h.shop_id join company c on c.id = s.company_id
      where h.brand_id = b.id and s.is_open and ${ofStore('c.store_key', filter.store)} and (${filter.shop}::bigint is null or s.id = ${filter.shop}::bigint)
        and not ${hiddenAt(sql`s.company_id`)})`)
  }
  if (filter.shop !== null) {
    conditions.push(sql`not exists (
      select from shop s where s.id = ${filter.shop}::bigint and ${hiddenAt(sql`s.company_id`)})`)
  }
  const { rows } = await sql<{
    id: number
    name: string
    name_kana: string
    is_private: boolean
    aliases: string[]
  }>`
    select b.id, b.name, b.name_kana, b.aliases, coalesce(o.is_private, false) as is_private
    from brand b
    left join company_brand o on o.brand_id = b.id and o.company_id = ${ownCompany}::bigint
    where ${sql.join(conditions, sql` and `)}
    order by case
        when position(chr(10) || ${filter.q} || chr(10) in chr(10) || b.search_text || chr(10)) > 0 then 0
        when position(chr(10) || ${filter.q} in chr(10) || b.search_text) > 0 then 1
        else 2
      end, b.search_text, b.id
    limit ${filter.limit}`.execute(db)
  return rows
}

export async function brandRow(db: Db, actor: Actor, id: number) {
  const ownCompany = actor.kind === 'business' ? actor.company_id : null
  const { rows } = await sql<{ id: number; name: string; name_kana: string; is_private: boolean }>`
    select b.id, b.name, b.name_kana, coalesce(o.is_private, false) as is_private
    from brand b left join company_brand o on o.brand_id = b.id and o.company_id = ${ownCompany}::bigint
    where b.id = (select coalesce(m.merged_into, m.id) from brand m where m.id = ${id})`.execute(db)
  return rows[0]
}

interface CategoryRow {
  id: number
  name: string
  parent: number | null
  ledger_class: string
  is_active: boolean
}

/** Those in use, or all. A group none of whose categories is in use is left out: it would look like a category itself. */
export async function categoryRows(db: Db, { all = false }: { all?: boolean | undefined } = {}) {
  const { rows } = await sql<CategoryRow>`
    with recursive tree as (
      select c.id, c.name, c.parent_id, c.ledger_class, c.is_active, array[c.sort::bigint, c.id] as place
      from item_category c where c.parent_id is null and (c.is_active or ${all}::boolean)
      union all
      select c.id, c.name, c.parent_id, c.ledger_class, c.is_active, t.place || array[c.sort::bigint, c.id]
      from item_category c join tree t on t.id = c.parent_id where c.is_active or ${all}::boolean
    )
    select id, name, parent_id as parent, ledger_class, is_active from tree
    where ${all}::boolean or not exists (select from item_category k where k.parent_id = tree.id)
      or exists (select from item_category k where k.parent_id = tree.id and k.is_active)
    order by place`.execute(db)
  return rows
}

/** About the template `t`: serves all, and the actor's company keeps none with its short code, in use or not. */
export const isGeneralFor = (actor: Actor) => sql<SqlBool>`(t.company_id is null and not exists (
  select from comment_template o where o.short_code = t.short_code and ${scopeOf(actor, { company: 'o.company_id' })}))`

/** A company's template replaces the general one with the same short code. */
export async function commentTemplateRows(db: Db, actor: Actor) {
  const { rows } = await sql<{
    id: number
    title: string
    body: string
    category: string
    short_code: string
  }>`
    select t.id, t.title, t.body, t.category, t.short_code from comment_template t
    where t.is_active and (${scopeOf(actor, { company: 't.company_id' })} or ${isGeneralFor(actor)})
    order by t.company_id is null, t.sort, t.id`.execute(db)
  return rows
}

/** Serializes loads, which read before they insert. */
export const lockCatalogue = (tx: Tx): Promise<void> => lockNamed(tx, 'catalogue.load')

export const hasBrands = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('brand').select('id').limit(1).executeTakeFirst()) !== undefined

export const hasCategories = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('item_category').select('id').limit(1).executeTakeFirst()) !== undefined

export const dealers = (tx: Tx) =>
  tx.selectFrom('company').select(['id', 'name']).where('is_operator', '=', false).orderBy('id').execute()

export const brandMasters = (db: Db) =>
  db
    .selectFrom('brand')
    .select(['id', 'name', 'name_kana', 'aliases', 'search_text', 'merged_into'])
    .orderBy('id')
    .execute()

/** The brand that each was merged into, or itself. Locked, so that a merge comes before or after what is written. */
export async function currentBrands(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; current: number }>`
    select b.id, coalesce(b.merged_into, b.id) as current from brand b
    where b.id = any(${ids}::bigint[]) order by b.id for share of b`.execute(tx)
  return new Map(rows.map(({ id, current }) => [id, current]))
}

export const currentBrand = async (tx: Tx, id: number): Promise<number | undefined> =>
  (await currentBrands(tx, [id])).get(id)

export async function markPrivate(
  tx: Tx,
  company: number,
  brands: readonly number[],
  isPrivate: boolean,
): Promise<number[]> {
  const { rows } = isPrivate
    ? await sql<{ brand_id: number }>`
        insert into company_brand as c (company_id, brand_id, is_private)
        select distinct ${company}::bigint, brand, true from unnest(${brands}::bigint[]) as brand order by 2
        on conflict (company_id, brand_id) do update set is_private = true where not c.is_private
        returning brand_id`.execute(tx)
    : await sql<{ brand_id: number }>`
        update company_brand set is_private = false
        where company_id = ${company} and brand_id = any(${brands}::bigint[]) and is_private
        returning brand_id`.execute(tx)
  return rows.map(({ brand_id }) => brand_id)
}

const rowsAtOnce = 1000

export async function insertBrands(tx: Tx, rows: readonly Insertable<brand>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await tx
      .insertInto('brand')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
  }
}

export async function updateBrand(
  tx: Tx,
  id: number,
  set: BrandEntry & { search_text: string },
): Promise<void> {
  await tx
    .updateTable('brand')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const categoryMasters = (db: Db) =>
  db
    .selectFrom('item_category')
    .select(['id', 'name', 'parent_id', 'ledger_class', 'name_kana', 'sort', 'is_active'])
    .orderBy('id')
    .execute()

export type CategoryColumns = Omit<CategoryEntry, 'above'>

export async function insertCategory(
  tx: Tx,
  row: CategoryColumns & { parent_id: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('item_category')
    .values({
      ...row,
      sort:
        row.sort ??
        sql<number>`(select coalesce(max(sort), 0) + 1 from item_category
          where parent_id is not distinct from ${row.parent_id}::bigint)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCategory(tx: Tx, id: number, set: CategoryColumns): Promise<void> {
  await tx
    .updateTable('item_category')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const templateMasters = (tx: Tx, company: number | null) =>
  tx
    .selectFrom('comment_template')
    .select(['id', 'short_code', 'title', 'body', 'category', 'is_active'])
    .where('company_id', 'is not distinct from', company)
    .execute()

export async function insertTemplate(tx: Tx, company_id: number | null, row: TemplateEntry): Promise<number> {
  const { id } = await tx
    .insertInto('comment_template')
    .values({
      ...{ company_id, ...row },
      sort: sql<number>`(select coalesce(max(sort), 0) + 1 from comment_template
        where company_id is not distinct from ${company_id}::bigint)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTemplate(tx: Tx, id: number, set: TemplateEntry): Promise<void> {
  await tx
    .updateTable('comment_template')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Locked, so that pricing with one of them has finished or waits. */
export async function campaignMasters(tx: Tx, company: number, day: string): Promise<StoredCampaign[]> {
  const { rows } = await sql<StoredCampaign>`
    select c.id, ${termColumns}, ${stateOn(day)} as state, ${announcedOn(day)} as is_announced
    from campaign c where c.company_id = ${company} order by c.id for update of c`.execute(tx)
  return rows
}

export async function updateCampaign(tx: Tx, id: number, set: Updateable<campaign>): Promise<void> {
  await tx
    .updateTable('campaign')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Names that brands go by. A brand that was merged is left out: its names are aliases of the one that stayed. */
export async function brandNames(db: Db): Promise<{ id: number; name: string; others: string[] }[]> {
  const rows = await brandMasters(db)
  return rows
    .filter(({ merged_into }) => merged_into === null)
    .map(({ id, name, name_kana, aliases }) => ({ id, name, others: [name_kana, ...aliases] }))
}
