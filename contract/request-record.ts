import * as z from 'zod'
import { carriers } from './codes.ts'
import { dateTime, id } from './field.ts'

/** What is recorded of a request besides its state. */

/** A parcel that went back to the customer. */
export const returnParcel = z.object({
  id,
  carrier: z.enum(carriers),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  /** Null for parcels of the time before this was recorded. */
  item_count: z.int().nullable(),
  /** Codes of what was in it. */
  items: z.array(z.string()),
  sent_at: dateTime,
})

/** A contract that was taken back, in whole or in part. */
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
