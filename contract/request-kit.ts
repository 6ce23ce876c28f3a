import * as z from 'zod'
import { addBusinessDays, type IsHoliday } from './business-day.ts'
import { call } from './call.ts'
import { carrierServices } from './carrier.ts'
import { carrierLabel, deliveringOptionLabel, type KitSize, kitSizeLabel } from './codes.ts'
import {
  address,
  codeShown,
  count,
  date,
  dateTime,
  id,
  maybeText,
  page,
  paged,
  query,
  wordShown,
} from './field.ts'
import type { Carrier } from './tracking-number.ts'

/** Boxes of one kit. More are the customer's own. */
export const mostKitBoxes = 5
export const tooManyKitBoxes = `段ボールをお届けできるのは、${mostKitBoxes}箱までです。箱の数を減らすか、お手持ちの箱をお選びください。`

/** Business days in which the shop sends a kit. */
export const kitHandlingDays = 1

/** Sizes of the shop that the carrier takes. */
export const kitSizesOf = (carrier: Carrier, ofShop: readonly number[]): readonly KitSize[] =>
  carrierServices[carrier].kit?.sizes.filter((size) => ofShop.includes(size)) ?? []

/** Of a carrier that says nothing. */
const longestTransit = Math.max(...Object.values(carrierServices).map(({ kit }) => kit?.transitDays ?? 0))
const transitDaysOf = (carrier: Carrier): number =>
  carrierServices[carrier].kit?.transitDays ?? longestTransit

/** The day on which a kit that leaves the shop that day is expected at the customer's. */
export const kitArrival = (carrier: Carrier, sentOn: string, isHoliday: IsHoliday): string =>
  addBusinessDays(sentOn, transitDaysOf(carrier), isHoliday)

export interface KitPlan {
  sendBy: string
  expectedOn: string
}

/** For a kit that is asked for on that day. */
export function kitPlan(carrier: Carrier, askedOn: string, isHoliday: IsHoliday): KitPlan {
  const sendBy = addBusinessDays(askedOn, kitHandlingDays, isHoliday)
  return { sendBy, expectedOn: kitArrival(carrier, sendBy, isHoliday) }
}

/** While it is not sent, a kit cannot be there earlier than one that leaves today. */
export const kitExpectedOn = (
  kit: { expectedOn: string; isSent: boolean; carrier: Carrier },
  today: string,
  isHoliday: IsHoliday,
): string => {
  const soonest = kitArrival(kit.carrier, today, isHoliday)
  return kit.isSent || soonest < kit.expectedOn ? kit.expectedOn : soonest
}

export const kitStates = ['waiting', 'sent', 'dropped'] as const

const kitSummary = {
  size: codeShown(kitSizeLabel),
  state: z
    .enum(kitStates)
    .describe(
      'Dropped: not sent and no longer needed, because the request was canceled or its boxes are sent.',
    ),
  expected_on: date.describe('The day on which it is expected at the customer’s.'),
  sent_at: dateTime.nullable(),
}

export const kitOfRow = z.object(kitSummary).describe('Cardboard boxes that the shop sends to the customer.')

export const requestKit = z
  .object({
    ...kitSummary,
    box_count: count.describe('Boxes of the kit.'),
    address: address
      .nullable()
      .describe('Where it goes, as registered at the application; null once erased.'),
    address_differs: z.boolean().describe('Whether the registered address is another one by now.'),
    send_by: date.describe('The day by which the shop sends it.'),
    carrier: wordShown(carrierLabel).nullable().describe('Null before it is sent.'),
    tracking_number: z.string(),
    tracking_url: z.string().nullable(),
    pickup_from: date.describe('The first day on which the boxes can be picked up.'),
    pickup_until: date.describe('The last day that can be chosen now.'),
  })
  .describe('Cardboard boxes that the shop sends to the customer.')

const kitToSend = z.object({
  request: id,
  shop: id,
  shop_name: z.string(),
  shop_address: address,
  shop_phone: z.string(),
  customer: id,
  customer_name: z.string(),
  phone: z.string(),
  address: address.nullable(),
  size: codeShown(kitSizeLabel),
  box_count: count,
  delivering_option: wordShown(deliveringOptionLabel),
  carrier: wordShown(carrierLabel),
  pickup_date: date.nullable(),
  ordered_at: dateTime.describe('When the customer asked for it.'),
  send_by: date.describe('The day by which the shop sends it.'),
  is_late: z.boolean().describe('It should have been sent before today.'),
  expected_on: date.describe('The day on which it is expected at the customer’s.'),
  sent_at: dateTime.nullable(),
  sent_by_name: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  may_take_back: z.boolean().describe('Whether the mark of the sending can be taken back.'),
})

export const kitResults = ['sent', 'numbered', 'already_sent', 'dropped'] as const
export const mostKitsAtOnce = 100

export const about = 'Cardboard boxes that shops send to customers.'

export const requestKitCalls = {
  list: call('GET /api/biz/kits/', {
    summary: 'Kits that wait to be sent, oldest first, or those that were sent, newest first',
    may: 'biz.request.read',
    reads: ['request'],
    sensitive: true,
    query: z.object({ state: query.choice(['waiting', 'sent']), shop: query.int, ...paged }),
    ok: page(kitToSend),
  }),
  markSent: call('POST /api/biz/kits/sent/', {
    summary: 'Say that kits were sent; the customers are told ten minutes later',
    may: 'biz.request.write',
    changes: ['request'],
    repeated: 'changes nothing',
    body: z.object({
      kits: z
        .array(z.object({ request: id, tracking_number: maybeText(30).optional() }))
        .min(1)
        .max(mostKitsAtOnce)
        .describe('What was handed to the carrier; the tracking number may follow later.'),
    }),
    errors: ['kit_number_used'],
    ok: z.object({
      results: z.array(
        z.object({
          request: id,
          result: z
            .enum(kitResults)
            .describe(
              'Numbered: it was sent before, and has its number now. Already sent: a colleague was first; nothing was changed. Dropped: no longer needed; nothing was changed.',
            ),
        }),
      ),
    }),
  }),
  takeBack: call('POST /api/biz/kits/{id}/take-back/', {
    summary: 'Take back a mistaken mark of the sending; a customer who was told is told so',
    may: 'biz.request.write',
    changes: ['request'],
    repeated: 'changes nothing',
    body: z.object({ sent_at: dateTime.describe('As it was shown.') }),
    ok: kitToSend,
    errors: ['guard_failed', 'stale_version'],
    current: kitToSend,
  }),
}
