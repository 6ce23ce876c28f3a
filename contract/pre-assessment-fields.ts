import * as z from 'zod'
import { count, scalarUpTo, yen } from './field.ts'

// What the calls of the tool share, apart from them, so that pages of customers load none of the others.

export const use = 'biz.pre_assessment.use' as const
export const reads = ['pre_assessment'] as const
export const changes = ['pre_assessment'] as const

export const attributes = z
  .record(z.string().max(60), scalarUpTo(200))
  .describe('By name: a text, a number, or yes and no.')

export const total = z.object({
  low: yen,
  center: yen,
  high: yen,
  priced: count.describe('Articles with a price.'),
  unpriced: count,
})
