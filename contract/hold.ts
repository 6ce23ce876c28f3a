import * as z from 'zod'
import { call } from './call.ts'
import { holdKindLabel, longestOrderDays } from './codes.ts'
import { addDays } from './day.ts'
import { count, date, dateTime, id, maybeText, page, paged, query, text, word, yen } from './field.ts'

export const hold = z.object({
  id,
  kind: word(holdKindLabel),
  reason: z.string(),
  request: id,
  item: id.nullable(),
  placed_by: z
    .string()
    .describe('Who placed it; blank for the comparison with notices of stolen articles.')
    .meta({ example: '佐藤 美咲' }),
  placed_at: dateTime,
  ordered_on: date.nullable().describe('A police order: the day on which it was received.'),
  until: date.nullable().describe('A police order: the last day for which it holds.'),
  police_station: z.string(),
  reported_at: dateTime.nullable().describe('When the police were told; null before.'),
  reported_by: z.string().describe('Who told the police; blank before.').meta({ example: '佐藤 美咲' }),
  report_number: z.string().describe('By which the police keep the report; blank if they gave none.'),
  earlier_reports: z
    .array(
      z.object({
        police_station: z.string(),
        report_number: z.string(),
        reported_at: dateTime.describe('When the police were told.'),
        recorded_by: z.string().describe('Who recorded it.').meta({ example: '佐藤 美咲' }),
        recorded_at: dateTime.describe('When it was recorded.'),
      }),
    )
    .describe('What was recorded of the report before it was corrected, newest first.'),
  first_release_by: z.string(),
  released_by: z.string(),
  released_at: dateTime.nullable(),
  seizure: z.string(),
})

export const holdInput = z
  .object({
    kind: word(holdKindLabel),
    reason: text(500),
    slug: z.string().max(40).nullish(),
    ordered_on: date.nullish().describe('Of a police order: when it was received; today unless given.'),
    until: date.nullish().describe('Of a police order: at most thirty days later, which it is unless given.'),
    police_station: maybeText(60).optional(),
  })
  .describe('What is held, and why.')

type HoldInput = z.output<typeof holdInput>

/** What holds of a police order; null for other kinds. */
export function orderOf(input: Pick<HoldInput, 'kind' | 'ordered_on' | 'until'>, today: string) {
  if (input.kind !== 'police_order') return null
  const ordered_on = input.ordered_on ?? today
  return { ordered_on, until: input.until ?? addDays(ordered_on, longestOrderDays) }
}

export function holdProblems(
  input: Pick<HoldInput, 'kind' | 'ordered_on' | 'until'>,
  today: string,
): Record<string, string[]> {
  const order = orderOf(input, today)
  if (!order) return {}
  if (order.ordered_on > today) return { ordered_on: ['今日までの日付を入力してください。'] }
  if (order.until < order.ordered_on) return { until: ['差止めを受けた日より後の日付にしてください。'] }
  return order.until > addDays(order.ordered_on, longestOrderDays)
    ? { until: [`差止めは、受けた日から${longestOrderDays}日以内の期間です。`] }
    : {}
}

export const holdViews = ['open', 'to_report', 'overdue', 'released'] as const

const holdRow = hold.extend({
  shop_name: z.string(),
  customer_name: z.string(),
  item_slug: z.string().nullable(),
  item_name: z.string().describe('Of the held item; blank for the whole box.'),
  notice: id.nullable().describe('The notice of stolen articles that led to it.'),
})

const reportedArticle = z
  .object({
    seq: count,
    name: z.string(),
    category_name: z.string(),
    brand_name: z.string(),
    color: z.string(),
    size: z.string(),
    features: z.string(),
    product_number: z.string(),
    serial_number: z.string(),
    bought_on: date.nullable().describe('Day of the deal; null before, and for what was not bought.'),
    price: yen.nullable().describe('What was paid for it; null where nothing was.'),
  })
  .describe('What is held.')

const policeReport = z
  .object({
    id,
    kind: word(holdKindLabel),
    reason: z.string(),
    written_on: date.describe('Today.'),
    placed_at: dateTime,
    police_station: z.string(),
    report_number: z.string().describe('By which the police keep the report; blank if they gave none.'),
    ordered_on: date.nullable().describe('A police order: the day on which it was received.'),
    until: date.nullable().describe('A police order: the last day for which it holds.'),
    dealer: z
      .object({
        name: z.string(),
        representative: z.string(),
        license_number: z.string(),
        public_safety_commission: z.string(),
        office_name: z.string(),
        office_address: z.string(),
        phone: z.string(),
      })
      .describe('Who reports it: the dealer, with the shop that keeps it.'),
    notice: z
      .object({
        number: z.string(),
        police_station: z.string(),
        contact: z.string(),
        issued_on: date.nullable(),
        arrived_on: date,
        wanted: z
          .string()
          .describe('The article of the notice in a few words.')
          .meta({ example: 'エルメス バーキン30 黒' }),
      })
      .nullable()
      .describe('The notice of stolen articles that led to it.'),
    items: z.array(reportedArticle),
    seller: z
      .object({
        name: z.string(),
        address: z.string(),
        occupation: z.string(),
        age: count.nullable(),
        phone: z.string(),
        measure: z
          .string()
          .describe('How the dealer identified the person; blank before.')
          .meta({ example: '法15条1項4号・規則15条3項9号（運転免許証のICチップ）' }),
      })
      .describe('Who sent it in: as the papers say, before the check as the customer wrote it.'),
    request: id,
    applied_at: dateTime.describe('When the customer applied.'),
    arrived_at: dateTime.nullable().describe('When the box was received.'),
  })
  .describe('What the police are told of a hold, to be printed.')

export const about = 'Holds on boxes and items; placing and releasing them belongs to their request.'

export const holdCalls = {
  list: call('GET /api/biz/holds/', {
    summary: 'Holds of the own shops, the newest first',
    may: 'biz.request.read',
    reads: ['request', 'item', 'notice'],
    query: z.object({
      view: query
        .choice(holdViews)
        .describe(
          'Those that stop something, of them those of which the police must be told or whose order has ended, or the released ones.',
        ),
      ...paged,
    }),
    ok: page(holdRow),
  }),
  policeReport: call('GET /api/biz/holds/{id}/police-report/', {
    summary: 'Draft of the report to the police, with the person concerned; each view is recorded',
    may: 'biz.hold.write',
    reads: ['request', 'item', 'notice'],
    sensitive: true,
    ok: policeReport,
  }),
  report: call('POST /api/biz/holds/{id}/report/', {
    summary: 'Record that the police were told',
    may: 'biz.hold.write',
    changes: ['request', 'item', 'notice'],
    repeated: 'changes nothing',
    body: z.object({
      police_station: text(60),
      report_number: maybeText(60).optional(),
      reported_at: dateTime.describe('When the police were told.'),
    }),
    ok: hold,
    errors: ['guard_failed'],
  }),
}
