import * as z from 'zod'
import { addDays, isDate, tokyoClock } from '#contract/day'
import { wholeNumber } from './goods.rules.ts'

export const orderFields = [
  'receive_order_row_receive_order_id',
  'receive_order_row_no',
  'receive_order_row_goods_id',
  'receive_order_row_quantity',
  'receive_order_row_unit_price',
  'receive_order_row_cancel_flag',
  'receive_order_cancel_type_id',
  'receive_order_date',
] as const

const key = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1).max(60))

const loose = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())

export const ordersFound = z.object({
  data: z.array(
    z
      .object({
        receive_order_row_receive_order_id: key,
        receive_order_row_no: key,
        receive_order_row_goods_id: loose,
        receive_order_row_quantity: wholeNumber,
        receive_order_row_unit_price: z
          .union([z.string(), z.number()])
          .nullish()
          .transform((value) => yenOf(String(value ?? ''))),
        receive_order_row_cancel_flag: loose,
        receive_order_cancel_type_id: loose,
        receive_order_date: loose,
      })
      .transform((row) => ({
        order_id: row.receive_order_row_receive_order_id,
        row_no: row.receive_order_row_no,
        code: row.receive_order_row_goods_id,
        quantity: row.receive_order_row_quantity,
        price: row.receive_order_row_unit_price,
        is_canceled:
          row.receive_order_row_cancel_flag === '1' || !['', '0'].includes(row.receive_order_cancel_type_id),
        ordered_on: dayOf(row.receive_order_date),
      })),
  ),
})
export type OrderRow = z.output<typeof ordersFound>['data'][number]

/** Written with decimals, such as `24800.00`. */
function yenOf(text: string): number | null {
  const amount = /^\d{1,10}(\.\d+)?$/.test(text.trim()) ? Math.round(Number(text)) : 0
  return amount > 0 ? amount : null
}

function dayOf(text: string): string | null {
  const day = text.slice(0, 10)
  return isDate(day) ? day : null
}

/** What keeps a row from becoming a sale; blank when nothing does. */
export function orderProblem({ price, quantity, ordered_on }: OrderRow): string {
  if (ordered_on === null) return '受注日が読み取れません。ネクストエンジンの画面で確かめてください。'
  if (price === null) return '単価が0円か、読み取れません。販売を手で記録してください。'
  if (quantity !== 1)
    return `1点ものの商品に、${quantity ?? '不明な数'}個の注文です。ネクストエンジンの画面で確かめてください。`
  return ''
}

const minute = 60_000

/** Changes are read again from before the last time: clocks differ, and a change shows a little later than it was made. */
export const readFrom = (until: string | null, connectedAt: string): string =>
  timeThere(
    until === null
      ? new Date(`${addDays(connectedAt.slice(0, 10), -1)}T00:00:00+09:00`)
      : new Date(Date.parse(until) - 15 * minute),
  )

/** `YYYY-MM-DD HH:MM:SS` in Tokyo. */
const timeThere = (at: Date): string => tokyoClock(at.getTime()).slice(0, 19).replace('T', ' ')
