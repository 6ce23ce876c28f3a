import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { brand } from '#server/platform/db-types'
import type { Window } from '#server/platform/paging'
import { matchesBrand } from './catalogue.predicates.ts'
import type { BrandEntry } from './catalogue-list.rules.ts'

export interface BrandMasterFilter {
  q?: string | undefined
  is_private?: boolean | undefined
  shop?: number | undefined
}

export interface BrandMaster {
  id: number
  name: string
  name_kana: string
  aliases: string[]
  is_private: boolean
  shops: number[]
  version: number
}

const ownMark = (actor: BusinessActor) => sql<SqlBool>`exists (
  select from company_brand p where p.company_id = ${actor.company_id} and p.brand_id = b.id and p.is_private)`

const isOwnShop = (actor: BusinessActor) => sql<SqlBool>`s.company_id = ${actor.company_id}
    and (${actor.shop_ids}::bigint[] is null or s.id = any(${actor.shop_ids}::bigint[]))`

const ownShops = (actor: BusinessActor) => sql`
  select s.id from shop_brand h join shop s on s.id = h.shop_id where h.brand_id = b.id and ${isOwnShop(actor)}`

function filtered(actor: BusinessActor, filter: BrandMasterFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`b.merged_into is null`]
  if (filter.q) conditions.push(matchesBrand('b.search_text', filter.q))
  if (filter.is_private !== undefined) conditions.push(sql`${ownMark(actor)} = ${filter.is_private}`)
  if (filter.shop !== undefined)
    conditions.push(sql`b.id in (
      select h.brand_id from shop_brand h join shop s on s.id = h.shop_id where s.id = ${filter.shop} and ${isOwnShop(actor)})`)
  return sql.join(conditions, sql` and `)
}

export async function countBrands(db: Db, actor: BusinessActor, filter: BrandMasterFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from brand b where ${filtered(actor, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

const shown = (actor: BusinessActor) => sql`
  b.id, b.name, b.name_kana, b.aliases, ${ownMark(actor)} as is_private,
  array(${ownShops(actor)} order by s.id) as shops, b.version`

export async function brandMasterRows(
  db: Db,
  actor: BusinessActor,
  filter: BrandMasterFilter,
  { limit, offset }: Window,
) {
  // Of the page only: a select list is also computed for the rows before it.
  const { rows } = await sql<BrandMaster>`
    select ${shown(actor)} from (
      select b.* from brand b where ${filtered(actor, filter)}
      order by b.search_text, b.id limit ${limit} offset ${offset}) b
    order by b.search_text, b.id`.execute(db)
  return rows
}

/** The brand it was merged into, in the place of one that was. */
export async function brandMaster(db: Db, actor: BusinessActor, id: number) {
  const { rows } = await sql<BrandMaster>`
    select ${shown(actor)} from brand b
    where b.id = (select coalesce(m.merged_into, m.id) from brand m where m.id = ${id})`.execute(db)
  return rows[0]
}

export async function insertBrand(tx: Tx, row: Insertable<brand>): Promise<number> {
  const { id } = await tx.insertInto('brand').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function changeBrand(
  tx: Tx,
  id: number,
  set: Partial<BrandEntry> & { search_text: string },
): Promise<void> {
  await tx
    .updateTable('brand')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Also those that were merged into it before. */
export async function pointBrand(tx: Tx, brand: number, into: number): Promise<void> {
  await sql`
    update brand set merged_into = ${into}, version = version + 1
    where id = ${brand} or merged_into = ${brand}`.execute(tx)
}

export async function moveMarks(tx: Tx, brand: number, into: number): Promise<void> {
  await sql`
    insert into company_brand as c (company_id, brand_id, is_private)
    select company_id, ${into}::bigint, is_private from company_brand where brand_id = ${brand}
    on conflict (company_id, brand_id) do update set is_private = c.is_private or excluded.is_private`.execute(
    tx,
  )
  await sql`delete from company_brand where brand_id = ${brand}`.execute(tx)
}

/** Where both brands have an amount, that of the brand that stays is kept. */
export async function moveAmounts(tx: Tx, brand: number, into: number, at: Date): Promise<void> {
  await sql`
    insert into buying_amount as a (company_id, brand_id, category_id, grade, amount, updated_at)
    select company_id, ${into}::bigint, category_id, grade, amount, ${at.toISOString()} from buying_amount
    where brand_id = ${brand} and amount is not null
    on conflict (company_id, brand_id, category_id, grade) do update
      set amount = excluded.amount, version = a.version + 1, updated_at = excluded.updated_at
      where a.amount is null`.execute(tx)
  await sql`delete from buying_amount where brand_id = ${brand}`.execute(tx)
}

export const allBrands = (db: Db, actor: BusinessActor, filter: BrandMasterFilter) =>
  sql<{ name: string; name_kana: string; aliases: string; is_private: boolean; shop_names: string }>`
    select b.name, b.name_kana, array_to_string(b.aliases, '|') as aliases, ${ownMark(actor)} as is_private,
      array_to_string(array(select n.name from shop n where n.id in (${ownShops(actor)}) order by n.id), '|') as shop_names
    from brand b where ${filtered(actor, filter)}
    order by b.search_text, b.id`.compile(db)
