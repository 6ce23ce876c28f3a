import { sql } from 'kysely'
import { standsSale } from '#server/domains/sale/sale.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import { joined, type Part, selectRows } from '#server/platform/statement'
import type { Wanted } from './insight.queries.ts'

type Sold = {
  n: number
  revenue: number
  cost: number
  fees: number
  shipping: number
  handling: number
  profit: number
  days_to_sell: number | null
}

/** Own sales of a period that stand, also of one shop alone. */
function sold(actor: BusinessActor, { period, shop }: Wanted): Part {
  const parts = [
    scopeOf(actor, { company: 'f.company_id', shop: 'f.shop_id' }),
    standsSale('f'),
    sql<never>`f.sold_on between ${period.from}::date and ${period.to}::date`,
    ...(shop === undefined ? [] : [sql<never>`f.shop_id = ${shop}`]),
  ]
  return sql`
    select f.sold_on, f.sales_channel, i.brand_id, i.category_id, f.price, coalesce(i.price, 0) as cost, f.fee, f.shipping, f.handling,
      f.sold_on - (i.purchased_at at time zone 'Asia/Tokyo')::date as days
    from sale f join purchase_item i on i.id = f.item_id where ${joined(parts, ' and ')}`
}

const sums = sql`
  count(*) as n, coalesce(sum(price), 0)::bigint as revenue, coalesce(sum(cost), 0)::bigint as cost, coalesce(sum(fee), 0)::bigint as fees,
  coalesce(sum(shipping), 0)::bigint as shipping, coalesce(sum(handling), 0)::bigint as handling,
  coalesce(sum(price - cost - fee - shipping - handling), 0)::bigint as profit`

type Group = Sold & {
  part: 'total' | 'day' | 'brand' | 'category' | 'channel'
  date: string
  sales_channel: number
  brand: number | null
  brand_name: string
  category: number | null
  category_name: string
}

/** Read once and grouped by each of what figures are told by, most revenue first. */
export async function soldSums(db: Db, actor: BusinessActor, wanted: Wanted) {
  const rows = await selectRows<Group>(
    db,
    sql`
    with cell as materialized (${sold(actor, wanted)}), told as (
      select case when grouping(sold_on) = 0 then 'day' when grouping(brand_id) = 0 then 'brand'
          when grouping(category_id) = 0 then 'category' when grouping(sales_channel) = 0 then 'channel' else 'total' end as part,
        sold_on as date, brand_id, category_id, sales_channel, ${sums}, percentile_disc(0.5) within group (order by days) as days_to_sell
      from cell group by grouping sets ((sold_on), (brand_id), (category_id), (sales_channel), ())
    )
    select t.*, t.brand_id as brand, coalesce(b.name, '') as brand_name, t.category_id as category, coalesce(k.name, '') as category_name
    from told t left join brand b on b.id = t.brand_id left join item_category k on k.id = t.category_id
    order by t.date, t.revenue desc, t.n desc, t.brand_id, t.category_id, t.sales_channel`,
  )
  const of = (part: Group['part']) => rows.filter((row) => row.part === part)
  return {
    total: of('total')[0],
    by_day: of('day'),
    by_brand: of('brand'),
    by_category: of('category'),
    by_channel: of('channel'),
  }
}

export async function soldTotal(db: Db, actor: BusinessActor, wanted: Wanted): Promise<Sold> {
  const [row] = await selectRows<Sold>(
    db,
    sql`select ${sums}, null as days_to_sell from (${sold(actor, wanted)}) cell`,
  )
  if (!row) throw new Error('an aggregate returned no row')
  return row
}
