import { sql } from 'kysely'
import { foldSearch } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import type { Db, Tx } from '#server/platform/db'
import { invalid, notFound, unknownKey } from '#server/platform/refusal'
import {
  openShop,
  ownShop,
  type Pace,
  paceRows,
  type ShopFilter,
  type ShopRow,
  shopRows,
} from './company.queries.ts'

export { assessorRows, dealerRows, ofStore, shopTagRows } from './company.queries.ts'

const measuredDays = 90
const fewestMeasured = 5
const paceKeptMs = 10 * 60 * 1000

// Cached: the figures change slowly and the query reads many requests.
const paces = new WeakMap<Db, { from: number; rows: Map<number, Pace> }>()
async function paceOfShops(db: Db, at: Date): Promise<Map<number, Pace>> {
  const known = paces.get(db)
  if (known && Math.abs(at.getTime() - known.from) < paceKeptMs) return known.rows
  const since = daysBefore(at, measuredDays).toISOString()
  const rows = new Map((await paceRows(db, since, fewestMeasured)).map((row) => [row.shop_id, row]))
  paces.set(db, { from: at.getTime(), rows })
  return rows
}

const customerOf = (actor: Actor): number | null => (actor.kind === 'customer' ? actor.customer_id : null)

function withPace(row: ShopRow, pace: Map<number, Pace>) {
  const measured = pace.get(row.id)
  return {
    ...row,
    lead_time_days: measured?.lead_time_days ?? null,
    acceptance_rate: measured?.acceptance_rate ?? null,
  }
}

export async function listShops(
  db: Db,
  actor: Actor,
  query: {
    name?: string | undefined
    tags?: string | undefined
    is_favorite?: boolean | undefined
    brand?: number | undefined
    store?: string | undefined
  },
) {
  const customer = customerOf(actor)
  const filter: ShopFilter = { name: foldSearch(query.name ?? ''), tags: tagsOf(query.tags ?? '') }
  if (query.brand !== undefined) filter.brand = query.brand
  if (query.store !== undefined) filter.store = query.store
  if (customer !== null && query.is_favorite !== undefined) filter.is_favorite = query.is_favorite
  const rows = await shopRows(db, customer, filter)
  const pace = await paceOfShops(db, actor.at)
  return rows.map((row) => withPace(row, pace))
}

/** Each tag by id or by name, as a name may consist of digits. */
function tagsOf(text: string): { ids: number[]; names: string[] }[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ ids: /^\d{1,15}$/.test(part) ? [Number(part)] : [], names: [part] }))
}

export async function readShop(db: Db, actor: Actor, id: number, store?: string) {
  const [row] = await shopRows(db, customerOf(actor), { id, ...(store !== undefined && { store }) })
  if (!row) throw notFound()
  return withPace(row, await paceOfShops(db, actor.at))
}

export async function setShopBrands(
  tx: Tx,
  actor: BusinessActor,
  input: { shop: number; brands: number[]; is_handled: boolean },
): Promise<{ shop: number; brands: number[] }> {
  const shop = await ownShop(tx, actor, input.shop)
  if (!shop) throw unknownKey('shop', input.shop)
  await requireBrands(tx, input.brands)
  const { numAffectedRows: changed } = await (input.is_handled
    ? sql`
        insert into shop_brand (shop_id, brand_id)
        select ${shop.id}, brand from unnest(${input.brands}::bigint[]) as brand
        on conflict do nothing`
    : sql`delete from shop_brand where shop_id = ${shop.id} and brand_id = any(${input.brands}::bigint[])`
  ).execute(tx)
  if (changed)
    await recordActivity(tx, actor, {
      action: 'shop.set_brands',
      object_type: 'shop',
      object_id: shop.id,
      detail: { count: input.brands.length, is_handled: input.is_handled },
    })
  const handled = await tx
    .selectFrom('shop_brand')
    .select('brand_id')
    .where('shop_id', '=', shop.id)
    .orderBy('brand_id')
    .execute()
  return { shop: shop.id, brands: handled.map((row) => row.brand_id) }
}

export async function companyName(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('company')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

/** When a brand is merged into another. */
export async function moveShopBrands(tx: Tx, brand: number, into: number): Promise<void> {
  await sql`
    insert into shop_brand (shop_id, brand_id)
    select shop_id, ${into}::bigint from shop_brand where brand_id = ${brand} on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from shop_brand where brand_id = ${brand}`.execute(tx)
}

/** Locked, so that a merge comes before or after what is written. */
export async function requireBrands(tx: Tx, brands: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from brand where id = any(${brands}::bigint[]) and merged_into is null order by id for share`.execute(
    tx,
  )
  const known = new Set(rows.map((row) => row.id))
  const unknown = brands.flatMap((brand, index) =>
    known.has(brand) ? [] : [[String(index), unknownMessage(brand)] as const],
  )
  if (unknown.length > 0) throw invalid({ brands: Object.fromEntries(unknown) })
}

const unknownMessage = (key: number): string[] => [`主キー "${key}" は不正です - データが存在しません。`]

/** A shop that takes boxes, with its company. */
export async function requireOpenShop(db: Db, id: number) {
  const shop = await openShop(db, id)
  if (!shop) throw unknownKey('shop', id)
  return shop
}

/** A shop of the actor's company, and one of theirs where they are limited to some. Refuses with `unknownKey` under `shop`. */
export async function requireOwnShop(db: Db, actor: BusinessActor, shop: number): Promise<void> {
  const known = await db
    .selectFrom('shop')
    .select('id')
    .where('id', '=', shop)
    .where('company_id', '=', actor.company_id)
    .executeTakeFirst()
  if (!known || !(actor.shop_ids === null || actor.shop_ids.includes(shop))) throw unknownKey('shop', shop)
}
