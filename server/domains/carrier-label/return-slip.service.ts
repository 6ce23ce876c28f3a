import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import { type carrierLabelCalls, mostParcels } from '#contract/carrier-label'
import { recordRead } from '#server/domains/activity/activity.service'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { goesBackItem } from '#server/domains/item/item.predicates'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import { isAtStation } from '#server/domains/purchase-request/purchase-request.station'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { unknownKey } from '#server/platform/refusal'
import { joined, selectRows } from '#server/platform/statement'
import { placeOf } from './carrier-label.queries.ts'

type Slip = CallResult<typeof carrierLabelCalls.returnSlips>[number]

const items = sql`coalesce((select jsonb_agg(jsonb_build_object('seq', i.seq, 'color', i.color, 'size', i.size,
    'title', concat_ws(' ', nullif(b.name, ''), coalesce(nullif(i.name, ''), g.name))) order by i.seq)
  from purchase_item i left join brand b on b.id = i.brand_id left join item_category g on g.id = i.category_id
  where i.request_id = r.id and ${goesBackItem('i')}), '[]')`

/** Of the chosen returns that still wait, or of all. They name customers and where they live, so the print is recorded. */
export async function returnSlips(
  db: Db,
  actor: BusinessActor,
  requests: readonly number[] | undefined,
): Promise<Slip[]> {
  const slips = await slipsOf(db, actor, requests)
  if (slips.length === 0) return slips
  await recordRead(db, actor, {
    action: 'carrier_label.print_returns',
    object_type: 'company',
    object_id: actor.company_id,
    detail: { rows: slips.length, requests: slips.map(({ request }) => request) },
  })
  return slips
}

async function slipsOf(
  db: Db,
  actor: BusinessActor,
  requests: readonly number[] | undefined,
): Promise<Slip[]> {
  const wanted = requests ? [sql`r.id = any(${requests}::bigint[])`] : []
  if (requests) await refuseUnknown(db, actor, requests)
  return selectRows<Slip>(
    db,
    sql`select r.id as request, c.name as customer_name, c.phone,
        case when c.postal_code <> '' then ${placeOf('c')} end as address,
        s.name as shop_name, ${placeOf('s')} as shop_address, s.phone as shop_phone,
        o.return_cost > 0 as is_collect, r.contracted_at is null and ${isRequestOnHold('r.id')} as is_held, ${items} as items
      from purchase_request r join customer c on c.id = r.customer_id join shop s on s.id = r.shop_id
        join company o on o.id = r.company_id
      where ${joined([isOwnRequest(actor, 'r'), isAtStation('returning'), ...wanted], ' and ')}
      order by r.status_changed_at, r.id limit ${sql.lit(mostParcels)}`,
  )
}

async function refuseUnknown(db: Db, actor: BusinessActor, requests: readonly number[]): Promise<void> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select r.id from purchase_request r where r.id = any(${requests}::bigint[]) and ${isOwnRequest(actor, 'r')}`,
  )
  const known = new Set(rows.map(({ id }) => id))
  const unknown = requests.find((id) => !known.has(id))
  if (unknown !== undefined) throw unknownKey('requests', unknown)
}
