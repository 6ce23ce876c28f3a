import * as z from 'zod'
import { call } from './call.ts'
import { carrierLabel } from './codes.ts'
import {
  dateTime,
  id,
  maybeText,
  page,
  paged,
  picture,
  query,
  text,
  version,
  word,
  wordShown,
} from './field.ts'

export const unannouncedStateLabel = {
  waiting: 'お客さま確認待ち',
  linked: '申し込みに結び付け',
  returned: '差出人へ返送',
  kept: 'お店で保管',
} as const
export type UnannouncedState = keyof typeof unannouncedStateLabel
export const unannouncedStates = Object.keys(unannouncedStateLabel) as [
  UnannouncedState,
  ...UnannouncedState[],
]

export const mostParcelPhotos = 5

/** After it is closed, what the sender wrote is erased. */
export const daysSenderIsKept = 365

const carrier = word(carrierLabel)

export const unannouncedBox = z
  .object({
    id,
    shop: id,
    shop_name: z.string(),
    state: word(unannouncedStateLabel),
    request: id.nullable().describe('Its cancelled request, or the one it was linked to.'),
    sender_name: z.string().describe('As written on the parcel; blank once it is erased.'),
    carrier: wordShown(carrierLabel).nullable(),
    tracking_number: z.string(),
    note: z.string(),
    photos: z.array(picture).describe('How it looked when it came; none once it is erased.'),
    return_carrier: wordShown(carrierLabel).nullable(),
    return_tracking_number: z.string(),
    reason: z.string(),
    received_by: z.string(),
    received_at: dateTime,
    closed_by: z.string(),
    closed_at: dateTime.nullable(),
    version,
  })
  .describe('A parcel that belongs to no awaited request.')

const errors = ['box_settled', 'stale_version'] as const

export const about = 'Parcels that nobody announced, or whose request was cancelled.'

export const unannouncedBoxCalls = {
  list: call('GET /api/biz/unannounced-boxes/', {
    summary: 'Parcels without an awaited request, the newest first',
    may: 'biz.custody.use',
    reads: ['custody'],
    sensitive: true,
    query: z.object({
      state: query.choice(unannouncedStates).describe('What became of it.'),
      q: query.text.describe('Part of the sender’s name or of a number.'),
      ...paged,
    }),
    ok: page(unannouncedBox),
  }),
  create: call('POST /api/biz/unannounced-boxes/', {
    summary: 'Take in a parcel that no request awaits',
    may: 'biz.custody.use',
    changes: ['custody'],
    idempotent: true,
    limit: 'write',
    body: z.object({
      shop: id,
      request: id.nullish().describe('The cancelled request that it belongs to.').meta({ example: 123 }),
      sender_name: maybeText(80).describe('As written on the parcel.').meta({ example: '山田 花子' }),
      carrier: carrier.nullish(),
      tracking_number: maybeText(30),
      note: maybeText(500),
    }),
    status: 201,
    ok: unannouncedBox,
    errors: ['idempotency_key_reused'],
  }),
  addPhoto: call('POST /api/biz/unannounced-boxes/{id}/photos/', {
    summary: `Add a photo of a parcel as it came, at most ${mostParcelPhotos}; the same one only once`,
    may: 'biz.custody.use',
    changes: ['custody'],
    repeated: 'changes nothing',
    multipart: z.object({}),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large', 'box_settled'],
  }),
  removePhoto: call('DELETE /api/biz/unannounced-boxes/{unannounced_box_pk}/photos/{id}/', {
    summary: 'Remove a photo of a parcel before it is settled',
    may: 'biz.custody.use',
    changes: ['custody'],
    limit: 'write',
    ok: 'nothing',
    errors: ['box_settled'],
  }),
  link: call('POST /api/biz/unannounced-boxes/{id}/link/', {
    summary: 'Note the request that a parcel turned out to belong to',
    may: 'biz.custody.use',
    changes: ['custody'],
    limit: 'write',
    body: z.object({ request: id, version }),
    ok: unannouncedBox,
    errors,
  }),
  giveBack: call('POST /api/biz/unannounced-boxes/{id}/return/', {
    summary: 'Note that a parcel was sent back',
    may: 'biz.custody.use',
    changes: ['custody'],
    limit: 'write',
    body: z.object({ carrier, tracking_number: text(30), version }),
    ok: unannouncedBox,
    errors,
  }),
  keep: call('POST /api/biz/unannounced-boxes/{id}/keep/', {
    summary: 'Note why a parcel stays in the shop',
    may: 'biz.custody.use',
    changes: ['custody'],
    limit: 'write',
    body: z.object({ reason: text(500), version }),
    ok: unannouncedBox,
    errors,
  }),
}
