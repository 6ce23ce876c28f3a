import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { gapBandNames, gapStarts, type Outcome } from '#contract/insight'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import { daysBetween, joined, type Part, selectRows } from '#server/platform/statement'
import type { Period } from './insight.rules.ts'

export interface Wanted {
  period: Period
  shop: number | undefined
}

/** Own rows of the table `f` on the days of a period, also of one shop alone. */
function among(actor: BusinessActor, { period, shop }: Wanted, time: string): RawBuilder<SqlBool> {
  const own = scopeOf(actor, { company: 'f.company_id', shop: 'f.shop_id' })
  const only = shop === undefined ? [] : [sql`f.shop_id = ${shop}`]
  return sql<SqlBool>`${joined([own, ...only, ...daysBetween(`f.${time}`, period.from, period.to)], ' and ')}`
}

export interface LeadRow {
  n: number
  wait: Percentiles
  assess: Percentiles
  check: Percentiles
  lead: Percentiles
  over_p90: number
}
interface Percentiles {
  n: number
  at: [number, number] | null
}

const percentiles = (column: string): Part =>
  sql`jsonb_build_object('n', count(${sql.ref(column)}), 'at', percentile_disc(array[0.5, 0.9]) within group (order by ${sql.ref(column)}))`

export async function leadRow(db: Db, actor: BusinessActor, wanted: Wanted): Promise<LeadRow | undefined> {
  const rows = await selectRows<LeadRow>(
    db,
    sql`
    with box as materialized (
      select f.wait_minutes, f.assess_minutes, f.check_minutes, f.lead_minutes
      from published_request f where ${among(actor, wanted, 'published_at')}
    ), told as (
      select count(*) as n, ${percentiles('wait_minutes')} as wait, ${percentiles('assess_minutes')} as assess,
        ${percentiles('check_minutes')} as check, ${percentiles('lead_minutes')} as lead
      from box
    )
    select told.*, (select count(*) from box where lead_minutes > (told.lead -> 'at' ->> 1)::integer) as over_p90 from told`,
  )
  return rows[0]
}

export async function leadByShop(db: Db, actor: BusinessActor, wanted: Wanted) {
  return selectRows<{ shop: number; shop_name: string; n: number; at: [number, number] | null }>(
    db,
    sql`
    select s.id as shop, s.name as shop_name, coalesce(t.n, 0) as n, t.at
    from shop s left join (
      select f.shop_id, count(*) as n, percentile_disc(array[0.5, 0.9]) within group (order by f.lead_minutes) as at
      from published_request f where ${among(actor, wanted, 'published_at')} group by 1
    ) t on t.shop_id = s.id
    where ${ownShops(actor, wanted)} order by s.id`,
  )
}

/** Also those without a figure. */
const ownShops = (actor: BusinessActor, { shop }: Wanted): Part =>
  sql`${scopeOf(actor, { company: 's.company_id', shop: 's.id' })}${shop === undefined ? sql`` : sql` and s.id = ${shop}`}`

export interface OutcomeRow {
  shop: number
  shop_name: string
  outcome: Outcome | null
  n: number
  n_before: number
}

export async function outcomeRows(db: Db, actor: BusinessActor, wanted: Wanted, before: Period) {
  const both = { ...wanted, period: { from: before.from, to: wanted.period.to } }
  const isNow = joined(daysBetween('f.ended_at', wanted.period.from, undefined), ' and ')
  return selectRows<OutcomeRow>(
    db,
    sql`
    select s.id as shop, s.name as shop_name, t.outcome, coalesce(t.n, 0) as n, coalesce(t.n_before, 0) as n_before
    from shop s left join (
      select f.shop_id, f.outcome, count(*) filter (where ${isNow}) as n, count(*) filter (where not ${isNow}) as n_before
      from offer_outcome f where ${among(actor, both, 'ended_at')} group by 1, 2
    ) t on t.shop_id = s.id
    where ${ownShops(actor, wanted)} order by s.id`,
  )
}

/** Grouped once by all that figures are told by; the rest is adding. */
const boughtCells = (actor: BusinessActor, wanted: Wanted): Part => sql`
  select (f.purchased_at at time zone 'Asia/Tokyo')::date as day, f.shop_id, f.brand_id, f.category_id,
    count(*) as items, sum(f.price) as amount
  from purchase_item f
  where f.purchased_at is not null and ${isBoughtItem('f')} and ${among(actor, wanted, 'purchased_at')}
  group by 1, 2, 3, 4`

type Bought = { item_count: number; amount: number }

export interface BoughtSums {
  by_day: (Bought & { date: string })[]
  by_brand: (Bought & { brand: number | null; brand_name: string })[]
  by_category: (Bought & { category: number | null; category_name: string })[]
  by_shop: (Bought & { shop: number; shop_name: string })[]
}

