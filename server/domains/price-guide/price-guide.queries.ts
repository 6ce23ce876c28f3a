import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { evidenceMinimum } from '#contract/evidence'
import { ofStore } from '#server/domains/company/company.service'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import { isClosedStore } from '#server/domains/store-look/store-look.predicates'
import type { Db, Tx } from '#server/platform/db'
import type { price_statistic } from '#server/platform/db-types'
import { joined, limited } from '#server/platform/statement'

type Figures = { n: number } & Pick<
  Selectable<price_statistic>,
  'min' | 'q1' | 'median' | 'q3' | 'max' | 'first_on' | 'last_on'
>

/** Leaves out deals of brands that their dealer keeps private. */
const isPublic: RawBuilder<SqlBool> = sql`not exists (
  select from company_brand p where p.company_id = i.company_id and p.brand_id = i.brand_id and p.is_private)`

/** By nearest rank, so that every figure is a price really made, without what campaigns added. */
export async function insertStatistics(tx: Tx, since: string, until: string): Promise<void> {
  await sql`
    insert into price_statistic (company_id, shop_id, brand_id, category_id, grade_band, companies, count, min, q1, median, q3,
      max, first_on, last_on)
    select company_id, shop_id, brand_id, category_id, band, array_agg(distinct dealer), count(*), min(price),
      percentile_disc(0.25) within group (order by price), percentile_disc(0.5) within group (order by price),
      percentile_disc(0.75) within group (order by price), max(price), min(day), max(day)
    from (
      select i.company_id, i.company_id as dealer, i.shop_id, i.brand_id, i.category_id, left(i.grade, 1) as band,
        i.price - i.uplift as price, (i.purchased_at at time zone 'Asia/Tokyo')::date as day
      from purchase_item i
      where i.purchased_at is not null and i.purchased_at >= ${since} and i.purchased_at < ${until} and i.brand_id is not null
        and ${isBoughtItem('i')} and ${isPublic}
    ) deal
    group by grouping sets (
      (brand_id), (brand_id, category_id), (brand_id, category_id, band),
      (company_id, brand_id), (company_id, brand_id, category_id), (company_id, brand_id, category_id, band),
      (company_id, shop_id, brand_id))
    having count(*) >= ${evidenceMinimum}`.execute(tx)
}

/**
 * The newest deal whose deductions are all in words of at least as many deals as figures need, so that no remark about
 * one customer's article is published.
 */
export async function insertExamples(tx: Tx, since: string, until: string): Promise<void> {
  await sql`
    with deal as (
      select i.id, i.company_id, i.brand_id, i.category_id, left(i.grade, 1) as band, i.base_price, i.uplift, i.price, i.purchased_at
      from purchase_item i
      where i.purchased_at is not null and i.purchased_at >= ${since} and i.purchased_at < ${until} and i.brand_id is not null
        and i.deduction_total > 0 and ${isBoughtItem('i')} and ${isPublic}
    ), part as (
      select d.item_id, d.label, d.place, d.amount, d."position", count(*) over (partition by d.label, d.place) as uses
      from deduction d join deal on deal.id = d.item_id
    ), told as (
      select item_id, jsonb_agg(jsonb_build_object('label', label, 'place', place, 'amount', amount) order by "position") as deductions
      from part group by item_id having min(uses) >= ${evidenceMinimum} and count(*) <= ${mostDeductionsShown}
    )
    insert into price_example (company_id, brand_id, category_id, grade_band, base_price, deductions, uplift, price)
    select distinct on (s.company_id) s.company_id, deal.brand_id, deal.category_id, deal.band, deal.base_price, told.deductions,
      deal.uplift, deal.price
    from deal join told on told.item_id = deal.id
      join price_statistic s on s.brand_id = deal.brand_id and s.category_id = deal.category_id and s.grade_band = deal.band
        and (s.company_id is null or s.company_id = deal.company_id)
    order by s.company_id, deal.purchased_at desc, deal.id desc`.execute(tx)
}

const mostDeductionsShown = 3

