import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { labelOf } from '#contract/codes'
import { evidenceDays } from '#contract/evidence'
import { itemColumns } from '#contract/item'
import { withoutUplift } from '#contract/price'
import { isReasonShown } from '#contract/publication'
import type { ItemMover } from '#contract/status-move'
import { requirePlaceForMove } from '#server/domains/custody/handover.service'
import { isAnyItemHeld } from '#server/domains/hold/hold.service'
import { isIdentifiedFor } from '#server/domains/identity/identification.predicates'
import { isOwnRequest, isResultOut } from '#server/domains/purchase-request/purchase-request.predicates'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import { hitsOfItem, type NoticeHit } from '#server/domains/stolen-notice/match.service'
import { type Actor, actorColumns, type BusinessActor, type SignedIn } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type ChangeQuery, changesOf } from '#server/platform/changes'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Paged, paginate } from '#server/platform/paging'
import { pictureOf } from '#server/platform/picture'
import { notFound, refuse } from '#server/platform/refusal'
import { listCount } from '#server/platform/shared-reads'
import { columnsIn } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import {
  changedItems,
  type ItemFilter,
  type ItemRecord,
  itemBySlug,
  itemHistory,
  itemsOfIds,
  itemsToCount,
  type Kind,
  listItems,
  pastPrices,
  photosOf,
} from './item.queries.ts'
import {
  assessorMoves,
  customerItemStatus,
  type Evidence,
  evidenceLabel,
  findItemTransition,
  isDisputed,
  spreadOf,
} from './item.rules.ts'

export {
  brandCondition,
  itemCodesMissing,
  itemsOfRequest,
  keepEvidence,
  type ListedItem,
  listedColumns,
  listedTables,
  lockItems,
  referenceCondition,
  type SummaryRow,
} from './item.queries.ts'
export { spreadOf } from './item.rules.ts'
export {
  allMatching,
  itemsOfCodes,
  meetsAny,
  type OrderPart,
  pageMatching,
  waysToMatch,
} from './item-search.queries.ts'

const slugLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Unguessable; also printed on the item's label. */
export function newSlug(): string {
  return Array.from({ length: 16 }, () => slugLetters[randomInt(slugLetters.length)]).join('')
}

