import { sql } from 'kysely'
import type { Place } from '#contract/address'
import { mostParcels, type ParcelKind } from '#contract/carrier-label'
import { editableStatuses, requestStatus as S } from '#contract/lifecycle'
import { usualCarrier } from '#contract/tracking-number'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { goesBackItem } from '#server/domains/item/item.predicates'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import { isAtStation } from '#server/domains/purchase-request/purchase-request.station'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { codes, joined, type Part, selectRows } from '#server/platform/statement'

export interface ParcelRow {
  request: number
  /** Of a pickup. */
  box: number | null
  is_waiting: boolean
  is_numbered: boolean
  is_held: boolean
  carrier: string | null
  customer_name: string
  customer_kana: string
  customer_phone: string
  place: Place | null
  shop_name: string
  shop_phone: string
  shop_place: Place
  return_cost: number
  size: number | null
  pieces: number
  pickup_date: string | null
}

export interface Chosen {
  requests?: readonly number[] | undefined
  through: string
}

export const placeOf = (alias: string): Part =>
  sql`jsonb_build_object('postal_code', ${sql.ref(`${alias}.postal_code`)}, 'prefecture', ${sql.ref(`${alias}.prefecture`)},
    'city', ${sql.ref(`${alias}.city`)}, 'address1', ${sql.ref(`${alias}.address1`)}, 'address2', ${sql.ref(`${alias}.address2`)})`

interface Source {
  box: Part
  from: Part
  isWaiting: Part
  isNumbered: Part
  isHeld: Part
  carrier: Part
  place: Part
  size: Part
  pieces: Part
  isDue: (through: string) => Part
  order: Part
}

const day = (date: string): Part => sql`${date}::date`
const nobody = sql`false`

const sources: Readonly<Record<ParcelKind, Source>> = {
  return: {
    box: sql`null::int`,
    from: sql`purchase_request r`,
    isWaiting: isAtStation('returning'),
    // The number of an earlier parcel stays until the next one has its own.
    isNumbered: sql`(r.return_tracking_number <> '' and not exists (select from return_parcel p
      where p.request_id = r.id and p.tracking_number = r.return_tracking_number))`,
    isHeld: sql`(r.contracted_at is null and ${isRequestOnHold('r.id')})`,
    carrier: sql`null`,
    place: placeOf('c'),
    size: sql`null::int`,
    pieces: sql`(select count(*) from purchase_item i where i.request_id = r.id and ${goesBackItem('i')})`,
    isDue: (through) => sql`(r.status_changed_at at time zone 'Asia/Tokyo')::date <= ${day(through)}`,
    order: sql`r.status_changed_at, r.id`,
  },
  kit: {
    box: sql`null::int`,
    from: sql`purchase_request r join request_kit k on k.request_id = r.id`,
    isWaiting: sql`(k.sent_at is null and r.status in (${codes(editableStatuses)}))`,
    isNumbered: sql`k.tracking_number <> ''`,
    isHeld: nobody,
    carrier: sql`coalesce(r.carrier, ${usualCarrier})`,
    place: sql`k.address`,
    size: sql`k.size`,
    pieces: sql`k.box_count`,
    isDue: (through) => sql`k.send_by <= ${day(through)}`,
    order: sql`k.send_by, r.id`,
  },
  pickup: {
    box: sql`b.seq`,
    from: sql`purchase_request r join request_box b on b.request_id = r.id`,
    isWaiting: sql`(r.delivering_option = 'PICKUP_ONLY' and r.status in (${codes([S.APPLIED, S.AWAITING_SHIPMENT])}))`,
    isNumbered: sql`b.tracking_number <> ''`,
    isHeld: nobody,
    carrier: sql`coalesce(r.carrier, ${usualCarrier})`,
    place: sql`r.pickup_address`,
    size: sql`null::int`,
    pieces: sql`1`,
    isDue: (through) => sql`r.pickup_date = ${day(through)}`,
    order: sql`r.id, b.seq`,
  },
}

/** Parcels of the chosen requests, waiting or not; otherwise those that wait. One more than a file takes. */
export async function parcelRows(
  db: Db,
  actor: BusinessActor,
  kind: ParcelKind,
  { requests, through }: Chosen,
): Promise<ParcelRow[]> {
  const source = sources[kind]
  const wanted = requests
    ? [sql`r.id = any(${requests}::bigint[])`]
    : [source.isWaiting, sql`not ${source.isNumbered}`, source.isDue(through)]
  return selectRows<ParcelRow>(
    db,
    sql`select r.id as request, ${source.box} as box, ${source.isWaiting} as is_waiting,
        ${source.isNumbered} as is_numbered, ${source.isHeld} as is_held, ${source.carrier} as carrier,
        c.name as customer_name, c.name_kana as customer_kana, c.phone as customer_phone, ${source.place} as place,
        s.name as shop_name, s.phone as shop_phone, ${placeOf('s')} as shop_place, o.return_cost,
        ${source.size} as size, ${source.pieces} as pieces, r.pickup_date
      from ${source.from} join customer c on c.id = r.customer_id join shop s on s.id = r.shop_id
        join company o on o.id = r.company_id
      where ${joined([isOwnRequest(actor, 'r'), ...wanted], ' and ')}
      order by ${source.order} limit ${sql.lit(mostParcels + 1)}`,
  )
}
