import { type SqlBool, sql } from 'kysely'
import type { DiscrepancyKind } from '#contract/custody'
import { itemStatus as I, openRequestStatuses, requestsIn, requestStatus as S } from '#contract/lifecycle'
import { isItemSeized } from '#server/domains/hold/hold.predicates'
import { isBoughtItem, isGoneItem, isReturnedItem } from '#server/domains/item/item.predicates'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { sharedCount, sharedRows } from '#server/platform/shared-reads'
import { codes, joined, limited, nothing, type Part, selectRows } from '#server/platform/statement'
import { holdsArticles, isKept } from './custody.queries.ts'

export interface DiscrepancyFilter {
  shop?: number | undefined
  kind?: DiscrepancyKind | undefined
  /** Those that somebody has explained, instead of the others. */
  explained?: boolean | undefined
}

export interface Problem {
  kind: DiscrepancyKind
  count: number
  items: number[]
}

/** The customer has not answered yet. */
const unanswered = [...requestsIn('assessing'), S.OFFERED]

const unsettled = [I.RECEIVED, I.ASSESSING, I.ASSESSED, I.NOT_BUYABLE, I.ACCEPTED, I.RETURN_REQUESTED]

const items = sql`array_agg(i.seq order by i.seq)`

const short = (isIn: Part) => sql`
  select r.id as request, 'short' as kind, r.item_count - r.arrived_item_count as count, '{}'::int[] as items
  from purchase_request r
  where ${isIn} and r.status in (${codes(unanswered)}) and r.arrived_item_count < r.item_count`

/** In a shop that has places: recorded in none of them, and with nobody. Open requests first, not all articles. */
const unplaced = (isIn: Part) => sql`(
  with open as materialized (
    select r.id from purchase_request r
    where ${isIn} and r.status in (${codes(openRequestStatuses)})
      and r.shop_id in (select p.shop_id from custody_place p where p.is_active))
  select o.id, 'unplaced', count(*)::int, ${items}
  from open o
  join purchase_item i on i.request_id = o.id and not ${isReturnedItem('i')} and not ${isGoneItem('i')}
  left join custody_position c on c.item_id = i.id
  where coalesce(c.place_id, c.holder_id) is null
  group by o.id)`

/** By the newest count of the place where it is recorded, and not moved since. */
const missing = (isIn: Part) => sql`
  select r.id, 'missing', count(*)::int, array_remove(${items}, null)
  from custody_place p
  cross join lateral (select n.id, n.at from custody_count n where n.place_id = p.id order by n.id desc limit 1) n
  join custody_count_line l on l.count_id = n.id and l.is_missing
  join purchase_request r on r.id = l.request_id
  join custody_position c on c.item_id = l.item_id or (c.request_id = l.request_id and c.box_seq = l.box_seq)
  join custody_handover h on h.id = c.handover_id
  left join purchase_item i on i.id = l.item_id
  where ${isIn} and p.company_id = r.company_id and c.place_id = p.id and h.at <= n.at
    and case when l.item_id is null then ${holdsArticles} else ${isKept(sql`l.item_id`)} end
  group by r.id`

/** Of requests that are over. Articles have the company and the shop of their request. */
const leftOver = (isIn: Part, actor: BusinessActor) => sql`
  select i.request_id, 'left_over', count(*)::int, ${items}
  from purchase_item i
  where ${isIn} and i.status in (${codes(unsettled)}) and i.disposed_at is null and not ${isItemSeized('i')}
    and not exists (
      select from purchase_request o
      where o.id = i.request_id and ${isOwnRequest(actor, 'o')} and o.status in (${codes(openRequestStatuses)}))
  group by i.request_id`