/** Zero without items; a number that was taken back is not given again. Call with the request locked. */
export async function lastSeq(tx: Tx, requestId: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select greatest((select max(seq) from purchase_item where request_id = ${requestId}),
      (select max(seq) from taken_back_item where request_id = ${requestId})) as last`.execute(tx)
  return rows[0]?.last ?? 0
}

export const countOfItems = (tx: Tx, requestId: number): Promise<number> =>
  countOf(tx, sql`purchase_item where request_id = ${requestId}`)

export async function addItems(
  tx: Tx,
  actor: Actor,
  request: { id: number; company_id: number; shop_id: number },
  items: { seq: number; name?: string; origin?: number | undefined }[],
  status: 0 | 1 = 0,
  reason = '',
): Promise<{ id: number; slug: string }[]> {
  if (items.length === 0) return []
  const at = actor.at.toISOString()
  const rows = await tx
    .insertInto('purchase_item')
    .values(
      items.map((item) => ({
        slug: newSlug(),
        request_id: request.id,
        company_id: request.company_id,
        shop_id: request.shop_id,
        seq: item.seq,
        status,
        name: item.name ?? '',
        origin_id: item.origin ?? null,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning(['id', 'slug'])
    .execute()
  await writeItemHistory(
    tx,
    actor,
    rows.map((row) => ({ id: row.id, from: null, to: status, price: null })),
    reason,
  )
  // Counted articles have no name yet, and nothing to compare.
  if (items.some(({ name }) => name))
    await compareItems(
      tx,
      actor,
      rows.map(({ id }) => id),
    )
  return rows
}

interface Moved {
  id: number
  from: number | null
  to: number
  price: number | null
}

export async function writeItemHistory(tx: Tx, actor: Actor, moved: Moved[], reason: string): Promise<void> {
  if (moved.length === 0) return
  await historyInserted(actor, moved, reason).execute(tx)
}

/** The same SQL for any number of rows, so that one plan is reused. */
function historyInserted(actor: Actor, moved: Moved[], reason: string): RawBuilder<unknown> {
  const who = actorColumns(actor)
  return sql`
    insert into item_history (item_id, from_status, to_status, price, reason, at, actor_kind, actor_id, actor_name)
    select m.id, m.from_status, m.to_status, m.price, ${reason}::text, ${actor.at.toISOString()}::timestamptz,
      ${who.actor_kind}::text, ${who.actor_id}::bigint, ${who.actor_name}::text
    from rows from (unnest(
      ${moved.map((move) => move.id)}::bigint[], ${moved.map((move) => move.from)}::smallint[],
      ${moved.map((move) => move.to)}::smallint[], ${moved.map((move) => move.price)}::bigint[]
    )) with ordinality as m(id, from_status, to_status, price, position) order by m.position`
}

interface ItemMove {
  to: number
  by: ItemMover
  requestStatus: number
  reason?: string
  set?: Record<string, unknown>
}

interface MovableItem {
  id: number
  status: number
  price: number | null
}

/** All or nothing: one illegal move or a hold refuses all. `set` joins the update. */
export async function moveItems(
  tx: Tx,
  actor: Actor,
  items: readonly MovableItem[],
  move: ItemMove,
): Promise<void> {
  if (items.length === 0) return
  for (const item of items) {
    if (!findItemTransition(item.status, move.to, move.by, move.requestStatus))
      throw refuse('illegal_transition')
  }
  const ids = items.map((item) => item.id)
  if (await isAnyItemHeld(tx, ids)) throw refuse('held')
  await requirePlaceForMove(tx, move.to, ids)
  const changed = tx
    .updateTable('purchase_item')
    .set({ ...move.set, status: move.to, version: sql`version + 1`, updated_at: actor.at.toISOString() })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
  const lines = items.map((item) => ({ id: item.id, from: item.status, to: move.to, price: item.price }))
  await sql`with changed as (${changed}) ${historyInserted(actor, lines, move.reason ?? '')}`.execute(tx)
}

export async function disposeItems(
  tx: Tx,
  actor: Actor,
  items: readonly { id: number }[],
  consentId: number,
): Promise<void> {
  if (items.length === 0) return
  const at = actor.at.toISOString()
  await tx
    .updateTable('purchase_item')
    .set({
      decision: 'dispose',
      disposed_at: at,
      refused_at: at,
      consent_id: consentId,
      version: sql`version + 1`,
      updated_at: at,
    })
    .where('id', '=', sql<number>`any(${items.map((item) => item.id)}::bigint[])`)
    .execute()
}

export async function getItem(db: Db, actor: SignedIn, slug: string, tools: Pick<Tools, 'keys'>) {
  const record = await itemBySlug(db, actor, slug)
  // An unpublished item is not visible to the customer.
  const isOut = record && isResultOut({ status: record.request_status, offered_at: record.offered_at })
  if (!record || (actor.kind === 'customer' && !isOut)) throw notFound()
  const [photos, history, hits] = await Promise.all([
    photosOf(db, record.id),
    itemHistory(db, record.id),
    actor.kind === 'business' ? hitsOfItem(db, record.id) : [],
  ])
  return presentItem(record, photos, history, hits, actor, tools)
}

export function presentItem(
  record: ItemRecord,
  photos: Awaited<ReturnType<typeof photosOf>>,
  history: Awaited<ReturnType<typeof itemHistory>>,
  hits: readonly NoticeHit[],
  actor: SignedIn,
  tools: Pick<Tools, 'keys'>,
) {
  const isStaff = actor.kind === 'business'
  // Of a high price they are for the house alone.
  const showsReason =
    isStaff ||
    isReasonShown(withoutUplift(record), {
      evidence: record.evidence as Evidence | null,
      namedLow: record.named_low,
    })
  return {
    slug: record.slug,
    seq: record.seq,
    name: record.name,
    status: isStaff ? record.status : customerItemStatus(record.status),
    request: record.request,
    shop: record.shop,
    shop_name: record.shop_name,
    customer_name: record.customer_name,
    brand: record.brand_id,
    brand_name: record.brand_name ?? '',
    category: record.category_id,
    category_name: record.category_name ?? '',
    grade: record.grade as 'A_1' | null,
    price: record.price,
    purchased_at: record.purchased_at,
    is_disputed: isDisputed({ ...record, status: record.request_status }, record),
    created_at: record.created_at,
    ...columnsIn(itemColumns, record),
    sales_channel: isStaff ? record.sales_channel : -1003,
    base_price: record.base_price,
    deductions: record.deductions,
    campaign: record.campaign_id,
    campaign_name: record.campaign_name ?? '',
    uplift: record.uplift,
    price_reason: showsReason ? record.price_reason : '',
    price_reason_photo: showsReason ? record.price_reason_photo_id : null,
    price_reason_amount: isStaff ? record.price_reason_amount : null,
    named_low: record.named_low,
    comment_filled: isStaff ? record.comment_filled : [],
    decision: record.decision,
    photos: photos.map((photo) => pictureOf(photo, actor.at, tools)),
    photo_order_version: record.photo_order_version,
    history: history
      .filter((line) => isStaff || customerItemStatus(line.to_status) === line.to_status)
      .map((line) => ({
        ...line,
        // Staff notes are not shown to customers.
        reason: isStaff || line.actor_kind === 'customer' ? line.reason : '',
        actor: isStaff
          ? line.actor_kind === 'customer'
            ? record.customer_name
            : line.actor_name
          : labelOf({ customer: 'お客さま', business: 'お店', system: 'システム' }, line.actor_kind),
      })),
    allowed_transitions: isStaff ? assessorMoves(record.status, record.request_status, record.is_held) : [],
    is_held: isStaff && record.is_held,
    notice_hits: isStaff ? [...hits] : [],
    needs_other_assessor: record.needs_other_assessor,
    origin_seq: isStaff ? record.origin_seq : null,
    edited_by: (isStaff && record.edited_by_name) || '',
    edited_at: isStaff ? record.edited_at : null,
    version: record.version,
  }
}

export async function listBizItems(db: Db, actor: BusinessActor, filter: ItemFilter & Paged & ChangeQuery) {
  const changes = await changesOf(db, filter, (isNews) => changedItems(actor, filter, isNews), {
    rows: (ids) => itemsOfIds(db, actor, ids),
    key: ({ id }) => id,
  })
  if (changes) return changes
  return paginate(filter, listCount(db, actor.company_id, itemsToCount(actor, filter)), (window) =>
    listItems(db, actor, filter, window),
  )
}

interface Priced {
  brand_id: number | null
  category_id: number | null
  grade: string | null
}

export async function priceEvidence(
  db: Db,
  companyId: number,
  article: Priced,
  at: Date,
): Promise<Evidence | null> {
  const [evidence = null] = await evidenceOf(db, companyId, [article], at)
  return evidence
}

export async function evidenceOf(
  db: Db,
  companyId: number,
  items: readonly Priced[],
  at: Date,
): Promise<(Evidence | null)[]> {
  const since = daysBefore(at, evidenceDays)
  const wanted = items.map(kindOf)
  const kinds = new Map(wanted.flatMap((kind) => (kind ? [[keyOf(kind), kind]] : [])))
  const prices = await pastPrices(db, companyId, [...kinds.values()], since)
  const found = new Map(
    [...kinds.keys()].map((key, index) => {
      const label = evidenceLabel(kinds.get(key)?.band ?? '')
      return [key, spreadOf(prices[index] ?? [], evidenceDays, label)]
    }),
  )
  return wanted.map((kind) => (kind && found.get(keyOf(kind))) ?? null)
}

const kindOf = ({ brand_id, category_id, grade }: Priced): Kind | null =>
  brand_id === null || category_id === null || !grade
    ? null
    : { brand: brand_id, category: category_id, band: grade.slice(0, 1) }

const keyOf = ({ brand, category, band }: Kind): string => `${brand} ${category} ${band}`

export async function customerHistory(db: Db, actor: BusinessActor, requestId: number) {
  const { rows } = await sql<{
    requests: number
    sold: number
    offered: number
    last_on: string | null
    last_total: number | null
    is_verified: boolean
  }>`
    with this as (
      select r.customer_id, r.company_id from purchase_request r
      where r.id = ${requestId} and ${isOwnRequest(actor, 'r')}
    ), past as (
      select p.* from purchase_request p join this using (customer_id, company_id)
      where p.id <> ${requestId} and ${isOwnRequest(actor, 'p')}
    )
    select (select count(*) from past) as requests,
      (select count(*) from purchase_item i join past p on p.id = i.request_id where i.purchased_at is not null) as sold,
      (select count(*) from purchase_item i join past p on p.id = i.request_id where p.answered_at is not null and i.price > 0) as offered,
      (select (max(contracted_at) at time zone 'Asia/Tokyo')::date from past) as last_on,
      (select p.offer_total from past p where p.contracted_at is not null order by p.contracted_at desc limit 1) as last_total,
      ${isIdentifiedFor('this.customer_id', 'this.company_id')} as is_verified
    from this`.execute(db)
  const row = rows[0]
  if (!row) throw notFound()
  const { sold, offered, ...rest } = row
  return { ...rest, acceptance_rate: offered === 0 ? null : Math.round((sold * 100) / offered) / 100 }
}

export async function itemOfSlug(db: Db, actor: Actor, slug: string) {
  const found = await itemBySlug(db, actor, slug)
  return found && { id: found.id, request: found.request }
}

export async function itemExists(db: Db, actor: Actor, slug: string): Promise<boolean> {
  return (await itemBySlug(db, actor, slug)) !== undefined
}
