import * as z from 'zod'
import { call } from './call.ts'
import { carrierLabel } from './codes.ts'
import { count, dateTime, id, word, wordShown } from './field.ts'

/** What became of a line of a file. */
export const trackingResultLabel = {
  picked_up: '集荷の日を記録',
  moving: '輸送中にする',
  delivered: '配達完了の日を記録',
  known: '変更なし',
  bad_number: '番号の誤り',
  unknown_number: '該当する箱なし',
  ambiguous: '同じ番号の箱が複数',
  unknown_event: '読めない状況',
  bad_time: '読めない日時',
  future: '先の日時',
  before_request: '申し込みより前',
  after_arrival: '受け取りより後',
  canceled: '取り消された申し込み',
} as const
export type TrackingResult = keyof typeof trackingResultLabel

const changing: readonly TrackingResult[] = ['picked_up', 'moving', 'delivered']
export const changesBox = (result: TrackingResult): boolean => changing.includes(result)
/** Somebody should look at the line. */
export const isTrackingProblem = (result: TrackingResult): boolean =>
  result !== 'known' && !changesBox(result)

export const mostTrackingRows = 2000

/** What became of a line with an issued number. */
export const issuedResultLabel = {
  return_numbered: '返送の番号を記録',
  kit_sent: '段ボールを発送済みに',
  kit_numbered: '段ボールの番号を記録',
  pickup_booked: '集荷を手配済みに',
  pickup_numbered: '集荷の番号を記録',
  known: '変更なし',
  no_number: '番号なし',
  bad_number: '番号の誤り',
  bad_reference: '管理番号が別の形',
  unknown_reference: '該当する荷物なし',
  doubled: '管理番号に番号が複数',
  number_used: 'ほかの荷物の番号',
  other_number: '別の番号が記録済み',
  other_carrier: '運送会社が違う',
  not_arranged: '集荷日が未定',
  closed: '手続きが先に進んでいる',
} as const
export type IssuedResult = keyof typeof issuedResultLabel

const issuing: readonly IssuedResult[] = [
  'return_numbered',
  'kit_sent',
  'kit_numbered',
  'pickup_booked',
  'pickup_numbered',
]
export const changesParcel = (result: IssuedResult): boolean => issuing.includes(result)
/** A line without a number belongs to a label that is not printed yet. */
export const isIssuedProblem = (result: IssuedResult): boolean =>
  result !== 'known' && result !== 'no_number' && !changesParcel(result)

export const importKindLabel = { events: '荷物の状況', numbers: '送り状番号' } as const
export type ImportKind = keyof typeof importKindLabel

export const trackingReport = z.object({
  import_id: id.nullable().describe('Number of the import; null when the file was only checked.'),
  lines: z
    .array(
      z.object({
        line: count,
        tracking_number: z.string().describe('As the file says.'),
        event_text: z.string(),
        event_at: dateTime.nullable(),
        result: word(trackingResultLabel),
        request: id.nullable(),
        box: count.nullable().describe('Which box of the request; null where the line belongs to none.'),
        candidates: z
          .array(z.object({ request: id, box: count }))
          .describe('Boxes of several requests that have this number; empty when it is clear whose it is.'),
      }),
    )
    .describe('Every line of the file, in its order.'),
  sent_requests: z.array(id).describe('Requests that are on their way since, or would be.'),
})

export const issuedReport = z.object({
  import_id: id.nullable().describe('Number of the import; null when the file was only checked.'),
  lines: z
    .array(
      z.object({
        line: count,
        reference: z.string().describe('お客様管理番号, as the file says.'),
        tracking_number: z.string().describe('As the file says.'),
        result: word(issuedResultLabel),
        request: id.nullable(),
        box: count.nullable().describe('Which box of a pickup; null otherwise.'),
      }),
    )
    .describe('Every line of the file, in its order.'),
})

export const trackingImport = z.object({
  id,
  kind: wordShown(importKindLabel),
  carrier: wordShown(carrierLabel),
  row_count: count,
  recorded_count: count,
  sent_count: count,
  imported_by: z.string(),
  imported_at: dateTime,
})

const file = {
  may: 'biz.request.write',
  multipart: z.object({ carrier: word(carrierLabel).describe('Whose file it is.') }),
  limit: 'upload',
  bodyLimit: 2_200_000,
  errors: ['file_too_large'],
} as const

export const about = 'Files of carriers that say which boxes were picked up and delivered.'

export const trackingImportCalls = {
  list: call('GET /api/biz/tracking-imports/', {
    summary: 'The newest imports, at most twenty',
    may: 'biz.request.read',
    reads: ['request'],
    ok: z.array(trackingImport),
  }),
  check: call('POST /api/biz/tracking-imports/check/', {
    summary: 'What importing a file would change (multipart: file, carrier); nothing is written',
    changes: [],
    repeated: 'writes nothing',
    ...file,
    ok: trackingReport,
  }),
  apply: call('POST /api/biz/tracking-imports/', {
    summary:
      'Import tracking events (multipart: file, carrier): dates of each box, and requests of which a box was picked up are on their way. Repeated or reordered lines change nothing',
    changes: ['request'],
    repeated: 'changes nothing',
    ...file,
    ok: trackingReport,
  }),
  checkNumbers: call('POST /api/biz/issued-numbers/check/', {
    summary:
      'What importing issued tracking numbers would change (multipart: file, carrier); nothing is written',
    changes: [],
    repeated: 'writes nothing',
    ...file,
    ok: issuedReport,
  }),
  applyNumbers: call('POST /api/biz/issued-numbers/', {
    summary:
      'Import the tracking numbers that a carrier’s software issued (multipart: file, carrier): returns and boxes get them, kits are sent, pickups booked. Repeated lines change nothing',
    changes: ['request'],
    repeated: 'changes nothing',
    ...file,
    ok: issuedReport,
  }),
}
