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
