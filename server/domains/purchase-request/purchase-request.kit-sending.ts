import { sql } from 'kysely'
import type { CallBody, CallResult } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { editableStatuses, isEditable } from '#contract/lifecycle'
import { kitArrival, kitExpectedOn, type requestKitCalls } from '#contract/request-kit'
import { type Carrier, trackingUrl, usualCarrier } from '#contract/tracking-number'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore, isHoliday } from '#server/platform/calendar'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { countOf, type Paged, paginate } from '#server/platform/paging'
import { notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { codes, joined, limited, type Part, selectRows } from '#server/platform/statement'
import { type KitRecord, kitOf, notSent, writeKitSending } from './purchase-request.kit.ts'
import { touchRequest } from './purchase-request.move.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { lockRequest, type RequestRecord } from './purchase-request.queries.ts'
import { trackingNumberOf } from './purchase-request.tracking.ts'

type Sending = CallBody<typeof requestKitCalls.markSent>['kits'][number]
type Result = CallResult<typeof requestKitCalls.markSent>['results'][number]['result']
type Listed = CallResult<typeof requestKitCalls.list>['results'][number]

/** A mistaken mark is taken back within this time without the customer noticing. */
const minutesToTakeBack = 10
const minute = 60_000

/** For a request aliased `r` with its kit `k`. */
const isWaiting = sql`k.sent_at is null and r.status in (${codes(editableStatuses)})`

export interface KitFilter extends Paged {
  state?: string | undefined
  shop?: number | undefined
}

function matching(actor: BusinessActor, { state, shop }: KitFilter): Part {
  const parts: Part[] = [isOwnRequest(actor, 'r'), state === 'sent' ? sql`k.sent_at is not null` : isWaiting]
  if (shop !== undefined) parts.push(sql`r.shop_id = ${shop}`)
  return sql`request_kit k join purchase_request r on r.id = k.request_id where ${joined(parts, ' and ')}`
}

type KitRow = Omit<Listed, 'is_late' | 'tracking_url' | 'may_take_back'> & {
  status: number
  carrier: Carrier
}

const shopPlace = sql`jsonb_build_object('postal_code', s.postal_code, 'prefecture', s.prefecture, 'city', s.city,
  'address1', s.address1, 'address2', s.address2)`
const kitColumns = sql`r.id as request, r.shop_id as shop, s.name as shop_name, ${shopPlace} as shop_address,
  s.phone as shop_phone, c.id as customer, c.name as customer_name, c.phone, k.address,
  k.size, k.box_count, r.delivering_option, coalesce(k.carrier, r.carrier, ${usualCarrier}) as carrier, r.pickup_date, r.status,
  k.ordered_at, k.send_by, k.expected_on, k.sent_at, coalesce(b.name, '') as sent_by_name, k.tracking_number`
const kitJoins = sql`join customer c on c.id = r.customer_id join shop s on s.id = r.shop_id
  left join business_user b on b.id = k.sent_by`

const shown = ({ status, ...row }: KitRow, at: Date): Listed => ({
  ...row,
  expected_on: kitExpectedOn(
    { expectedOn: row.expected_on, isSent: row.sent_at !== null, carrier: row.carrier },
    tokyoDate(at),
    isHoliday,
  ),
  is_late: row.sent_at === null && row.send_by < tokyoDate(at),
  tracking_url: trackingUrl(row.carrier, row.tracking_number),
  may_take_back: row.sent_at !== null && isEditable(status),
})

export function listKits(db: Db, actor: BusinessActor, filter: KitFilter) {
  const order = filter.state === 'sent' ? sql`k.sent_at desc, r.id desc` : sql`k.send_by, r.id`
  const matches = matching(actor, filter)
  return paginate(
    filter,
    () => countOf(db, matches),
    async (window) => {
      const rows = await selectRows<KitRow>(
        db,
        sql`select ${kitColumns}
          from (select k.request_id from ${matches} order by ${order} ${limited(window)}) page
          join request_kit k on k.request_id = page.request_id join purchase_request r on r.id = k.request_id ${kitJoins}
          order by ${order}`,
      )
      return rows.map((row) => shown(row, actor.at))
    },
  )
}

async function readKit(db: Db, actor: BusinessActor, requestId: number): Promise<Listed> {
  const [row] = await selectRows<KitRow>(
    db,
    sql`select ${kitColumns} from request_kit k join purchase_request r on r.id = k.request_id ${kitJoins}
      where r.id = ${requestId} and ${isOwnRequest(actor, 'r')}`,
  )
  if (!row) throw notFound()
  return shown(row, actor.at)
}

export async function waitingKits(db: Db, actor: BusinessActor, shop: number | undefined) {
  const [row] = await selectRows<{ count: number; late: number }>(
    db,
    sql`select count(*) as count, count(*) filter (where k.send_by < ${tokyoDate(actor.at)}::date) as late
      from ${matching(actor, { shop })}`,
  )
  return row ?? { count: 0, late: 0 }
}

/** All in one transaction. What a colleague did first, or a customer called off, is told and left as it is. */
export async function markKitsSent(db: Db, actor: BusinessActor, kits: readonly Sending[]) {
  const byRequest = new Map(kits.map((kit) => [kit.request, kit]))
  const results = await inTransaction(db, async (tx) => {
    // Two clerks may enter the same number for different kits.
    if (kits.some(({ tracking_number }) => tracking_number)) await lockKitNumbers(tx, actor)
    const done = new Map<number, Result>()
    for (const id of [...byRequest.keys()].sort((one, other) => one - other)) {
      const request = await lockRequest(tx, actor, id)
      const kit = request && (await kitOf(tx, id))
      if (!kit) throw unknownKey('kits', id)
      done.set(id, await markKitSent(tx, actor, request, kit, byRequest.get(id)?.tracking_number ?? ''))
    }
    return done
  })
  return { results: [...results].map(([request, result]) => ({ request, result })) }
}

export const lockKitNumbers = (tx: Tx, actor: BusinessActor): Promise<void> =>
  lockNamed(tx, `kit-numbers.${actor.company_id}`)

/** With the request locked, and the numbers where there is one. */
export async function markKitSent(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  kit: KitRecord,
  text: string,
): Promise<Result> {
  const carrier = kit.carrier ?? request.carrier ?? usualCarrier
  const tracking_number = trackingNumberOf(carrier, text, `申し込み${request.id}: `)
  if (kit.sent_at !== null) {
    if (kit.tracking_number !== '' || tracking_number === '') return 'already_sent'
    await checkUnused(tx, actor, request, { carrier, tracking_number })
    await writeKitSending(tx, request.id, { tracking_number })
    await recordKit(tx, actor, request, 'request.kit_numbered')
    return 'numbered'
  }
  if (!isEditable(request.status)) return 'dropped'
  await checkUnused(tx, actor, request, { carrier, tracking_number })
  await writeKitSending(tx, request.id, {
    sent_at: actor.at.toISOString(),
    sent_by: actor.business_user_id,
    carrier,
    tracking_number,
    expected_on: kitArrival(carrier, tokyoDate(actor.at), isHoliday),
  })
  await recordKit(tx, actor, request, 'request.kit_sent')
  const sent = { request: request.id, at: actor.at.toISOString() }
  const runAt = new Date(actor.at.getTime() + minutesToTakeBack * minute)
  await addJob(tx, 'notification.kit_sent', sent, { runAt })
  return 'sent'
}

/** Carriers give out a number again after a year or so. */
export const daysOfNumber = 180

/** Kits of one customer may go in one parcel. A kit of a shop that the clerk does not see is not named. */
async function checkUnused(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  { carrier, tracking_number }: Pick<KitRecord, 'tracking_number'> & { carrier: string },
): Promise<void> {
  if (tracking_number === '') return
  const since = daysBefore(actor.at, daysOfNumber).toISOString()
  const [other] = await selectRows<{ request: number; is_seen: boolean }>(
    tx,
    sql`select r.id as request, ${isOwnRequest(actor, 'r')} as is_seen
      from request_kit k join purchase_request r on r.id = k.request_id
      where k.tracking_number = ${tracking_number} and k.carrier = ${carrier} and k.sent_at > ${since}
        and r.company_id = ${actor.company_id} and r.customer_id <> ${request.customer_id}
      order by is_seen desc, k.sent_at desc limit 1`,
  )
  if (!other) return
  const where = other.is_seen ? `申し込み${other.request}の段ボール` : 'ほかの店舗の段ボール'
  throw refuse('kit_number_used', {
    message: `申し込み${request.id}: この送り状番号は、${where}に記録されています。伝票をもう一度お確かめください。`,
  })
}

async function recordKit(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  action: 'request.kit_sent' | 'request.kit_numbered' | 'request.kit_taken_back',
): Promise<void> {
  await touchRequest(tx, actor, request)
  await recordActivity(tx, actor, { action, object_type: 'request', object_id: request.id })
}

/** `sentAt`, as it was shown, keeps a slow click from taking back a later mark. */
export async function takeKitBack(db: Db, actor: BusinessActor, id: number, sentAt: string) {
  const isStale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    const kit = request && (await kitOf(tx, id))
    if (!kit) throw notFound()
    if (kit.sent_at === null) return false
    if (Date.parse(kit.sent_at) !== Date.parse(sentAt)) return true
    if (!isEditable(request.status)) {
      throw refuse('guard_failed', {
        message: 'お客さまの箱がもう動いているため、発送の記録は取り消せません。',
      })
    }
    const carrier = request.carrier ?? usualCarrier
    await writeKitSending(tx, id, { ...notSent, expected_on: kitArrival(carrier, kit.send_by, isHoliday) })
    await recordKit(tx, actor, request, 'request.kit_taken_back')
    // After a message that is being written at this moment.
    const runAt = new Date(actor.at.getTime() + minute)
    await addJob(tx, 'notification.kit_taken_back', { request: id, at: kit.sent_at }, { runAt })
    return false
  })
  const current = await readKit(db, actor, id)
  if (isStale) throw staleVersion(current)
  return current
}

export async function kitExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  const rows = await selectRows(
    db,
    sql`select from request_kit k join purchase_request r on r.id = k.request_id
      where r.id = ${id} and ${isOwnRequest(actor, 'r')}`,
  )
  return rows.length > 0
}
