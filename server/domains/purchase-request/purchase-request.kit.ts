// The kit of a request: cardboard boxes that the shop sends first. Written only under the lock of its request.
import { type Selectable, sql } from 'kysely'
import type { Place } from '#contract/address'
import { pickupWindow } from '#contract/application'
import type { CallBody } from '#contract/call'
import type { KitSize } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { isEditable } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import {
  kitExpectedOn,
  kitPlan,
  kitSizesOf,
  type kitStates,
  mostKitBoxes,
  tooManyKitBoxes,
} from '#contract/request-kit'
import { type Carrier, trackingUrl, usualCarrier } from '#contract/tracking-number'
import { isHoliday } from '#server/platform/calendar'
import type { Db, Tx } from '#server/platform/db'
import type { request_kit } from '#server/platform/db-types'
import { invalidField, refuse } from '#server/platform/refusal'

type Input = Pick<CallBody<typeof purchaseRequestCalls.create>, 'kit_size' | 'box_count' | 'carrier'>

export type KitRecord = Omit<Selectable<request_kit>, 'size' | 'address' | 'carrier'> & {
  size: KitSize
  address: Place | null
  carrier: Carrier | null
}

export interface KitWish {
  size: KitSize
  box_count: number
  ordered_at: string
  send_by: string
  expected_on: string
}

export async function kitOf(db: Db, requestId: number): Promise<KitRecord | null> {
  const row = await db
    .selectFrom('request_kit')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return (row as KitRecord | undefined) ?? null
}

export function newKit(input: Input, at: Date): KitWish | null {
  if (!input.kit_size) return null
  const { sendBy, expectedOn } = kitPlan(input.carrier ?? usualCarrier, tokyoDate(at), isHoliday)
  return {
    size: input.kit_size,
    box_count: input.box_count,
    ordered_at: at.toISOString(),
    send_by: sendBy,
    expected_on: expectedOn,
  }
}

export function checkKitOffer(kit: KitWish, { carrier }: Input, ofShop: readonly number[]): void {
  if (!kitSizesOf(carrier ?? usualCarrier, ofShop).includes(kit.size)) throw refuse('kit_not_offered')
  if (kit.box_count > mostKitBoxes) throw invalidField('box_count', tooManyKitBoxes)
}

export async function insertKit(tx: Tx, requestId: number, kit: KitWish, address: Place): Promise<void> {
  await tx
    .insertInto('request_kit')
    .values({ request_id: requestId, ...kit, address: JSON.stringify(address) })
    .execute()
}

export interface KitChange {
  stored: KitRecord | null
  next: KitWish | null
  /** What the shop has to offer for it; null when nothing new is asked for. */
  offered: KitWish | null
  isChanged: boolean
  /** When the kit is expected; null with own boxes. */
  expectedOn: string | null
}

/** A kit on its way stays as it is: its boxes and the slip in it are for that carrier. */
export function kitChangeOf(
  stored: KitRecord | null,
  merged: Input,
  carrierBefore: Carrier | null,
  at: Date,
): KitChange {
  const carrier = merged.carrier ?? usualCarrier
  if (stored?.sent_at) {
    if ((merged.kit_size ?? null) !== stored.size) throw refuse('kit_sent')
    if (carrier !== stored.carrier) {
      throw refuse('kit_sent', {
        field: 'carrier',
        message: 'お送りした段ボールには、この運送会社の送り状が入っています。運送会社は変更できません。',
      })
    }
    return { stored, next: null, offered: null, isChanged: false, expectedOn: stored.expected_on }
  }
  const fresh = newKit(merged, at)
  const next = fresh && stored ? { ...fresh, ...datesOf(stored) } : fresh
  const isChanged = (stored?.size ?? null) !== (next?.size ?? null)
  const asksMore = next !== null && next.box_count > (stored?.box_count ?? 0)
  const isOtherCarrier = carrier !== (carrierBefore ?? usualCarrier)
  const expectedOn =
    next && kitExpectedOn({ expectedOn: next.expected_on, isSent: false, carrier }, tokyoDate(at), isHoliday)
  return {
    stored,
    next,
    offered: isChanged || asksMore || isOtherCarrier ? next : null,
    isChanged,
    expectedOn,
  }
}

const datesOf = ({ ordered_at, send_by, expected_on }: KitRecord) => ({ ordered_at, send_by, expected_on })

/** The address follows the registered one only when told to. */
export async function writeKitChange(
  tx: Tx,
  requestId: number,
  { stored, next }: KitChange,
  takeRegistered: boolean,
  registered: () => Promise<Place>,
): Promise<void> {
  if (stored?.sent_at || (!stored && !next)) return
  if (!next) {
    await tx.deleteFrom('request_kit').where('request_id', '=', requestId).execute()
    return
  }
  if (!stored) return insertKit(tx, requestId, next, await registered())
  const address = takeRegistered || !stored.address ? await registered() : stored.address
  await tx
    .updateTable('request_kit')
    .set({ size: next.size, box_count: next.box_count, address: JSON.stringify(address) })
    .where('request_id', '=', requestId)
    .execute()
}

export interface KitSending {
  sent_at: string
  sent_by: number
  carrier: Carrier
  expected_on: string
  tracking_number: string
}

export const notSent = { sent_at: null, sent_by: null, carrier: null, tracking_number: '' } as const

export async function writeKitSending(
  tx: Tx,
  requestId: number,
  sending: KitSending | (typeof notSent & { expected_on: string }) | { tracking_number: string },
): Promise<void> {
  await tx.updateTable('request_kit').set(sending).where('request_id', '=', requestId).execute()
}

export async function eraseKitAddresses(tx: Tx, customerId: number): Promise<void> {
  await sql`update request_kit k set address = null from purchase_request r
    where r.id = k.request_id and r.customer_id = ${customerId} and k.address is not null`.execute(tx)
}

interface KitOwner {
  status: number
  carrier: Carrier | null
}

const stateOf = (sentAt: string | null, { status }: KitOwner): (typeof kitStates)[number] =>
  sentAt !== null ? 'sent' : isEditable(status) ? 'waiting' : 'dropped'

/** `kit` of a row of the contract. */
export function kitSummary(
  { size, expected_on, sent_at }: Pick<KitRecord, 'size' | 'expected_on' | 'sent_at'>,
  owner: KitOwner,
  at: Date,
) {
  const state = stateOf(sent_at, owner)
  const carrier = owner.carrier ?? usualCarrier
  const kit = { expectedOn: expected_on, isSent: state !== 'waiting', carrier }
  return { size, state, sent_at, expected_on: kitExpectedOn(kit, tokyoDate(at), isHoliday) }
}

/** `kit` of the contract. */
export function kitShown(kit: KitRecord, owner: KitOwner, addressDiffers: boolean, at: Date) {
  const summary = kitSummary(kit, owner, at)
  const { from, until } = pickupWindow(tokyoDate(at), summary.expected_on)
  return {
    ...summary,
    box_count: kit.box_count,
    address: kit.address,
    address_differs: addressDiffers,
    send_by: kit.send_by,
    carrier: kit.carrier,
    tracking_number: kit.tracking_number,
    tracking_url: trackingUrl(kit.carrier, kit.tracking_number),
    pickup_from: from,
    pickup_until: until,
  }
}
