import { type Selectable, sql } from 'kysely'
import type { Place } from '#contract/address'
import type { CallBody } from '#contract/call'
import { itemStatus as I, type RequestStation, requestsIn, requestStatus as S } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import type { Carrier } from '#contract/tracking-number'
import { isRequestOnHold, isSoldSeized } from '#server/domains/hold/hold.predicates'
import { type HoldRow, holdsJson } from '#server/domains/hold/hold.service'
import { isIdentifiedFor, isInReviewFor } from '#server/domains/identity/identification.predicates'
import { isSoldItem } from '#server/domains/item/item.predicates'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { purchase_request, request_history } from '#server/platform/db-types'
import type { PictureRow } from '#server/platform/picture'
import { codes, fixed, selectRows } from '#server/platform/statement'
import { type BoxRecord, boxesJson } from './purchase-request.boxes.ts'
import type { KitRecord } from './purchase-request.kit.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { stationOfRequest } from './purchase-request.station.ts'

/** Call before other locks; null if missing or out of scope. */
export async function lockRequest(tx: Tx, actor: Actor, id: number): Promise<RequestRecord | null> {
  const { rows } = await sql<RequestRecord>`
    select r.* from purchase_request r where r.id = ${id} and ${isOwnRequest(actor, 'r')} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Those of the reader, by id: locked in this order. */
export async function lockRequests(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, RequestRecord>> {
  const { rows } = await sql<RequestRecord>`
    select r.* from purchase_request r where r.id = any(${ids}::bigint[]) and ${isOwnRequest(actor, 'r')}
    order by r.id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

type Input = CallBody<typeof purchaseRequestCalls.create>
/** Columns whose values are fewer than their types say. */
type Narrow = Pick<Input, 'delivering_option' | 'approval_mode' | 'unpriced_policy'> & {
  pickup_time_slot: NonNullable<Input['pickup_time_slot']> | null
  carrier: Carrier | null
  return_carrier: Carrier | null
  pickup_address: Place | null
}
export type RequestRecord = Omit<Selectable<purchase_request>, keyof Narrow> & Narrow

export interface Agreed {
  count: number
  total: number
}

/** `agreed` of the contract, for a request aliased `r`. */
export const agreedOfRequest = sql`case when r.status in (${codes([S.ANSWERED, ...requestsIn('settled')])}) then
  (select jsonb_build_object('count', count(*), 'total', coalesce(sum(i.price), 0)) from purchase_item i
    where i.request_id = r.id and ${isSoldItem('i')}) end as agreed`

export type RequestDetailRecord = RequestRecord & {
  agreed: Agreed | null
  customer_name: string
  customer_birthday_enc: Buffer | null
  pickup_address_differs: boolean
  kit_address_differs: boolean
  shop_name: string
  shop_postal_code: string
  shop_address: string
  shop_phone: string
  company_name: string
  company_return_cost: number
  reply_business_days: number
  assessor_name: string | null
  boxes: BoxRecord[]
  kit: KitRecord | null
  station: RequestStation | null
  is_held: boolean
  is_sold_seized: boolean
  is_verified: boolean
  is_in_review: boolean
  customer_request_count: number
  opening_photos: PictureRow[]
  holds: HoldRow[]
  return_parcels: ParcelRow[]
  rescissions: RescissionRow[]
  count_objections: ObjectionRow[]
}

export interface ObjectionRow {
  id: number
  text: string
  at: string
  answer: string
  answered_at: string | null
}

export interface ParcelRow {
  id: number
  carrier: Carrier
  tracking_number: string
  item_count: number | null
  items: string[]
  sent_at: string
}

export interface RescissionRow {
  at: string
  by: 'customer' | 'dealer'
  reason: string
  items: string[]
}

const parcelsJson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'carrier', p.carrier,
    'tracking_number', p.tracking_number, 'item_count', p.item_count, 'sent_at', p.sent_at,
    'items', (select coalesce(jsonb_agg(i.slug order by i.seq), '[]') from purchase_item i where i.return_parcel_id = p.id)) order by p.id)
  from return_parcel p where p.request_id = r.id), '[]')`

const rescissionsJson = sql`case when r.contracted_at is null then '[]' else coalesce((
  select jsonb_agg(jsonb_build_object('at', x.at, 'by', case x.actor_kind when 'customer' then 'customer' else 'dealer' end,
    'reason', x.reason, 'items', x.items) order by x.at)
  from (
    select h.at, h.actor_kind, h.reason, jsonb_agg(i.slug order by i.seq) as items
    from item_history h join purchase_item i on i.id = h.item_id
    where i.request_id = r.id and h.from_status = ${sql.lit(I.PURCHASED)} and h.to_status in (${codes([I.RETURN_REQUESTED, I.RETURNED])}) group by 1, 2, 3
  ) x), '[]') end`

const objectionsJson = sql`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'text', o.text, 'at', o.at, 'answer', o.answer,
    'answered_at', o.answered_at) order by o.id)
  from count_objection o where o.request_id = r.id), '[]')`

/** Of the customer aliased `c`, as requests keep it. */
const registeredPlace = sql`jsonb_build_object('postal_code', c.postal_code,
        'prefecture', c.prefecture, 'city', c.city, 'address1', c.address1, 'address2', c.address2)`

const detailColumns = fixed(
  () => sql`r.*, ${agreedOfRequest}, c.name as customer_name,
      c.birthday_enc as customer_birthday_enc,
      r.pickup_address is not null and r.pickup_address is distinct from ${registeredPlace} as pickup_address_differs,
      coalesce((select k.address is not null and k.address is distinct from ${registeredPlace}
        from request_kit k where k.request_id = r.id), false) as kit_address_differs,
      s.name as shop_name, s.postal_code as shop_postal_code,
      s.prefecture || s.city || s.address1 || s.address2 as shop_address, s.phone as shop_phone,
      o.name as company_name, o.return_cost as company_return_cost, o.reply_business_days, b.name as assessor_name,
      ${boxesJson('r.id')} as boxes, (select to_jsonb(k) from request_kit k where k.request_id = r.id) as kit,
      ${stationOfRequest} as station,
      ${isRequestOnHold('r.id')} as is_held, ${isSoldSeized('r.id')} as is_sold_seized,
      ${isIdentifiedFor('r.customer_id', 'r.company_id')} as is_verified,
      ${isInReviewFor('r.customer_id', 'r.company_id')} as is_in_review,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'key', f.key, 'thumbnail_key', f.thumbnail_key, 'kind', p.kind,
          'caption', p.caption) order by p.position, p.id)
        from item_photo p join stored_file f on f.id = p.file_id where p.request_id = r.id and p.item_id is null), '[]') as opening_photos,
      ${holdsJson('r.id')} as holds, ${parcelsJson} as return_parcels, ${rescissionsJson} as rescissions,
      ${objectionsJson} as count_objections`,
)

export async function requestDetail(
  db: Db,
  actor: Actor,
  id: number,
): Promise<RequestDetailRecord | undefined> {
  const [record] = await selectRows<RequestDetailRecord>(
    db,
    sql`
    select ${detailColumns()},
      (select count(*) from purchase_request p where p.customer_id = r.customer_id and p.company_id = r.company_id
        and ${isOwnRequest(actor, 'p')}) as customer_request_count
    from purchase_request r
    join customer c on c.id = r.customer_id
    join shop s on s.id = r.shop_id
    join company o on o.id = r.company_id
    left join business_user b on b.id = r.assessor_id
    where r.id = ${id} and ${isOwnRequest(actor, 'r')}`,
  )
  return record
}

type HistoryRow = Omit<Selectable<request_history>, 'request_id' | 'actor_id'>

export async function requestHistory(db: Db, id: number) {
  return selectRows<HistoryRow>(
    db,
    sql`select id, from_status, to_status, actor_kind, actor_name, reason, is_reason_public, at
      from request_history where request_id = ${id} order by id`,
  )
}
