import { sql } from 'kysely'
import { type handoverKindLabel, mostHandovers, type PlaceKind, placeKinds } from '#contract/custody'
import { finalStatuses, itemStatus as I } from '#contract/lifecycle'
import { isItemSeized } from '#server/domains/hold/hold.predicates'
import {
  isBoughtItem,
  isGoneItem,
  isReturnedItem,
  isUnfinishedItem,
} from '#server/domains/item/item.predicates'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import { isSoldOn } from '#server/domains/sale/sale.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import { codes, nothing, type Part, selectRows } from '#server/platform/statement'
import type { RecordedItem } from './custody.rules.ts'

export interface PlaceRow {
  id: number
  shop: number
  shop_name: string
  name: string
  kind: PlaceKind
  is_active: boolean
  takes_arrivals: boolean
  boxes: number
  items: number
  version: number
}

/** What is recycled, sold or with the police is no longer looked for. */
export const isKept = (item: Part): Part =>
  sql`not exists (select from purchase_item x where x.id = ${item} and ${isGoneItem('x')})`

/** An emptied box is no longer looked for: the position `c` of a box counts while articles are recorded with it. */
export const holdsArticles: Part = sql`exists (
  select from custody_position a where a.request_id = c.request_id and a.item_id is not null and ${isKept(sql`a.item_id`)}
    and a.place_id is not distinct from c.place_id and a.holder_id is not distinct from c.holder_id)`

/** Boxes of a shop are recorded at the oldest of its places for them. */
const arrivalPlaceOf = (shop: Part): Part =>
  sql`(select min(x.id) from custody_place x where x.shop_id = ${shop} and x.is_active and x.kind = 'intake')`

/** Of the requests in reach, as the contents are listed: something of another shop may lie at the place. */
const countAt = (actor: BusinessActor, which: Part): Part => sql`(
  select count(*)::int from custody_position c join purchase_request r on r.id = c.request_id
  where c.place_id = p.id and ${isOwnRequest(actor, 'r')} and ${which})`

/** Of any shop. */
export async function isPlaceEmpty(db: Db, place: number): Promise<boolean> {
  const rows = await selectRows(
    db,
    sql`select from custody_position c where c.place_id = ${place}
      and ((c.item_id is not null and ${isKept(sql`c.item_id`)}) or (c.item_id is null and ${holdsArticles})) limit 1`,
  )
  return rows.length === 0
}

export async function placeRows(
  db: Db,
  actor: BusinessActor,
  { shop, id, all = false }: { shop?: number | undefined; id?: number; all?: boolean },
): Promise<PlaceRow[]> {
  return selectRows<PlaceRow>(
    db,
    sql`select p.id, p.shop_id as shop, s.name as shop_name, p.name, p.kind, p.is_active, p.version,
      coalesce(p.id = ${arrivalPlaceOf(sql`p.shop_id`)}, false) as takes_arrivals,
      ${countAt(actor, sql`c.item_id is not null and ${isKept(sql`c.item_id`)}`)} as items,
      ${countAt(actor, sql`c.item_id is null and ${holdsArticles}`)} as boxes
    from custody_place p join shop s on s.id = p.shop_id
    where ${scopeOf(actor, { company: 'p.company_id', shop: 'p.shop_id' })}
      ${all ? nothing : sql`and p.is_active`}
      ${shop === undefined ? nothing : sql`and p.shop_id = ${shop}`}
      ${id === undefined ? nothing : sql`and p.id = ${id}`}
    order by p.shop_id, not p.is_active, array_position(${placeKinds}::text[], p.kind), p.name, p.id`,
  )
}

export async function arrivalPlace(db: Db, shop: number): Promise<number | null> {
  const [row] = await selectRows<{ id: number | null }>(db, sql`select ${arrivalPlaceOf(sql`${shop}`)} as id`)
  return row?.id ?? null
}

export interface Spot {
  place: number | null
  holder: number | null
  name: string
  kind: PlaceKind | null
  shop_name: string
}

