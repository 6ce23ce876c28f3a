import { sql } from 'kysely'
import { isUndecided } from '#contract/lifecycle'
import { nextStepOfItem, nextStepOfRequest } from '#contract/next-step'
import { codeKind, staffOfCode, tidyCode } from '#contract/scan-code'
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
  request_status: number
  customer_name: string
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
  const code = tidyCode(text)
  const row = await scannedRow(db, actor, targetOf(kind, code))
  if (!row) throw notFound()
  const { request, box, request_status, customer_name, slug, seq, item_status } = row
  const facts = {
    status: request_status,
    allAssessed: row.all_assessed,
    hasReturns: row.has_returns,
  }
  const found = { request, box, slug, seq, staff: null, status: request_status, item_status, customer_name }
  if (item_status !== null)
    return {
      ...found,
      kind: 'item' as const,
      name: row.item_name || `${request}-${seq}`,
      next: nextStepOfItem(item_status, facts),
    }
  return {
    ...found,
    kind: kind === 'box' || kind === 'request' ? ('box' as const) : ('parcel' as const),
    name: customer_name,
    next: row.is_box_missing && isUndecided(request_status) ? ('receive' as const) : nextStepOfRequest(facts),
  }
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

async function scannedRow(db: Db, actor: BusinessActor, target: Part): Promise<ScannedRow | undefined> {
  // Carriers reuse numbers: the newest box wins.
  const [row] = await selectRows<ScannedRow>(
    db,
    sql`select r.id as request, t.box, coalesce(x.arrived_at is null and x.seq is not null, false) as is_box_missing, r.status as request_status, c.name as customer_name, i.slug, i.seq, i.status as item_status,
        trim(concat(b.name, ' ', coalesce(nullif(i.name, ''), k.name))) as item_name,
        exists (select from purchase_item a where a.request_id = r.id)
          and not exists (select from purchase_item a where a.request_id = r.id and ${isUnfinishedItem('a')}) as all_assessed,
        exists (select from purchase_item a where a.request_id = r.id and ${goesBackItem('a')}) as has_returns
      from (${target}) t join purchase_request r on r.id = t.request join customer c on c.id = r.customer_id
      left join request_box x on x.request_id = r.id and x.seq = t.box
      left join purchase_item i on i.id = t.item
      left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
      where ${isOwnRequest(actor, 'r')}
      order by r.id desc limit 1`,
  )
  return row
}

async function scannedStaff(db: Db, actor: BusinessActor, id: number | undefined) {
  const colleague = await db
    .selectFrom('business_user')
    .select(['id', 'name'])
    .where('id', '=', id ?? -1)
    .where('company_id', '=', actor.company_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!colleague) throw notFound()
  const { id: staff, name } = colleague
  const nothing = {
    request: null,
    box: null,
    slug: null,
    seq: null,
    status: null,
    item_status: null,
    customer_name: '',
    next: null,
  }
  return { ...nothing, kind: 'staff' as const, staff, name }
}
