import * as z from 'zod'
import { carrierLabel } from './codes.ts'
import { count, dateTime, id, wordShown } from './field.ts'

/** What is recorded of a request besides its state. */

/** A parcel that went back to the customer. */
export const returnParcel = z.object({
  id,
  carrier: wordShown(carrierLabel),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  item_count: count.nullable().describe('Null for parcels of the time before this was recorded.'),
  items: z.array(z.string()).describe('Codes of what was in it.'),
  sent_at: dateTime,
})

/** A deal that was taken back, in whole or in part. */
export const rescission = z.object({
  at: dateTime,
  by: z.enum(['customer', 'dealer']),
  reason: z.string(),
  items: z.array(z.string()),
})

/** The customer counted otherwise than the shop, and what the shop answered. */
export const countObjection = z.object({
  id,
  text: z.string(),
  at: dateTime,
  answer: z.string(),
  answered_at: dateTime.nullable(),
})