/** True when there are deals and no figures yet. */
export async function lacksStatistics(db: Db): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select not exists (select from price_statistic)
      and exists (select from purchase_item i where i.purchased_at is not null and ${isBoughtItem('i')}) as lacks`.execute(
    db,
  )
  return rows[0]?.lacks ?? false
}

/** Without what a dealer has made private since the figures were built. */
const isStillPublic = sql<SqlBool>`not exists (
  select from company_brand p where p.brand_id = s.brand_id and p.company_id = any(s.companies) and p.is_private)`

/** Of all shops together. */
const statistics = sql`(select s.* from price_statistic s where s.shop_id is null and ${isStillPublic}) s`

const figures = sql`s.count as n, s.min, s.q1, s.median, s.q3, s.max, s.first_on, s.last_on`

/** What belongs to a store's dealer; to all dealers where the store belongs to nobody. */
const inStore = (
  store: string | undefined,
  table = 's',
): RawBuilder<SqlBool> => sql`${sql.ref(`${table}.company_id`)} is not distinct from (
  select case when count(*) = 1 then min(c.id) end from company c
  where not c.is_operator and c.store_key = ${store ?? ''} and not ${isClosedStore(store ?? '')})`

export interface Wanted {
  brand: number
  category: number | null
  band: string | null
  store: string | undefined
}

/** The narrowest statistic there is. */
export async function narrowestRow(db: Db, { brand, category, band, store }: Wanted) {
  const { rows } = await sql<Figures & { brand: number; category: number | null; grade_band: string | null }>`
    select s.brand_id as brand, s.category_id as category, s.grade_band, ${figures}
    from ${statistics}
    where s.brand_id = ${brand} and ${inStore(store)}
      and (s.category_id is null or s.category_id = ${category}::bigint)
      and (s.grade_band is null or s.grade_band = ${band}::text)
    order by s.category_id is null, s.grade_band is null limit 1`.execute(db)
  return rows[0] ?? null
}

export async function brandRows(db: Db, store: string | undefined, limit: number) {
  const { rows } = await sql<Figures & { id: number; name: string; name_kana: string }>`
    select b.id, b.name, b.name_kana, ${figures}
    from ${statistics} join brand b on b.id = s.brand_id
    where s.category_id is null and ${inStore(store)}
    order by s.count desc, b.name, b.id ${limited({ limit, offset: 0 })}`.execute(db)
  return rows
}

export async function figuresRows(db: Db, brand: number, store: string | undefined) {
  const { rows } = await sql<Figures & { id: number | null; name: string | null }>`
    select k.id, k.name, ${figures}
    from ${statistics} left join item_category k on k.id = s.category_id
    where s.brand_id = ${brand} and s.grade_band is null and ${inStore(store)}
    order by s.category_id is not null, s.count desc, k.name`.execute(db)
  return rows
}

export async function exampleRow(db: Db, store: string | undefined) {
  const { rows } = await sql<
    Figures & {
      brand: number
      brand_name: string
      category: number
      category_name: string
      grade_band: string
      base_price: number
      deductions: { label: string; place: string; amount: number }[]
      uplift: number
      price: number
    }
  >`
    select e.brand_id as brand, b.name as brand_name, e.category_id as category, k.name as category_name, e.grade_band,
      e.base_price, e.deductions, e.uplift, e.price, ${figures}
    from price_example e
      join brand b on b.id = e.brand_id
      join item_category k on k.id = e.category_id
      join ${statistics} on s.brand_id = e.brand_id and s.category_id = e.category_id and s.grade_band = e.grade_band
        and s.company_id is not distinct from e.company_id
    where ${inStore(store, 'e')}`.execute(db)
  return rows[0]
}

export interface DealFilter {
  brand: number | undefined
  shop: number | undefined
  store: string | undefined
  since: string
  until: string
  limit: number
}

/** Of brands of which the shop bought as many as figures need: a single deal would say who sold. */
export async function dealRows(db: Db, { brand, shop, store, since, until, limit }: DealFilter) {
  const conditions = [
    sql`i.purchased_at is not null and i.purchased_at >= ${since} and i.purchased_at < ${until}`,
    isBoughtItem('i'),
    isPublic,
    ofStore('c.store_key', store),
    sql`exists (select from price_statistic s where s.brand_id = i.brand_id and s.shop_id = i.shop_id)`,
    ...(brand === undefined ? [] : [sql`i.brand_id = ${brand}`]),
    ...(shop === undefined ? [] : [sql`i.shop_id = ${shop}`]),
  ]
  const { rows } = await sql<{
    brand: number
    brand_name: string
    category: number
    category_name: string
    grade_band: string
    price: number
    shop: number
    shop_name: string
    purchased_on: string
  }>`
    select b.id as brand, b.name as brand_name, k.id as category, k.name as category_name, left(i.grade, 1) as grade_band,
      i.price - i.uplift as price, h.id as shop, h.name as shop_name, (i.purchased_at at time zone 'Asia/Tokyo')::date as purchased_on
    from purchase_item i
      join brand b on b.id = i.brand_id
      join item_category k on k.id = i.category_id
      join shop h on h.id = i.shop_id
      join company c on c.id = i.company_id
    where ${joined(conditions, ' and ')}
    order by i.purchased_at desc ${limited({ limit, offset: 0 })}`.execute(db)
  return rows
}
