import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ofStore } from '#server/domains/company/company.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

export interface Accuracy {
  n: number
  within: number
  below: number
  above: number
  median_error_permille: number | null
}

const figures = sql`
  count(*)::int as n, count(*) filter (where r.is_within)::int as within,
  count(*) filter (where not r.is_within and r.error_permille < 0)::int as below,
  count(*) filter (where not r.is_within and r.error_permille > 0)::int as above,
  percentile_disc(0.5) within group (order by abs(r.error_permille)) as median_error_permille`

export async function accuracyOf(
  db: Db,
  { company, from }: { company: number; from: string },
): Promise<Accuracy> {
  const { rows } = await sql<Accuracy>`
    select ${figures} from pre_assessment_result r
    where r.company_id = ${company} and r.decided_on >= ${from}::date`.execute(db)
  return rows[0] as Accuracy
}

export async function accuracyOfStore(
  db: Db,
  { store, from }: { store: string | undefined; from: string },
): Promise<Accuracy> {
  const { rows } = await sql<Accuracy>`
    select ${figures} from pre_assessment_result r join company c on c.id = r.company_id
    where r.decided_on >= ${from}::date and ${ofStore('c.store_key', store)}`.execute(db)
  return rows[0] as Accuracy
}

export interface Period {
  from: string
  to: string
  shop?: number | undefined
}

const conditionsOf = (actor: BusinessActor, { from, to, shop }: Period): RawBuilder<SqlBool> =>
  sql`${scopeOf(actor, { company: 'r.company_id', shop: 'r.shop_id' })}
    and r.decided_on between ${from}::date and ${to}::date
    and (${shop ?? null}::bigint is null or r.shop_id = ${shop ?? null}::bigint)`

const groups = {
  brand: sql`join pre_assessment_item p on p.id = r.pre_item_id left join brand g on g.id = p.brand_id`,
  category: sql`join pre_assessment_item p on p.id = r.pre_item_id left join item_category g on g.id = p.category_id`,
  shop: sql`left join shop g on g.id = r.shop_id`,
  operator: sql`left join business_user g on g.id = r.operator_id`,
} as const

export async function ownAccuracy(db: Db, actor: BusinessActor, period: Period): Promise<Accuracy> {
  const { rows } = await sql<Accuracy>`
    select ${figures} from pre_assessment_result r where ${conditionsOf(actor, period)}`.execute(db)
  return rows[0] as Accuracy
}

export async function accuracyBy(db: Db, actor: BusinessActor, by: keyof typeof groups, period: Period) {
  const { rows } = await sql<Accuracy & { id: number | null; name: string }>`
    select g.id, coalesce(g.name, '') as name, ${figures}
    from pre_assessment_result r ${groups[by]} where ${conditionsOf(actor, period)}
    group by g.id, g.name order by count(*) desc, g.id limit 100`.execute(db)
  return rows
}

export interface ResultRow {
  pre_assessment: number
  slug: string
  brand_name: string
  category_name: string
  condition_name: string
  shop_name: string
  operator_name: string
  low: number
  center: number
  high: number
  price: number
  error_permille: number
  is_within: boolean
  decided_on: string
}

export async function countResults(db: Db, actor: BusinessActor, period: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pre_assessment_result r where ${conditionsOf(actor, period)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Each article that the figures are of. */
export const allResults = (db: Db, actor: BusinessActor, period: Period) =>
  sql<ResultRow>`
    select p.pre_assessment_id as pre_assessment, x.slug, coalesce(b.name, p.brand_text) as brand_name,
      coalesce(c.name, '') as category_name, coalesce(s.name, '') as condition_name, coalesce(h.name, '') as shop_name,
      coalesce(u.name, '') as operator_name, r.low, r.center, r.high, r.price, r.error_permille, r.is_within, r.decided_on
    from pre_assessment_result r join purchase_item x on x.id = r.item_id
    join pre_assessment_item p on p.id = r.pre_item_id left join brand b on b.id = p.brand_id
    left join item_category c on c.id = p.category_id left join pre_assessment_status s on s.id = p.status_id
    left join shop h on h.id = r.shop_id left join business_user u on u.id = r.operator_id
    where ${conditionsOf(actor, period)} order by r.decided_on desc, r.item_id desc`.compile(db)

/** Once an article is sold to the shop; without what a campaign added, as it was named without. */
export async function insertResults(tx: Tx, items: readonly number[], day: string): Promise<void> {
  await sql`
    insert into pre_assessment_result (item_id, pre_item_id, company_id, shop_id, operator_id,
      low, center, high, price, error_permille, is_within, decided_on)
    select i.id, p.id, a.company_id, i.shop_id, a.operator_id, p.low, p.center, p.high, i.price - i.uplift,
      e.error_permille, (i.price - i.uplift between p.low and p.high) or abs(e.error_permille) <= 150, ${day}::date
    from pre_assessed_item l join purchase_item i on i.id = l.item_id
    join pre_assessment_item p on p.id = l.pre_item_id join pre_assessment a on a.id = p.pre_assessment_id
    cross join lateral (
      select round((i.price - i.uplift - p.center) * 1000.0 / greatest(p.center, 1))::int as error_permille) e
    where l.item_id = any(${items}::bigint[]) and p.center is not null
    on conflict (item_id) do nothing`.execute(tx)
}
