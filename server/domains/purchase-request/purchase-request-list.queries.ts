import { type CompiledQuery, sql } from 'kysely'
import { tokyoDate } from '#contract/day'
import {
  type RequestStation,
  requestStations,
  requestsIn,
  requestStatus as S,
  stationStatuses,
} from '#contract/lifecycle'
import { requestOrder } from '#contract/purchase-request'
import { searchTerms } from '#contract/search-terms'
import { bigrams, foldSearch, withoutSeparators } from '#contract/text'
import type { Carrier } from '#contract/tracking-number'
import { brandLike } from '#server/domains/catalogue/brand-search.rules'
import { codesWithout, idsOf, requestsOfCodes } from '#server/domains/customer/code-search'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { containing } from '#server/platform/like'
import { type Counted, countOf, orderingOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { listCount, readTogether, sharedPage, sharedRows } from '#server/platform/shared-reads'
import {
  codes,
  daysBetween,
  joined,
  limited,
  nothing,
  type Part,
  selectRows,
} from '#server/platform/statement'
import { type KitRecord, kitSummary } from './purchase-request.kit.ts'
import { isOwnRequest, resultIsOut, statementWaits } from './purchase-request.predicates.ts'
import { type Agreed, agreedOfRequest } from './purchase-request.queries.ts'
import {
  hasSplittingItem,
  isAtStation,
  isLate,
  isLateByStatus,
  stationOf,
} from './purchase-request.station.ts'

type Reader = CustomerActor | BusinessActor

export interface RequestFilter {
  ids?: readonly number[] | undefined
  id?: number | undefined
  status?: number | undefined
  shop?: number | undefined
  brand_name?: string | undefined
  customer_id?: number | undefined
  customer_name?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  delivering_option?: string | undefined
  pickup_date?: string | undefined
  ordering?: string | undefined
  q?: string | undefined
  view?: string | undefined
  assessor?: number | undefined
  published_from?: string | undefined
  published_to?: string | undefined
  lead_over?: number | undefined
  ended_from?: string | undefined
  ended_to?: string | undefined
  outcome?: string | undefined
}

function conditions(actor: Reader, filter: RequestFilter): Part[] {
  const parts: Part[] = [isOwnRequest(actor, 'r')]
  const add = (part: Part) => parts.push(part)
  if (filter.id !== undefined) add(sql`r.id = ${filter.id}`)
  if (filter.ids) add(sql`r.id = any(${filter.ids}::bigint[])`)
  if (filter.status !== undefined) add(sql`r.status = ${filter.status}`)
  if (filter.shop !== undefined) add(sql`r.shop_id = ${filter.shop}`)
  parts.push(...daysBetween('r.created_at', filter.date_from, filter.date_to))
  if (filter.delivering_option) add(wayCondition(filter.delivering_option))
  if (filter.pickup_date) add(sql`r.pickup_date = ${filter.pickup_date}::date`)
  if (filter.brand_name) add(brandCondition(actor, filter.brand_name))
  if (actor.kind === 'business') parts.push(...businessConditions(actor, filter))
  return parts
}

function brandCondition(actor: Reader, name: string): Part {
  const brands = sql`select b.id from brand b where b.search_text like ${brandLike(name)}`
  return actor.kind === 'business'
    ? sql`r.id in (select i.request_id from purchase_item i
        where i.company_id = ${actor.company_id} and i.brand_id in (${brands}))`
    : // The customer cannot find a request by an assessment that is not published.
      sql`(${resultIsOut('r')} and exists (
        select from purchase_item i where i.request_id = r.id and i.brand_id in (${brands})))`
}

/** `PICKUP_AND_SELF` is a shop's setting; it finds requests to such shops. */
function wayCondition(option: string): Part {
  return option === 'PICKUP_AND_SELF'
    ? sql`exists (select from shop w where w.id = r.shop_id and w.delivering_option = 'PICKUP_AND_SELF')`
    : sql`r.delivering_option = ${option}`
}

function businessConditions(actor: BusinessActor, filter: RequestFilter): Part[] {
  const parts: Part[] = []
  if (filter.customer_id !== undefined) parts.push(sql`r.customer_id = ${filter.customer_id}`)
  if (filter.assessor !== undefined) parts.push(sql`r.assessor_id = ${filter.assessor}`)
  if (filter.customer_name) parts.push(nameCondition(actor, filter.customer_name))
  if (filter.q) parts.push(anythingCondition(actor, filter.q))
  if (filter.view) parts.push(viewCondition(actor, filter.view))
  const published = publishedConditions(filter)
  if (published.length > 0) parts.push(inRecord(actor, 'published_request', published))
  const ended = endedConditions(filter)
  if (ended.length > 0) parts.push(inRecord(actor, 'offer_outcome', ended))
  return parts
}

/** What figures count, under the same conditions. */
const inRecord = (actor: BusinessActor, table: string, conditions: readonly Part[]): Part =>
  sql`r.id in (select f.request_id from ${sql.table(table)} f
    where ${scopeOf(actor, { company: 'f.company_id', shop: 'f.shop_id' })} and ${joined(conditions, ' and ')})`

function publishedConditions(filter: RequestFilter): Part[] {
  const parts = daysBetween('f.published_at', filter.published_from, filter.published_to)
  if (filter.lead_over !== undefined) parts.push(sql`f.lead_minutes > ${filter.lead_over}::bigint`)
  return parts
}

function endedConditions({ ended_from, ended_to, outcome }: RequestFilter): Part[] {
  const parts = daysBetween('f.ended_at', ended_from, ended_to)
  if (outcome) parts.push(outcome === 'refused' ? sql`f.outcome <> 'sold'` : sql`f.outcome = ${outcome}`)
  return parts
}

/** Two letters or more use the index of letter pairs; the text decides. */
function nameCondition(actor: BusinessActor, name: string): Part {
  const folded = foldSearch(name)
  const grams = bigrams(folded)
  const text = sql`c.search_text like ${containing(foldSearch(name))}`
  if (folded.length < 2) return text
  const first = sql`exists (select 1 from request_name_gram g
    where g.company_id = ${actor.company_id} and g.gram = ${grams[0] as string} and g.request_id = r.id)`
  return isPair(name) ? first : sql`${first} and ${text}`
}

function anythingCondition(actor: BusinessActor, q: string): Part {
  const terms = searchTerms(q)
  if ('words' in terms) return nameCondition(actor, q)
  const { codes } = terms
  const [only] = codes
  // A few digits may also be part of a telephone number.
  if (codes.length === 1 && only?.kind === 'request')
    return sql`(r.id = ${only.id} or c.phone like ${`%${withoutSeparators(q)}%`})`
  return sql`r.id in (${idsOf(requestsOfCodes(codes))})`
}

/** The codes among several for which the list shows no row. */
export async function requestCodesMissing(
  db: Db,
  actor: BusinessActor,
  { q, ...filter }: RequestFilter,
): Promise<string[]> {
  const terms = searchTerms(q ?? '')
  if ('words' in terms || terms.codes.length < 2) return []
  const rows = sql`purchase_request r on r.id = found.id ${joinCustomer(filter)}
    where ${joined(conditions(actor, filter), ' and ')}`
  return codesWithout(db, terms.codes, requestsOfCodes(terms.codes), rows)
}

export async function waitingStatements(db: Db, actor: CustomerActor, most: number): Promise<number[]> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select r.id from purchase_request r where ${isOwnRequest(actor, 'r')} and ${statementWaits('r')}
      order by r.id desc limit ${sql.lit(most)}`,
  )
  return rows.map(({ id }) => id)
}

const isStation = (view: string): view is RequestStation =>
  (requestStations as readonly string[]).includes(view)

export function viewCondition(actor: BusinessActor, view: string): Part {
  switch (view) {
    case 'late':
      return isLate(actor.at)
    case 'arriving':
      return sql`(r.status in (${codes([S.AWAITING_SHIPMENT, S.IN_TRANSIT])}) and (r.pickup_date is null or r.pickup_date <= ${tokyoDate(actor.at)}::date))`
    case 'mine':
      return sql`(r.assessor_id = ${actor.business_user_id} and r.status in (${codes(requestsIn('assessing', 'deciding'))}))`
    case 'objected':
      return sql`r.id in (select o.request_id from count_objection o where o.answered_at is null)`
    case 'statement':
      return statementWaits('r')
    default:
      return isStation(view) ? isAtStation(view) : sql`true`
  }
}

const orderColumns = {
  id: 'r.id',
  created_at: 'r.id',
  updated_at: 'r.updated_at',
  status_changed_at: 'r.status_changed_at',
  pickup_date: 'r.pickup_date',
  arrived_at: 'r.arrived_at',
  offer_expires_at: 'r.offer_expires_at',
  offer_total: 'r.offer_total',
  status: 'r.status',
  shop: 'r.shop_id',
} as const satisfies Record<(typeof requestOrder.fields)[number], string>
type OrderColumn = (typeof orderColumns)[keyof typeof orderColumns]

/** Whether the counters by shop and status suffice. */
function countersSuffice(filter: RequestFilter): boolean {
  const { status: _status, shop: _shop, ordering: _ordering, ...rest } = filter
  return Object.entries(rest).every(
    ([key, value]) => key === 'page' || key === 'size' || value === undefined || value === '',
  )
}

export async function countRequests(db: Db, actor: Reader, filter: RequestFilter): Promise<number> {
  const { count } = await countRequestsForList(db, actor, filter, true)
  return count
}

/** To the end only if that is quick, unless `isExact`. */
export async function countRequestsForList(
  db: Db,
  actor: Reader,
  filter: RequestFilter,
  isExact?: boolean,
): Promise<Counted> {
  const counted = countedByCounters(actor, filter) ?? countedByPairs(actor, filter)
  if (counted) {
    const [row] = await selectRows<{ count: number }>(db, sql`select ${counted} as count`)
    return { count: row?.count ?? 0 }
  }
  const from = sql`purchase_request r ${joinCustomer(filter)} where ${joined(conditions(actor, filter), ' and ')}`
  if (actor.kind !== 'business') return { count: await countOf(db, from) }
  return listCount(db, actor.company_id, () => sql`select from ${from}`)(isExact)
}

export async function countByStation(
  db: Db,
  actor: BusinessActor,
  shop: number | undefined,
): Promise<Map<string, { count: number; late: number }>> {
  const scope = conditions(actor, shop === undefined ? {} : { shop })
  const rows = await sharedRows<{ status: number; splits: boolean; count: number; late: number }>(
    db,
    actor.company_id,
    sql`
      select r.status, x.splits, count(*) as count, count(*) filter (where ${isLateByStatus(actor.at)}) as late
      from purchase_request r cross join ${hasSplittingItem}
      where ${joined(scope, ' and ')} and r.status = any(${stationStatuses}::smallint[]) group by 1, 2`,
  )
  const stations = new Map<string, { count: number; late: number }>()
  for (const { status, splits, count, late } of rows) {
    const station = stationOf(status, splits)
    if (!station) continue
    const before = stations.get(station) ?? { count: 0, late: 0 }
    stations.set(station, { count: before.count + count, late: before.late + late })
  }
  return stations
}

export async function openObjections(
  db: Db,
  requestIds: readonly number[],
): Promise<Map<number, { objection: string; objected_at: string }>> {
  const rows = await db
    .selectFrom('count_objection')
    .select(['request_id', 'text', 'at'])
    .where('request_id', '=', sql<number>`any(${requestIds}::bigint[])`)
    .where('answered_at', 'is', null)
    .execute()
  return new Map(rows.map(({ request_id, text, at }) => [request_id, { objection: text, objected_at: at }]))
}

/** Counters plus the deltas since; null if the filter needs more. */
function countedByCounters(actor: Reader, filter: RequestFilter): Part | null {
  if (actor.kind !== 'business' || !countersSuffice(filter)) return null
  const parts = [scopeOf(actor, { company: 'n.company_id', shop: 'n.shop_id' })]
  if (filter.status !== undefined) parts.push(sql`n.status = ${filter.status}`)
  if (filter.shop !== undefined) parts.push(sql`n.shop_id = ${filter.shop}`)
  const where = joined(parts, ' and ')
  return sql`(select coalesce(sum(n.count), 0)::bigint from (
    select n.company_id, n.shop_id, n.status, n.count from request_count n
    union all select n.company_id, n.shop_id, n.status, n.delta from request_count_delta n) n where ${where})`
}

/** From the letter pairs alone; null if the filter needs more or the reader is limited to shops. */
function countedByPairs(actor: Reader, filter: RequestFilter): Part | null {
  const { customer_name: name, ...rest } = filter
  if (actor.kind !== 'business' || actor.shop_ids !== null || !name || !isPair(name)) return null
  if (rest.status !== undefined || rest.shop !== undefined || !countersSuffice(rest)) return null
  return sql`(select count(*) from request_name_gram g
    where ${scopeOf(actor, { company: 'g.company_id' })} and g.gram = ${bigrams(foldSearch(name))[0] as string})`
}

// Joins only where the filter needs it: for a pair of letters the join took two thirds of the time.
function joinCustomer(filter: RequestFilter): Part {
  const looks = filter.q || (filter.customer_name && !isPair(filter.customer_name))
  return looks ? sql`join customer c on c.id = r.customer_id` : nothing
}

const isPair = (name: string): boolean => foldSearch(name).length === 2

export interface RequestListRow {
  id: number
  status: number
  shop: number
  shop_name: string
  delivering_option: string
  carrier: Carrier | null
  pickup_date: string | null
  pickup_time_slot: string | null
  box_count: number
  arrived_box_count: number
  kit: ReturnType<typeof kitSummary> | null
  item_count: number | null
  arrived_at: string | null
  offer_total: number | null
  agreed: Agreed | null
  offer_expires_at: string | null
  created_at: string
  updated_at: string
  status_changed_at: string
  customer: number
  customer_name: string
  assessor: number | null
  assessor_name: string | null
  is_held: boolean
  version: number
  delivered_at: string | null
}

/**
 * Cuts the page out over an index before joining; past the middle it reads the index from the other end. Calls
 * for the same page at the same moment share its rows.
 */
export async function listRequests(
  db: Db,
  actor: Reader,
  filter: RequestFilter,
  window: Window,
  total?: Counted,
): Promise<RequestListRow[]> {
  const count = total?.isLimited ? undefined : total?.count
  const fromEnd = count !== undefined && window.offset > count / 2 && window.offset < count
  const limit = fromEnd ? Math.min(window.limit, count - window.offset) : window.limit
  const offset = fromEnd ? count - window.offset - limit : window.offset
  const place = { limit, offset, fromEnd }
  const page =
    actor.kind === 'business'
      ? await sharedPage(db, actor.company_id, chosen(actor, filter, place))
      : sql`(${chosen(actor, filter, place)}) page`
  const rows = await readTogether<StoredRow>(db, pageOf(actor, filter, page, nothing))
  return rows.map((row) => shownRow(row, actor.at))
}

/** Rows of these ids, in any order. */
export async function requestsOfIds(db: Db, actor: BusinessActor, ids: number[]): Promise<RequestListRow[]> {
  const page = sql`unnest(${ids}::bigint[]) as page(id)`
  const rows = await readTogether<StoredRow>(db, pageOf(actor, {}, page, nothing))
  return rows.map((row) => shownRow(row, actor.at))
}

export const changedRequests = (actor: BusinessActor, filter: RequestFilter, isNews: IsNews): Part =>
  sql`select r.id, r.changed_at as at from purchase_request r ${joinCustomer(filter)}
    where ${joined(conditions(actor, filter), ' and ')} and ${isNews(sql`r.changed_at`, sql`r.id`)}`

type Place = Window & { fromEnd: boolean }

/** All rows of the list, in its order. */
export const allRequests = (db: Db, actor: BusinessActor, filter: RequestFilter) =>
  pageOf(actor, filter, sql`(${chosen(actor, filter, null)}) page`, nothing).compile(
    db,
  ) as CompiledQuery<StoredRow>

type StoredRow = Omit<RequestListRow, 'kit'> & {
  kit: Pick<KitRecord, 'size' | 'expected_on' | 'sent_at'> | null
}

const shownRow = <Row extends StoredRow>(row: Row, at: Date) => ({
  ...row,
  kit: row.kit && kitSummary(row.kit, row, at),
})

/** Other orders read every request of the reader, which is done once for all readers. */
const isOrderedByIndex = ({ ordering }: RequestFilter): boolean =>
  orderingOf(ordering, requestOrder).every(({ field }) => field === 'id' || field === 'created_at')

/** One statement for rows and count; null if it takes two or there are none. */
export async function firstRequests(
  db: Db,
  actor: Reader,
  filter: RequestFilter,
  limit: number,
): Promise<{ rows: RequestListRow[]; count: number } | null> {
  const counted = countedByCounters(actor, filter)
  if (!counted || !isOrderedByIndex(filter)) return null
  const rows = await readTogether<StoredRow & { total: number }>(
    db,
    pageOf(
      actor,
      filter,
      sql`(${chosen(actor, filter, { limit, offset: 0, fromEnd: false })}) page`,
      sql`, ${counted} as total`,
    ),
  )
  const [first] = rows
  return first ? { rows: rows.map((row) => shownRow(row, actor.at)), count: first.total } : null
}

/** The ids of the rows, in their order or the reverse; all of them without a place. */
function chosen(actor: Reader, filter: RequestFilter, place: Place | null): Part {
  return sql`select r.id from purchase_request r ${joinCustomer(filter)} where ${joined(conditions(actor, filter), ' and ')}
    order by ${joined(orderOf(actor, filter, place?.fromEnd ?? false), ', ')} ${place ? limited(place) : nothing}`
}

const totalFor = (actor: Reader): Part =>
  actor.kind === 'customer'
    ? sql`case when ${resultIsOut('r')} then r.offer_total end`
    : sql.ref('r.offer_total')

function orderOf(actor: Reader, filter: RequestFilter, isReversed: boolean): Part[] {
  const order = orderingOf(filter.ordering, requestOrder)
  const columns = [
    ...order.map(({ field, desc }) => ({ column: orderColumns[field], desc })),
    { column: 'r.id', desc: order[0]?.desc ?? true } as const,
  ]
  return columns.map(({ column, desc }) =>
    direction(
      column === 'r.offer_total' ? totalFor(actor) : sql.ref(column),
      desc !== isReversed,
      nullable.has(column),
    ),
  )
}

/** `page`: a source of ids with that alias. */
function pageOf(actor: Reader, filter: RequestFilter, page: Part, more: Part): Part {
  return sql`
    select r.id, r.status, r.shop_id as shop, s.name as shop_name, r.delivering_option, r.carrier, r.pickup_date, r.pickup_time_slot,
      r.box_count, (select count(*) from request_box x where x.request_id = r.id and x.arrived_at is not null) as arrived_box_count,
      (select jsonb_build_object('size', k.size, 'expected_on', k.expected_on, 'sent_at', k.sent_at) from request_kit k where k.request_id = r.id) as kit,
      coalesce(r.arrived_item_count, r.item_count) as item_count, r.arrived_at, ${totalFor(actor)} as offer_total, ${agreedOfRequest}, r.offer_expires_at,
      r.created_at, r.updated_at, r.status_changed_at, r.customer_id as customer, c.name as customer_name, r.assessor_id as assessor, b.name as assessor_name, r.version,
      ${isRequestOnHold('r.id')} as is_held,
      (select max(x.delivered_at) from request_box x where x.request_id = r.id and x.arrived_at is null) as delivered_at${more}
    from ${page}
    join purchase_request r on r.id = page.id
    join customer c on c.id = r.customer_id
    join shop s on s.id = r.shop_id
    left join business_user b on b.id = r.assessor_id
    where ${isOwnRequest(actor, 'r')}
    order by ${joined(orderOf(actor, filter, false), ', ')}`
}

const nullable = new Set<OrderColumn>([
  'r.pickup_date',
  'r.arrived_at',
  'r.offer_expires_at',
  'r.offer_total',
])

function direction(sortedBy: Part, desc: boolean, hasNulls: boolean): Part {
  // `nulls last` on a column without nulls would keep the planner from its index.
  if (!hasNulls) return desc ? sql`${sortedBy} desc` : sql`${sortedBy} asc`
  // Nulls last descending and first ascending, so that both directions mirror each other.
  return desc ? sql`${sortedBy} desc nulls last` : sql`${sortedBy} asc nulls first`
}

/** Folds the deltas into the counters. The lock serializes concurrent runs. */
export async function foldCounts(tx: Tx): Promise<void> {
  await lockNamed(tx, 'request_count.fold')
  await sql`
    with taken as (delete from request_count_delta returning company_id, shop_id, status, delta),
      summed as (select company_id, shop_id, status, sum(delta) as delta from taken group by 1, 2, 3)
    insert into request_count (company_id, shop_id, status, count)
    select company_id, shop_id, status, delta from summed
    on conflict (company_id, shop_id, status) do update set count = request_count.count + excluded.count`.execute(
    tx,
  )
}
