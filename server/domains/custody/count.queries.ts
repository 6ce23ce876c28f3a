import { sql } from 'kysely'
import type { PlaceKind } from '#contract/custody'
import { itemStatus as I } from '#contract/lifecycle'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { limited, nothing, type Part, selectRows } from '#server/platform/statement'
import { isKept, type Spot, spotOf, type ThingRow } from './custody.queries.ts'

export interface CountRow {
  id: number
  place: number
  place_name: string
  kind: PlaceKind
  shop_name: string
  at: string
  by: string
  with_boxes: boolean
  expected: number
  found: number
  missing: number
  extra: number
  open: number
}

const isOwn = (actor: BusinessActor): Part => scopeOf(actor, { company: 'p.company_id', shop: 'p.shop_id' })

/** How many newer counts of the place did not find it either, by an index of its own for each kind. */
const newerWithout = (isSame: Part): Part => sql`(
  select count(*) from custody_count_line x join custody_count m on m.id = x.count_id
  where ${isSame} and x.is_missing and m.place_id = n.place_id and m.id > n.id)`

/** One of the newer counts of the place looked for it and found it. */
const isFoundLater: Part = sql`(select count(*) from custody_count m where m.place_id = n.place_id and m.id > n.id) >
  case when l.item_id is null then ${newerWithout(sql`x.request_id = l.request_id and x.box_seq = l.box_seq`)}
    else ${newerWithout(sql`x.item_id = l.item_id`)} end`

/** Missing: until it is moved, gone back or recycled, or found there after all. Extra: until it is recorded at the place of the count. */
const isSettled: Part = sql`case when l.is_missing then now.place_id is distinct from n.place_id or not ${isKept(sql`l.item_id`)}
    or exists (select from custody_handover h where h.id = now.handover_id and h.at > n.at) or ${isFoundLater}
  else now.handover_id is not null and (now.place_id is not distinct from n.place_id
    or (now.place_id, now.holder_id) is distinct from (l.place_id, l.holder_id)) end`

const lines: Part = sql`custody_count_line l join custody_count n on n.id = l.count_id
  left join custody_position now on now.item_id = l.item_id or (now.request_id = l.request_id and now.box_seq = l.box_seq)`

export async function countRows(
  db: Db,
  actor: BusinessActor,
  { id, place, window }: { id?: number; place?: number | undefined; window?: Window },
): Promise<CountRow[]> {
  return selectRows<CountRow>(
    db,
    sql`select k.id, k.place_id as place, p.name as place_name, p.kind, s.name as shop_name, k.at, u.name as by, k.with_boxes,
      k.expected, k.found, d.missing, d.extra, d.open
    from custody_count k join custody_place p on p.id = k.place_id join shop s on s.id = p.shop_id
    join business_user u on u.id = k.by_id
    cross join lateral (select count(*) filter (where l.is_missing)::int as missing,
      count(*) filter (where not l.is_missing)::int as extra, count(*) filter (where not ${isSettled})::int as open
      from ${lines} join purchase_request r on r.id = l.request_id where l.count_id = k.id and ${isOwnRequest(actor, 'r')}) d
    where ${isOwn(actor)} ${id === undefined ? nothing : sql`and k.id = ${id}`}
      ${place === undefined ? nothing : sql`and k.place_id = ${place}`}
    order by k.id desc ${window === undefined ? nothing : limited(window)}`,
  )
}

export async function countCounts(db: Db, actor: BusinessActor, place: number | undefined): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from custody_count k join custody_place p on p.id = k.place_id
    where ${isOwn(actor)} ${place === undefined ? nothing : sql`and k.place_id = ${place}`}`,
  )
  return row?.count ?? 0
}

export interface CountLineRow extends ThingRow {
  is_missing: boolean
  is_settled: boolean
  /** Where it was recorded when it was counted. */
  recorded: Spot | null
}

export async function countLines(db: Db, actor: BusinessActor, id: number): Promise<CountLineRow[]> {
  return selectRows<CountLineRow>(
    db,
    sql`select '' as code, r.id as request, r.shop_id as shop, l.item_id as item, l.box_seq::int as box, i.slug, i.seq,
      trim(concat(b.name, ' ', coalesce(nullif(i.name, ''), g.name))) as name,
      coalesce(i.status, 0) <> ${sql.lit(I.RETURNED)} as is_here, l.is_missing, ${isSettled} as is_settled,
      ${spotOf('l.place_id', 'l.holder_id')} as recorded, now.place_id as place, now.holder_id as holder,
      ${spotOf('now.place_id', 'now.holder_id')} as spot, null as since
    from ${lines} join purchase_request r on r.id = l.request_id
    left join purchase_item i on i.id = l.item_id
    left join brand b on b.id = i.brand_id left join item_category g on g.id = i.category_id
    where l.count_id = ${id} and ${isOwnRequest(actor, 'r')}
    order by not l.is_missing, r.id, i.seq nulls first, l.box_seq`,
  )
}