export const spotOf = (place: string, holder: string): Part => sql`case
  when ${sql.ref(place)} is not null then (
    select jsonb_build_object('place', w.id, 'holder', null, 'name', w.name, 'kind', w.kind, 'shop_name', ws.name)
    from custody_place w join shop ws on ws.id = w.shop_id where w.id = ${sql.ref(place)})
  when ${sql.ref(holder)} is not null then (
    select jsonb_build_object('place', null, 'holder', w.id, 'name', w.name, 'kind', null, 'shop_name', '')
    from business_user w where w.id = ${sql.ref(holder)}) end`

/** A box or an article, and where it is recorded. */
export interface ThingRow {
  code: string
  request: number
  shop: number
  item: number | null
  box: number | null
  slug: string | null
  seq: number | null
  name: string
  /** Received, and neither sent back, sold nor taken by the police; what is to be recycled still lies somewhere. */
  is_here: boolean
  place: number | null
  holder: number | null
  spot: Spot | null
  since: string | null
}

const position: Part = sql`c.place_id as place, c.holder_id as holder, ${spotOf('c.place_id', 'c.holder_id')} as spot,
  case when coalesce(c.place_id, c.holder_id) is not null then h.at end as since`

export async function boxRows(db: Db, actor: BusinessActor, which: Part): Promise<ThingRow[]> {
  return selectRows<ThingRow>(
    db,
    sql`select b.box_code as code, r.id as request, r.shop_id as shop, null as item, b.seq::int as box, null as slug, null as seq,
      '' as name, b.arrived_at is not null as is_here, ${position}
    from request_box b join purchase_request r on r.id = b.request_id
    left join custody_position c on c.request_id = b.request_id and c.box_seq = b.seq
    left join custody_handover h on h.id = c.handover_id
    where ${isOwnRequest(actor, 'r')} and ${which} order by r.id, b.seq`,
  )
}

export async function itemRows(db: Db, actor: BusinessActor, which: Part): Promise<ThingRow[]> {
  return selectRows<ThingRow>(
    db,
    sql`select i.slug as code, r.id as request, r.shop_id as shop, i.id as item, null as box, i.slug, i.seq,
      trim(concat(b.name, ' ', coalesce(nullif(i.name, ''), k.name))) as name,
      (i.status <> ${sql.lit(I.RETURNED)} and not ${isItemSeized('i')}
        and not ${isSoldOn('i.id')}) as is_here, ${position}
    from purchase_item i join purchase_request r on r.id = i.request_id
    left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
    left join custody_position c on c.item_id = i.id
    left join custody_handover h on h.id = c.handover_id
    where ${isOwnRequest(actor, 'r')} and ${which} order by r.id, i.seq`,
  )
}

export async function recordedItems(db: Db, ids: readonly number[]): Promise<RecordedItem[]> {
  return selectRows<RecordedItem>(
    db,
    sql`select i.request_id as request, i.seq, i.shop_id as shop, p.name as place_name, p.kind as place_kind, p.shop_id as place_shop,
      coalesce(s.name, '') as place_shop_name, u.name as holder_name,
      array(select distinct k.kind from custody_place k where k.shop_id = i.shop_id and k.is_active) as shop_kinds
    from custody_position c join purchase_item i on i.id = c.item_id
    left join custody_place p on p.id = c.place_id left join shop s on s.id = p.shop_id
    left join business_user u on u.id = c.holder_id
    where c.item_id = any(${ids}::bigint[]) and coalesce(c.place_id, c.holder_id) is not null
    order by i.request_id, i.seq`,
  )
}

export interface LineRow extends ThingRow {
  from_place: number | null
  from_holder: number | null
  from: Spot | null
  is_newest: boolean
  is_from_usable: boolean
}

