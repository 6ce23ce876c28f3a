import { sql } from 'kysely'
import { isFinal, isGivenUp, isUndecided } from '#contract/lifecycle'
import { nextStepOfItem, nextStepOfRequest } from '#contract/next-step'
import { codeKind, placeOfCode, staffOfCode, tidyCode } from '#contract/scan-code'
import { visibleColleague } from '#server/domains/company/staff.service'
import { placeNamed } from '#server/domains/custody/place.service'
import { goesBackItem, isUnfinishedItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'
import { type Part, selectRows } from '#server/platform/statement'
import { isOwnRequest } from './purchase-request.predicates.ts'

interface ScannedRow {
  request: number
  box: number | null
  is_box_missing: boolean
  box_arrived_at: string | null
  request_status: number
  customer_name: string
  shop_name: string
  created_at: string
  slug: string | null
  seq: number | null
  item_status: number | null
  item_name: string | null
  all_assessed: boolean
  has_returns: boolean
}

/** In any width, case and hyphenation. */
export async function scanCode(db: Db, actor: BusinessActor, text: string) {
  const kind = codeKind(text)
  if (kind === 'staff') return scannedStaff(db, actor, staffOfCode(text))
  if (kind === 'place') return scannedPlace(db, actor, placeOfCode(text))
  const code = tidyCode(text)
  const rows = await scannedRows(db, actor, targetOf(kind, code))
  // Carriers reuse numbers: a closed request no longer counts when an open one has the number.
  const open = rows.filter(({ request_status }) => !isFinal(request_status))
  if (open.length > 1) return severalOpen(open)
  const [row] = open.length > 0 ? open : rows
  if (!row) throw notFound()
  const { request, box, request_status, customer_name, slug, seq, item_status } = row
  const found = {
    request,
    box,
    slug,
    seq,
    staff: null,
    place: null,
    status: request_status,
    item_status,
    customer_name,
    candidates: [],
  }
  if (item_status !== null)
    return {
      ...found,
      kind: 'item' as const,
      name: row.item_name || `${request}-${seq}`,
      next: nextStepOfItem(item_status, factsOf(row)),
    }
  return {
    ...found,
    kind: kind === 'box' || kind === 'request' ? ('box' as const) : ('parcel' as const),
    name: customer_name,
    next: nextStepOf(row),
  }
}

const factsOf = (row: ScannedRow) => ({
  status: row.request_status,
  allAssessed: row.all_assessed,
  hasReturns: row.has_returns,
})

const nextStepOf = (row: ScannedRow) =>
  row.is_box_missing && (isUndecided(row.request_status) || isGivenUp(row.request_status))
    ? ('receive' as const)
    : nextStepOfRequest(factsOf(row))

/** One customer's mistyped number must not hide the parcel of another: somebody reads the slip and chooses. */
function severalOpen(rows: readonly ScannedRow[]) {
  const awaitedFirst = rows.toSorted(
    (one, other) => Number(other.is_box_missing) - Number(one.is_box_missing) || other.request - one.request,
  )
  return {
    ...noRequest,
    kind: 'parcel' as const,
    staff: null,
    name: '',
    candidates: awaitedFirst.map((row) => ({
      request: row.request,
      box: row.box,
      status: row.request_status,
      customer_name: row.customer_name,
      shop_name: row.shop_name,
      created_at: row.created_at,
      arrived_at: row.box_arrived_at,
      next: nextStepOf(row),
    })),
  }
}

/** Of a code that names no single request. */
const noRequest = {
  request: null,
  box: null,
  slug: null,
  seq: null,
  status: null,
  item_status: null,
  place: null,
  customer_name: '',
  next: null,
}

function targetOf(kind: ReturnType<typeof codeKind>, code: string): Part {
  switch (kind) {
    case 'box':
      return sql`select request_id as request, null::bigint as item, seq as box from request_box where box_code = ${code}`
    case 'request':
      return sql`select id as request, null::bigint as item, null::smallint as box from purchase_request where id = ${Number(code)}`
    case 'item':
      return sql`select request_id as request, id as item, null::smallint as box from purchase_item where slug = ${code}`
    case 'item_number': {
      const [request, seq] = code.split('-').map(Number)
      return sql`select request_id as request, id as item, null::smallint as box from purchase_item
        where request_id = ${request}::bigint and seq = ${seq}::int`
    }
    default: {
      // The outbound, the return or an earlier return parcel.
      const numbers = [code, code.toUpperCase()]
      return sql`select request_id as request, null::bigint as item, seq as box from request_box
          where tracking_number <> '' and tracking_number = any(${numbers}::text[])
        union all select id, null, null from purchase_request
          where return_tracking_number <> '' and return_tracking_number = any(${numbers}::text[])
        union all select request_id, null, null from return_parcel where tracking_number = any(${numbers}::text[])`
    }
  }
}

/** The newest request first, once each. */
async function scannedRows(db: Db, actor: BusinessActor, target: Part): Promise<ScannedRow[]> {
  return selectRows<ScannedRow>(
    db,
    sql`select distinct on (r.id) r.id as request, t.box, coalesce(x.arrived_at is null and x.seq is not null, false) as is_box_missing,
        x.arrived_at as box_arrived_at, r.status as request_status, r.created_at, c.name as customer_name, s.name as shop_name,
        i.slug, i.seq, i.status as item_status,
        trim(concat(b.name, ' ', coalesce(nullif(i.name, ''), k.name))) as item_name,
        exists (select from purchase_item a where a.request_id = r.id)
          and not exists (select from purchase_item a where a.request_id = r.id and ${isUnfinishedItem('a')}) as all_assessed,
        exists (select from purchase_item a where a.request_id = r.id and ${goesBackItem('a')}) as has_returns
      from (${target}) t join purchase_request r on r.id = t.request join customer c on c.id = r.customer_id
      join shop s on s.id = r.shop_id
      left join request_box x on x.request_id = r.id and x.seq = t.box
      left join purchase_item i on i.id = t.item
      left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
      where ${isOwnRequest(actor, 'r')}
      order by r.id desc, t.box limit ${mostRows}`,
  )
}

async function scannedPlace(db: Db, actor: BusinessActor, id: number | undefined) {
  const place = id === undefined ? undefined : await placeNamed(db, actor, id)
  if (!place) throw notFound()
  return {
    ...noRequest,
    kind: 'place' as const,
    staff: null,
    place: place.id,
    name: place.name,
    candidates: [],
  }
}

/** A number that nobody would choose from is no tracking number. */
const mostRows = 50

async function scannedStaff(db: Db, actor: BusinessActor, id: number | undefined) {
  const colleague = await visibleColleague(db, actor, id)
  if (!colleague) throw notFound()
  const { id: staff, name } = colleague
  return { ...noRequest, kind: 'staff' as const, staff, name, candidates: [] }
}
