import * as z from 'zod'
import { call } from './call.ts'
import { carrierLabel, pickupTimeSlotLabel } from './codes.ts'
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
  word,
  wordShown,
} from './field.ts'
import { requestStatusLabel } from './lifecycle.ts'

export const parcelKindLabel = { return: '返送', kit: '段ボール', pickup: '集荷' } as const
export type ParcelKind = keyof typeof parcelKindLabel

/** Carriers whose software reads a file of parcels. */
export const labelSoftware = { YAMATO: 'ヤマト B2クラウド', SAGAWA: '佐川 e飛伝Ⅲ' } as const
export type LabelCarrier = keyof typeof labelSoftware

/** What staff may write otherwise for the label. */
export const labelFieldLabel = {
  to_name: 'お届け先名',
  to_kana: 'お届け先名(カナ)',
  to_postal_code: 'お届け先郵便番号',
  to_address: 'お届け先住所',
  to_building: 'お届け先建物名',
  to_phone: 'お届け先電話番号',
  from_name: 'ご依頼主名',
  from_kana: 'ご依頼主名(カナ)',
  from_postal_code: 'ご依頼主郵便番号',
  from_address: 'ご依頼主住所',
  from_building: 'ご依頼主建物名',
  from_phone: 'ご依頼主電話番号',
} as const
export type LabelField = keyof typeof labelFieldLabel

export const labelProblemLabel = {
  missing: '入力がありません',
  characters: '送り状に印字できない字があります',
  formula: '先頭の記号が、表計算の式として読まれます',
  format: '形が正しくありません',
  too_long: '長すぎます',
} as const
export type LabelProblem = keyof typeof labelProblemLabel

export const leftOutLabel = {
  not_waiting: 'もう発送を待っていません',
  numbered: '送り状番号が記録されています',
  other_carrier: '運送会社が違います',
  held: '保留中です',
} as const
export type LeftOut = keyof typeof leftOutLabel

export const mostParcels = 500
export const longestLabelText = 120

/** Read back from the file of issued numbers: `R-1043`, `K-1043`, `P-1043-2`. */
export const parcelReference = (kind: ParcelKind, request: number, box: number | null): string =>
  `${kind.charAt(0).toUpperCase()}-${request}${box === null ? '' : `-${box}`}`

export interface ReadReference {
  kind: ParcelKind
  request: number
  box: number | null
}

export function readReference(text: string): ReadReference | null {
  const match = /^([RKP])-?(\d{1,15})(?:-(\d{1,2}))?$/.exec(text.normalize('NFKC').trim().toUpperCase())
  if (!match) return null
  const [, letter, request, box] = match
  const kind = letter === 'R' ? 'return' : letter === 'K' ? 'kit' : 'pickup'
  if ((kind === 'pickup') !== (box !== undefined)) return null
  return { kind, request: Number(request), box: box === undefined ? null : Number(box) }
}

const parcels = z.object({
  carrier: word(labelSoftware).describe('Whose software reads the file.'),
  kind: word(parcelKindLabel),
  requests: z
    .array(id)
    .min(1)
    .max(mostParcels)
    .optional()
    .describe('Requests whose parcels are meant; without it, all that wait up to the day `through`.'),
  through: date
    .optional()
    .describe(
      'The day by which a kit is sent, on which a return was decided, or of the pickup; earlier days are included, except of pickups.',
    ),
  ship_on: date.optional().describe('Printed as the day of the sending; today unless given.'),
  texts: z
    .array(z.object({ request: id, field: word(labelFieldLabel), text: maybeText(longestLabelText) }))
    .max(mostParcels * 4)
    .default([])
    .describe('What the label says instead of the stored text.'),
})

const leftOut = z.object({ request: id, reason: word(leftOutLabel) })

const pickup = z.object({
  request: id,
  status: codeShown(requestStatusLabel),
  shop_name: z.string(),
  customer: id,
  customer_name: z.string(),
  phone: z.string(),
  address: address.nullable().describe('Where the boxes are collected; null once erased.'),
  carrier: wordShown(carrierLabel).nullable(),
  pickup_date: date,
  pickup_time_slot: wordShown(pickupTimeSlotLabel).nullable(),
  boxes: z.array(
    z.object({
      box: count,
      tracking_number: z.string(),
      picked_up_at: dateTime.nullable().describe('As the carrier said; null before.'),
    }),
  ),
})

const returnSlip = z.object({
  request: id,
  customer_name: z.string(),
  phone: z.string(),
  address: address.nullable().describe('Where the goods go; null once erased.'),
  shop_name: z.string(),
  shop_address: address,
  shop_phone: z.string(),
  is_collect: z.boolean().describe('Whether the receiver pays the carrier.'),
  is_held: z.boolean().describe('A hold keeps it from leaving.'),
  items: z
    .array(z.object({ seq: count, title: z.string(), color: z.string(), size: z.string() }))
    .describe('What goes into the box.'),
})

export const about =
  'What carriers take: the pickups of a day, the returns to pack, and files of parcels for their software.'

export const carrierLabelCalls = {
  pickups: call('GET /api/biz/pickups/', {
    summary:
      'Requests whose boxes a carrier collects on a day, by time; those called off or already here are left out',
    may: 'biz.request.read',
    reads: ['request'],
    sensitive: true,
    query: z.object({
      day: query.date.describe('Today unless given.'),
      shop: query.int,
      ...paged,
    }),
    ok: page(pickup),
  }),
  pickupDays: call('GET /api/biz/pickups/days/', {
    summary: 'How many pickups each day has, from a week ago, and how many of them are not booked yet',
    may: 'biz.request.read',
    reads: ['request'],
    query: z.object({ shop: query.int }),
    ok: z.array(z.object({ day: date, count, unbooked: count })),
  }),
  returnSlips: call('POST /api/biz/return-slips/', {
    summary: 'What goes into the boxes of returns, and to whom; each print is recorded',
    may: 'biz.request.read',
    changes: [],
    repeated: 'does it again',
    body: z.object({
      requests: z
        .array(id)
        .min(1)
        .max(mostParcels)
        .optional()
        .describe('Without it, all returns that wait, the oldest first.'),
    }),
    ok: z.array(returnSlip),
  }),
  check: call('POST /api/biz/carrier-labels/check/', {
    summary: 'What a file of parcels would hold, and what no label can print; nothing is written',
    may: 'biz.request.write',
    changes: [],
    repeated: 'writes nothing',
    body: parcels,
    ok: z.object({
      count: count.describe('Parcels of the file.'),
      left_out: z.array(leftOut).describe('Chosen requests without a parcel in the file.'),
      problems: z
        .array(
          z.object({
            row: count.describe('Parcel of the file, counted from 1.'),
            request: id,
            customer_name: z.string(),
            field: wordShown(labelFieldLabel),
            problem: wordShown(labelProblemLabel),
            text: z.string(),
            characters: z.array(z.string()).describe('Those that cannot be printed.'),
            suggestion: z.string().describe('A text that fits; blank where there is none.'),
          }),
        )
        .describe('Fields that need another text before the file can be made.'),
    }),
  }),
  file: call('POST /api/biz/carrier-labels/', {
    summary: 'The file of parcels, in the columns and the encoding of the carrier; each download is recorded',
    may: 'biz.request.write',
    changes: [],
    repeated: 'does it again',
    limit: 'export',
    freshSignIn: true,
    body: parcels,
    ok: 'bytes',
    media: 'text/csv',
    errors: ['label_unprintable', 'no_parcels', 'reauthentication_required'],
  }),
}