/** What a hand-over moved; nothing when any of it is beyond the actor's shops. */
export async function handoverLines(db: Db, actor: BusinessActor, id: number): Promise<LineRow[]> {
  const rows = await selectRows<LineRow & { is_own: boolean }>(
    db,
    sql`select '' as code, l.request_id as request, r.shop_id as shop, l.item_id as item, l.box_seq::int as box, i.slug, i.seq,
      trim(concat(b.name, ' ', coalesce(nullif(i.name, ''), k.name))) as name, true as is_here, ${position},
      l.from_place_id as from_place, l.from_holder_id as from_holder, ${spotOf('l.from_place_id', 'l.from_holder_id')} as "from",
      c.handover_id = l.handover_id as is_newest, coalesce(p.is_active, true) as is_from_usable, ${isOwnRequest(actor, 'r')} as is_own
    from custody_line l join purchase_request r on r.id = l.request_id
    join custody_handover h on h.id = l.handover_id
    left join custody_position c on c.item_id = l.item_id or (c.request_id = l.request_id and c.box_seq = l.box_seq)
    left join custody_place p on p.id = l.from_place_id
    left join purchase_item i on i.id = l.item_id
    left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
    where l.handover_id = ${id} and h.company_id = ${actor.company_id} order by l.id`,
  )
  return rows.every(({ is_own }) => is_own) ? rows : []
}

export interface TallyRow {
  declared: number | null
  received: number | null
  articles: number
  assessed: number
  sold: number
  returned: number
  disposed: number
  left_over: number[]
  unplaced: number[]
}

/** How the articles of a request add up, which the caller has found to be in reach. */
export async function tallyRow(db: Db, request: number): Promise<TallyRow | undefined> {
  const [row] = await selectRows<TallyRow>(
    db,
    sql`select r.item_count as declared, r.arrived_item_count as received, count(i.id)::int as articles,
      count(i.id) filter (where not ${isUnfinishedItem('i')})::int as assessed,
      count(i.id) filter (where ${isBoughtItem('i')})::int as sold,
      count(i.id) filter (where ${isReturnedItem('i')})::int as returned,
      count(i.disposed_at)::int as disposed,
      coalesce(array_agg(i.seq order by i.seq) filter (where r.status in (${codes(finalStatuses)})
        and not ${isBoughtItem('i')} and not ${isReturnedItem('i')} and not ${isGoneItem('i')}), '{}') as left_over,
      coalesce(array_agg(i.seq order by i.seq) filter (where coalesce(c.place_id, c.holder_id) is null
        and r.status not in (${codes(finalStatuses)}) and not ${isReturnedItem('i')} and not ${isGoneItem('i')}), '{}') as unplaced
    from purchase_request r left join purchase_item i on i.request_id = r.id
    left join custody_position c on c.item_id = i.id
    where r.id = ${request} group by r.id`,
  )
  return row
}

export interface RecordRow {
  id: number
  at: string
  by: string
  kind: keyof typeof handoverKindLabel
  from: Spot | null
  to: Spot | null
  boxes: number[]
  items: number[]
}

/** Hand-overs of a request that the caller has found to be in reach. */
export async function recordRows(db: Db, request: number, item: string | undefined): Promise<RecordRow[]> {
  return selectRows<RecordRow>(
    db,
    sql`select h.id, h.at, coalesce(u.name, 'システム') as by, h.kind, ${spotOf('l.from_place_id', 'l.from_holder_id')} as "from",
      ${spotOf('l.to_place_id', 'l.to_holder_id')} as "to",
      array_remove(array_agg(l.box_seq::int order by l.box_seq), null) as boxes,
      array_remove(array_agg(i.seq order by i.seq), null) as items
    from custody_line l join custody_handover h on h.id = l.handover_id
    left join business_user u on u.id = h.by_id
    left join purchase_item i on i.id = l.item_id
    where l.request_id = ${request} ${item === undefined ? nothing : sql`and i.slug = ${item}`}
    group by h.id, u.name, l.from_place_id, l.from_holder_id, l.to_place_id, l.to_holder_id
    order by h.id desc limit ${sql.lit(mostHandovers)}`,
  )
}
