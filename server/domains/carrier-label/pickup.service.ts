import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import type { carrierLabelCalls } from '#contract/carrier-label'
import { pickupTimeSlots } from '#contract/codes'
import { addDays, tokyoDate } from '#contract/day'
import { requestStatus as S } from '#contract/lifecycle'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Paged, paginate } from '#server/platform/paging'
import { codes, joined, limited, type Part, selectRows } from '#server/platform/statement'

type Pickup = CallResult<typeof carrierLabelCalls.pickups>['results'][number]
type Day = CallResult<typeof carrierLabelCalls.pickupDays>[number]

interface PickupFilter extends Paged {
  day?: string | undefined
  shop?: number | undefined
}

/** The same statuses as the index of pickups. */
const collected = codes([S.APPLIED, S.AWAITING_SHIPMENT, S.IN_TRANSIT])

function matching(actor: BusinessActor, shop: number | undefined, days: Part): Part {
  const parts = [
    isOwnRequest(actor, 'r'),
    sql`r.status in (${collected}) and r.delivering_option = 'PICKUP_ONLY'`,
    days,
    ...(shop === undefined ? [] : [sql`r.shop_id = ${shop}`]),
  ]
  return sql`purchase_request r where ${joined(parts, ' and ')}`
}

const order = sql`array_position(${[...pickupTimeSlots]}::text[], r.pickup_time_slot), r.id`

const boxes = sql`coalesce((select jsonb_agg(jsonb_build_object('box', b.seq, 'tracking_number', b.tracking_number,
    'picked_up_at', b.picked_up_at) order by b.seq) from request_box b where b.request_id = r.id), '[]')`

export function listPickups(db: Db, actor: BusinessActor, filter: PickupFilter) {
  const day = filter.day ?? tokyoDate(actor.at)
  const matches = matching(actor, filter.shop, sql`r.pickup_date = ${day}::date`)
  return paginate(
    filter,
    () => countOf(db, matches),
    (window) =>
      selectRows<Pickup>(
        db,
        sql`select r.id as request, r.status, s.name as shop_name, c.id as customer, c.name as customer_name, c.phone,
            r.pickup_address as address, r.carrier, r.pickup_date, r.pickup_time_slot, ${boxes} as boxes
          from (select r.id from ${matches} order by ${order} ${limited(window)}) page
            join purchase_request r on r.id = page.id join customer c on c.id = r.customer_id
            join shop s on s.id = r.shop_id
          order by ${order}`,
      ),
  )
}

const daysBack = 7

export async function daysOfPickups(db: Db, actor: BusinessActor, shop: number | undefined): Promise<Day[]> {
  const from = addDays(tokyoDate(actor.at), -daysBack)
  return selectRows<Day>(
    db,
    sql`select r.pickup_date as day, count(*) as count,
        count(*) filter (where r.status = ${sql.lit(S.APPLIED)}) as unbooked
      from ${matching(actor, shop, sql`r.pickup_date >= ${from}::date`)}
      group by r.pickup_date order by r.pickup_date`,
  )
}