const listOf = (shape: Part, from: Part, order: Part): Part =>
  sql`(select coalesce(jsonb_agg(${shape} order by ${order}), '[]') from ${from})`

const sums = sql`sum(items)::bigint as items, sum(amount)::bigint as amount`

export async function boughtSums(db: Db, actor: BusinessActor, wanted: Wanted): Promise<BoughtSums> {
  const most = sql`t.amount desc, t.items desc`
  const [row] = await selectRows<BoughtSums>(
    db,
    sql`
    with cell as materialized (${boughtCells(actor, wanted)})
    select
      ${listOf(
        sql`jsonb_build_object('date', t.day, 'item_count', t.items, 'amount', t.amount)`,
        sql`(select day, ${sums} from cell group by 1) t`,
        sql`t.day`,
      )} as by_day,
      ${listOf(
        sql`jsonb_build_object('brand', t.brand_id, 'brand_name', coalesce(b.name, ''), 'item_count', t.items, 'amount', t.amount)`,
        sql`(select brand_id, ${sums} from cell group by 1) t left join brand b on b.id = t.brand_id`,
        sql`${most}, t.brand_id`,
      )} as by_brand,
      ${listOf(
        sql`jsonb_build_object('category', t.category_id, 'category_name', coalesce(k.name, ''), 'item_count', t.items, 'amount', t.amount)`,
        sql`(select category_id, ${sums} from cell group by 1) t left join item_category k on k.id = t.category_id`,
        sql`${most}, t.category_id`,
      )} as by_category,
      ${listOf(
        sql`jsonb_build_object('shop', s.id, 'shop_name', s.name, 'item_count', coalesce(t.items, 0), 'amount', coalesce(t.amount, 0))`,
        sql`shop s left join (select shop_id, ${sums} from cell group by 1) t on t.shop_id = s.id where ${ownShops(actor, wanted)}`,
        sql`s.id`,
      )} as by_shop`,
  )
  return row ?? { by_day: [], by_brand: [], by_category: [], by_shop: [] }
}

export async function boughtTotal(db: Db, actor: BusinessActor, wanted: Wanted): Promise<Bought> {
  const [row] = await selectRows<Bought>(
    db,
    sql`
    select count(*) as item_count, coalesce(sum(f.price), 0)::bigint as amount from purchase_item f
    where f.purchased_at is not null and ${isBoughtItem('f')} and ${among(actor, wanted, 'purchased_at')}`,
  )
  return row ?? { item_count: 0, amount: 0 }
}

/** An assessor's figures are their own; the administrators of the company compare them. */
const ownPrices = (actor: BusinessActor): Part =>
  actor.is_admin ? sql`f.assessor_id is not null` : sql`f.assessor_id = ${actor.business_user_id}`

export interface SpreadRow {
  assessor: number
  assessor_name: string
  n: number
  priced: number
  q1: number | null
  median: number | null
  q3: number | null
}

/**
 * By nearest rank, from the number of prices at each thousandth: no sorting of every price. Articles of which nothing says
 * what is usual are not compared.
 */
export async function spreadRows(db: Db, actor: BusinessActor, wanted: Wanted) {
  return selectRows<SpreadRow>(
    db,
    sql`
    with counted as (
      select f.assessor_id, f.deviation, count(*) as n
      from published_item f where ${among(actor, wanted, 'published_at')} and ${ownPrices(actor)} group by 1, 2
    ), ranked as (
      select assessor_id, deviation, n, sum(n) over (partition by assessor_id order by deviation) as upto,
        coalesce(sum(n) filter (where deviation is not null) over (partition by assessor_id), 0) as total
      from counted
    )
    select u.id as assessor, u.name as assessor_name, max(r.total)::bigint as n, sum(r.n)::bigint as priced,
      min(r.deviation) filter (where r.upto * 4 >= r.total) as q1,
      min(r.deviation) filter (where r.upto * 2 >= r.total) as median,
      min(r.deviation) filter (where r.upto * 4 >= r.total * 3) as q3
    from ranked r join business_user u on u.id = r.assessor_id
    group by 1, 2 order by median nulls last, u.id`,
  )
}

export async function gapRows(db: Db, actor: BusinessActor, wanted: Wanted) {
  const rows = await selectRows<{ place: number; n: number }>(
    db,
    sql`
    select width_bucket(f.past_deviation, ${gapStarts}::integer[]) as place, count(*) as n
    from published_item f
    where ${among(actor, wanted, 'published_at')} and f.past_deviation is not null group by 1`,
  )
  return gapBandNames.map((band, place) => ({
    band,
    n: rows.find((row) => row.place === place)?.n ?? 0,
  }))
}
