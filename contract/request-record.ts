import * as z from 'zod'
import { carrierLabel } from './codes.ts'
import { count, dateTime, id, wordShown } from './field.ts'

export const returnParcel = z.object({
  id,
  carrier: wordShown(carrierLabel),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  item_count: count.nullable().describe('Null for parcels of the time before this was recorded.'),
  items: z.array(z.string()).describe('Codes of what was in it.'),
  sent_at: dateTime,
})

/** Number, tracking and arrival of one box of a request. */
export const requestBox = z.object({
  seq: count,
  box_code: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  picked_up_at: dateTime.nullable(),
  delivered_at: dateTime.nullable(),
  arrived_at: dateTime.nullable(),
  item_count: count.nullable().describe('Counted in this box; null before, and when counted with another.'),
  weight_g: count.nullable(),
  counted_with: count.nullable().describe('The box whose count includes this one.'),
  given_up_at: dateTime.nullable().describe('Since when the shop no longer waits for it.'),
})

/** For staff. */
export const receivedBox = requestBox.extend({
  received_by: z
    .string()
    .nullable()
    .describe('Who received it; null before that, and for boxes of the time before this was recorded.'),
})

export const rescission = z.object({
  at: dateTime,
  by: z.enum(['customer', 'dealer']),
  reason: z.string(),
  items: z.array(z.string()),
})

export const countObjection = z.object({
  id,
  text: z.string(),
  at: dateTime,
  answer: z.string(),
  answered_at: dateTime.nullable(),
})
