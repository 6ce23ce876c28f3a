import { sql } from 'kysely'
import type { HoldKind } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { measureOf } from '#server/domains/antique-ledger/antique-ledger.rules'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { personOf } from './deal.queries.ts'
import { ageOf, describe, measureSourceOf } from './deal.service.ts'

interface Article {
  seq: number
  name: string
  category_name: string
  brand_name: string
  color: string
  size: string
  features: string
  product_number: string
  serial_number: string
  bought_on: string | null
  price: number | null
}

interface Held {
  id: number
  kind: HoldKind
  reason: string
  placed_at: string
  police_station: string
  report_number: string
  ordered_on: string | null
  until: string | null
  request: number
  item_id: number | null
  customer_id: number
  company_id: number
  phone: string
  applied_at: string
  arrived_at: string | null
  dealer: {
    name: string
    representative: string
    license_number: string
    public_safety_commission: string
    office_name: string
    office_address: string
    phone: string
  }
  notice: {
    number: string
    police_station: string
    contact: string
    issued_on: string | null
    arrived_on: string
    wanted: string
  } | null
}

async function heldOf(tx: Tx, actor: BusinessActor, id: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select h.id, h.kind, h.reason, h.placed_at, h.police_station, h.report_number, h.ordered_on, h.until,
      r.id as request, h.item_id, r.customer_id, r.company_id, c.phone, r.created_at as applied_at, r.arrived_at,
      jsonb_build_object('name', k.name, 'representative', k.representative, 'license_number', k.license_number,
        'public_safety_commission', k.public_safety_commission, 'office_name', s.name,
        'office_address', s.prefecture || s.city || s.address1 || case when s.address2 = '' then '' else ' ' || s.address2 end,
        'phone', coalesce(nullif(s.phone, ''), k.phone)) as dealer,
      (select jsonb_build_object('number', n.number, 'police_station', n.police_station, 'contact', n.contact,
          'issued_on', n.issued_on, 'arrived_on', n.arrived_on,
          'wanted', concat_ws(' ', nullif(a.brand, ''), nullif(a.name, ''), nullif(a.color, ''), nullif(a.features, '')))
        from stolen_notice_match m
        join stolen_notice_article a on a.id = m.article_id
        join stolen_notice n on n.id = a.notice_id
        where m.hold_id = h.id order by m.id limit 1) as notice
    from hold h
    join purchase_request r on r.id = h.request_id
    join customer c on c.id = r.customer_id
    join company k on k.id = r.company_id
    join shop s on s.id = r.shop_id
    where h.id = ${id} and ${isOwnRequest(actor, 'r')}`.execute(tx)
  return rows[0]
}

async function articlesOf(tx: Tx, held: Held): Promise<Article[]> {
  const { rows } = await sql<Article>`
    select i.seq, i.name, coalesce(k.name, '') as category_name, coalesce(b.name, '') as brand_name, i.color, i.size,
      i.features, i.product_number, i.serial_number, (i.purchased_at at time zone 'Asia/Tokyo')::date as bought_on,
      case when i.purchased_at is not null then i.price end as price
    from purchase_item i
    left join item_category k on k.id = i.category_id
    left join brand b on b.id = i.brand_id
    where i.request_id = ${held.request} and (${held.item_id}::bigint is null or i.id = ${held.item_id}::bigint)
    order by i.seq`.execute(tx)
  return rows
}

interface Recorded {
  name: string
  address: string
  occupation: string
  age: number
  measure: string
}

/** What the antique ledger says of the deal; undefined before it. */
async function recordedSeller(tx: Tx, held: Held): Promise<Recorded | undefined> {
  const { rows } = await sql<Recorded>`
    select p.name, p.address, p.occupation, p.age, l.measure
    from antique_ledger l
    join antique_ledger_person p on p.id = l.person_id
    join purchase_item i on i.id = l.item_id
    where l.company_id = ${held.company_id} and l.entry_kind in ('買受け', '訂正') and i.request_id = ${held.request}
      and (${held.item_id}::bigint is null or i.id = ${held.item_id}::bigint)
      and not exists (select from antique_ledger c where c.company_id = l.company_id and c.corrects_seq = l.seq)
    order by l.seq limit 1`.execute(tx)
  return rows[0]
}

async function sellerOfHeld(tx: Tx, held: Held, at: Date, tools: Pick<Tools, 'keys'>) {
  const recorded = await recordedSeller(tx, held)
  if (recorded) return { ...recorded, phone: held.phone }
  const person = await personOf(tx, held)
  return {
    ...describe(person),
    age: ageOf(person, at, tools),
    phone: held.phone,
    measure: person.identification_id === null ? '' : measureOf(measureSourceOf(person)),
  }
}

/** Names the person concerned, so each view is recorded. */
export async function policeReport(db: Db, actor: BusinessActor, holdId: number, tools: Pick<Tools, 'keys'>) {
  return inTransaction(db, async (tx) => {
    const held = await heldOf(tx, actor, holdId)
    if (!held) throw notFound()
    const { item_id: _item, customer_id: _customer, company_id: _company, phone: _phone, ...shown } = held
    await recordActivity(tx, actor, {
      action: 'hold.report_draft',
      object_type: 'request',
      object_id: held.request,
    })
    return {
      ...shown,
      written_on: tokyoDate(actor.at),
      items: await articlesOf(tx, held),
      seller: await sellerOfHeld(tx, held, actor.at, tools),
    }
  })
}