/** Each request with what does not add up, as one text that changes with it. */
function found(actor: BusinessActor, { shop, request }: { shop?: number | undefined; request?: number }) {
  const within = (alias: string, id: string): Part =>
    joined(
      [
        scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.shop_id` }),
        ...(shop === undefined ? [] : [sql`${sql.ref(`${alias}.shop_id`)} = ${shop}`]),
        ...(request === undefined ? [] : [sql`${sql.ref(id)} = ${request}`]),
      ],
      ' and ',
    )
  const isIn = within('r', 'r.id')
  const kinds = [short(isIn), unplaced(isIn), missing(isIn), leftOver(within('i', 'i.request_id'), actor)]
  return sql`(
    select p.request, jsonb_agg(jsonb_build_object('kind', p.kind, 'count', p.count, 'items', p.items) order by p.kind) as problems,
      string_agg(concat(p.kind, ' ', p.count, ' ', p.items), '; ' order by p.kind) as found
    from (${sql.join(kinds, sql` union all `)}) p group by p.request)`
}

const newestExplanation = sql`left join lateral (
  select e.* from custody_explanation e where e.request_id = f.request order by e.id desc limit 1
) e on e.found = f.found`

function matching(actor: BusinessActor, { shop, kind, explained = false }: DiscrepancyFilter): Part {
  const ofKind = sql<SqlBool>`f.problems @> ${JSON.stringify([{ kind }])}::jsonb`
  return sql`${found(actor, { shop })} f ${newestExplanation}
    where ${explained ? sql`e.id is not null` : sql`e.id is null`}
    ${kind === undefined ? nothing : sql`and ${ofKind}`}`
}

export const countDiscrepancies = (
  db: Db,
  actor: BusinessActor,
  filter: DiscrepancyFilter,
): Promise<number> => sharedCount(db, actor.company_id, matching(actor, filter))

export interface DiscrepancyRow {
  request: number
  status: number
  shop: number
  shop_name: string
  customer_name: string
  arrived_at: string | null
  declared: number | null
  received: number | null
  articles: number
  placed: number
  sold: number
  returned: number
  disposed: number
  problems: Problem[]
  found: string
  explanation: { reason: string; by: string; at: string } | null
}

interface Found {
  request: number
  problems: Problem[]
  found: string
  /** Of a line in `custody_explanation`. */
  explanation: number | null
}

/** What people see of requests of which is known what does not add up; newest first. */
async function described(db: Db, known: readonly Found[]): Promise<DiscrepancyRow[]> {
  const rows = await selectRows<Omit<DiscrepancyRow, 'problems' | 'found'>>(
    db,
    sql`
    select r.id as request, r.status, r.shop_id as shop, s.name as shop_name, u.name as customer_name, r.arrived_at,
      r.item_count as declared, r.arrived_item_count as received, x.*,
      case when e.id is not null then jsonb_build_object('reason', e.reason, 'at', e.at, 'by', b.name) end as explanation
    from unnest(${known.map(({ request }) => request)}::bigint[], ${known.map(({ explanation }) => explanation)}::bigint[])
      as f(request, explanation)
    join purchase_request r on r.id = f.request
    join shop s on s.id = r.shop_id
    join customer u on u.id = r.customer_id
    left join custody_explanation e on e.id = f.explanation
    left join business_user b on b.id = e.by_id
    cross join lateral (
      select count(*)::int as articles, count(coalesce(c.place_id, c.holder_id))::int as placed,
        count(*) filter (where ${isBoughtItem('i')})::int as sold,
        count(*) filter (where ${isReturnedItem('i')})::int as returned,
        count(i.disposed_at)::int as disposed
      from purchase_item i left join custody_position c on c.item_id = i.id where i.request_id = r.id) x
    order by r.id desc`,
  )
  const by = new Map(known.map((one) => [one.request, one]))
  return rows.map((row) => {
    const { problems = [], found = '' } = by.get(row.request) ?? {}
    return { ...row, problems, found }
  })
}

const pageOf = (db: Db, actor: BusinessActor, filter: DiscrepancyFilter, window: Window) =>
  sharedRows<Found & { count: number }>(
    db,
    actor.company_id,
    sql`select f.request, f.problems, f.found, e.id as explanation, count(*) over () as count
      from ${matching(actor, filter)} order by f.request desc ${limited(window)}`,
  )

export async function discrepancyRows(
  db: Db,
  actor: BusinessActor,
  filter: DiscrepancyFilter,
  window: Window,
): Promise<DiscrepancyRow[]> {
  return described(db, await pageOf(db, actor, filter, window))
}

/** The first page with the count: finding what does not add up is most of the work of both. */
export async function firstDiscrepancies(
  db: Db,
  actor: BusinessActor,
  filter: DiscrepancyFilter,
  limit: number,
): Promise<{ rows: DiscrepancyRow[]; count: number }> {
  const page = await pageOf(db, actor, filter, { limit, offset: 0 })
  return { rows: await described(db, page), count: page[0]?.count ?? 0 }
}

/** Also of a request whose articles add up; the caller has found it to be in reach. */
export async function discrepancyRow(
  db: Db,
  actor: BusinessActor,
  request: number,
): Promise<DiscrepancyRow | undefined> {
  const known = await selectRows<Found>(
    db,
    sql`
      select ${request}::bigint as request, coalesce(f.problems, '[]') as problems, coalesce(f.found, '') as found, e.id as explanation
      from (select) one left join ${found(actor, { request })} f on true ${newestExplanation}`,
  )
  const [row] = await described(db, known)
  return row
}
