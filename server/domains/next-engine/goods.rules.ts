import * as z from 'zod'
import { timeOf } from '#server/platform/next-engine'

// Next Engine writes every value as text, numbers too; an unknown one is blank or null.

const plain = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').slice(0, 500))

/** Text that is no number counts as unknown. */
export const wholeNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const text = String(value ?? '').trim()
    return /^-?\d{1,15}(\.0+)?$/.test(text) ? Math.trunc(Number(text)) : null
  })

const moment = z
  .string()
  .nullish()
  .transform((text) => timeOf(text))

export const goodsFields = [
  'goods_id',
  'goods_name',
  'goods_selling_price',
  'goods_cost_price',
  'stock_quantity',
  'stock_free_quantity',
  'goods_status_name',
  'supplier_name',
  'goods_last_modified_date',
] as const

export const goodsRow = z.object({
  goods_id: z.string().min(1).max(100),
  goods_name: plain,
  goods_selling_price: wholeNumber,
  goods_cost_price: wholeNumber,
  stock_quantity: wholeNumber,
  stock_free_quantity: wholeNumber,
  goods_status_name: plain,
  supplier_name: plain,
  goods_last_modified_date: moment,
})

export const goodsFound = z.object({ data: z.array(goodsRow) })

export const counted = z.object({ count: wholeNumber.pipe(z.int().min(0)) })

/** Wildcards that were typed match nothing in particular, so they are left out. */
export const containing = (text: string): string => `%${text.replaceAll(/[%_]/g, '')}%`
