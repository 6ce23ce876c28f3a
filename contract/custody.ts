import * as z from 'zod'
import { call } from './call.ts'
import { codeShown, count, dateTime, id, page, paged, query, text, version, word } from './field.ts'
import { requestStatusLabel } from './lifecycle.ts'

/** What a place is for; decides what may be done with the articles in it. */
export const placeKindLabel = {
  intake: '受付',
  assessment: '査定',
  storage: '保管',
  return: '返送',
  photo: '撮影・出品',
} as const
export type PlaceKind = keyof typeof placeKindLabel
export const placeKinds = Object.keys(placeKindLabel) as [PlaceKind, ...PlaceKind[]]

export const handoverKindLabel = {
  arrival: '受け取り',
  scan: '移動',
  undo: '取り消し',
  count: '棚卸し',
  sent: '返送',
  taken_back: '商品の取り消し',
  sold: '販売',
} as const

/** Where the articles of a request do not add up. */
export const discrepancyKindLabel = {
  short: '申告より少ない',
  unplaced: '置き場の記録がない',
  missing: '棚卸しで見つからない',
  left_over: '終わった取引に残っている',
} as const
export type DiscrepancyKind = keyof typeof discrepancyKindLabel
export const discrepancyKinds = Object.keys(discrepancyKindLabel) as [DiscrepancyKind, ...DiscrepancyKind[]]

/** Of one shop, those in use. */
export const mostPlaces = 200
/** Of one hand-over. */
export const mostCodes = 200
/** Of one count: everything at a place. */
export const mostCounted = 20_000
/** Of a request, the newest. */
export const mostHandovers = 200

const placeKind = word(placeKindLabel)
const name = text(30)
const scanned = text(40)

export const custodyPlace = z
  .object({
    id,
    shop: id,
    shop_name: z.string(),
    name: z.string().describe('On its label.').meta({ example: '保管棚A' }),
    kind: placeKind,
    code: z.string().describe('On its label.').meta({ example: 'OKP-00120' }),
    is_active: z.boolean().describe('In use.'),
    takes_arrivals: z.boolean().describe('Boxes of its shop are recorded here when they are received.'),
    boxes: count.describe('Boxes recorded there that still hold articles.').meta({ example: 2 }),
    items: count.describe('Articles recorded there.').meta({ example: 14 }),
    version,
  })
  .describe('A place of a shop, and how much is there.')

/** Where something is, or goes: a place, or the hands of a colleague. */
const spot = z
  .object({
    place: id.nullable().describe('Number of the place; null for a colleague.').meta({ example: 12 }),
    holder: id.nullable().describe('Number of the colleague; null for a place.').meta({ example: 7 }),
    name: z.string().describe('Of the place or of the colleague.').meta({ example: '保管棚A' }),
    kind: placeKind.nullable().describe('What the place is for; null for a colleague.'),
    shop_name: z.string(),
  })
  .describe('Of a place or of the colleague who has it.')

const thing = z.object({
  request: id,
  box: count.nullable(),
  slug: z.string().nullable(),
  seq: count.nullable(),
  name: z
    .string()
    .describe('Brand and name of an article; blank for a box.')
    .meta({ example: 'アミ パリス コート' }),
})

export const placedThing = thing
  .extend({
    spot: spot.nullable().describe('Null where no place is recorded.'),
    since: dateTime.nullable(),
  })
  .describe('A box or an article, and where it is recorded.')

const handover = z.object({
  id: id.nullable().describe('To undo it; null when nothing changed.'),
  to: spot.nullable().describe('Null for what was undone.'),
  moved: z.array(thing.extend({ from: spot.nullable().describe('Null where nothing was recorded before.') })),
  unchanged: z.array(thing).describe('Those that were there already.'),
})

const placeCount = z
  .object({
    id,
    place: id.describe('Where it was counted.').meta({ example: 12 }),
    place_name: z.string().describe('Name of the place.').meta({ example: '保管棚A' }),
    kind: placeKind,
    shop_name: z.string(),
    at: dateTime,
    by: z.string(),
    with_boxes: z.boolean().describe('Articles recorded with a scanned box counted as found.'),
    expected: count.describe('Boxes and articles recorded at the place.').meta({ example: 16 }),
    found: count.describe('Boxes and articles that were found there.').meta({ example: 15 }),
    missing: count.describe('Recorded there and not found.').meta({ example: 2 }),
    extra: count.describe('Found there and recorded elsewhere.').meta({ example: 1 }),
    open: count.describe('Differences that nobody has settled yet.').meta({ example: 3 }),
  })
  .describe('A count of a place.')

const placeCountDetail = placeCount
  .extend({
    lines: z.array(
      placedThing.extend({
        is_missing: z.boolean().describe('Recorded there and not found; otherwise the other way round.'),
        is_settled: z.boolean().describe('It was moved since, or recorded there.'),
        recorded: spot.nullable().describe('Where it was recorded when it was counted.'),
      }),
    ),
  })
  .describe('A count of a place with its differences.')

const discrepancy = z
  .object({
    request: id,
    status: codeShown(requestStatusLabel),
    shop: id,
    shop_name: z.string(),
    customer_name: z.string(),
    arrived_at: dateTime.nullable(),
    declared: count.nullable().describe('What the customer said.').meta({ example: 12 }),
    received: count.nullable().describe('Counted when the boxes were opened.').meta({ example: 12 }),
    articles: count.describe('Articles recorded now.').meta({ example: 12 }),
    placed: count.describe('Of these, recorded at a place or with a colleague.').meta({ example: 11 }),
    sold: count.describe('Of these, bought.').meta({ example: 8 }),
    returned: count.describe('Of these, sent back.').meta({ example: 3 }),
    disposed: count.describe('Of these, recycled for the customer.').meta({ example: 1 }),
    problems: z
      .array(
        z.object({
          kind: word(discrepancyKindLabel),
          count: count.describe('How many; of a count of a place also boxes.').meta({ example: 1 }),
          items: z.array(count).describe('Which articles, where that is known.'),
        }),
      )
      .describe('What does not add up.'),
    mark: z
      .string()
      .describe('Changes with what does not add up; is sent back with the explanation.')
      .meta({ example: '5f1c0a9be27d4c33' }),
    explanation: z
      .object({ reason: z.string(), by: z.string(), at: dateTime })
      .nullable()
      .describe(
        'Why, as somebody found out; null while nobody has, or since something else does not add up.',
      ),
  })
  .describe('A request whose articles do not add up.')

const errors = ['place_name_taken', 'too_many_places'] as const

export const about = 'Where boxes and articles are in a shop, and every hand-over of them.'

export const custodyCalls = {
  places: call('GET /api/biz/custody/places/', {
    summary: 'Places of the own shops, and how much is in each',
    may: 'biz.custody.use',
    reads: ['custody', 'shop'],
    query: z.object({
      shop: query.int,
      all: query.bool.describe('With those no longer in use.'),
    }),
    ok: z.array(custodyPlace),
  }),
  createPlace: call('POST /api/biz/custody/places/', {
    summary: 'Add a place to a shop',
    may: 'biz.custody.places',
    changes: ['custody'],
    idempotent: true,
    limit: 'write',
    body: z.object({ shop: id, name, kind: placeKind }),
    status: 201,
    ok: custodyPlace,
    errors: [...errors, 'idempotency_key_reused'],
  }),
  updatePlace: call('PATCH /api/biz/custody/places/{id}/', {
    summary: 'Rename a place, give it another use, or take it out of use once it is empty',
    may: 'biz.custody.places',
    changes: ['custody'],
    limit: 'write',
    body: z.object({
      name: name.optional(),
      kind: placeKind.optional(),
      is_active: z.boolean().optional(),
      version,
    }),
    ok: custodyPlace,
    errors: [...errors, 'place_in_use', 'stale_version'],
  }),
  look: call('GET /api/biz/custody/codes/{code}/', {
    summary: 'What a code names: a place, a colleague, or a box or article and where it is',
    may: 'biz.custody.use',
    reads: ['custody', 'item', 'request'],
    ok: z.object({
      to: spot.nullable().describe('Of a place or a colleague.'),
      thing: placedThing.nullable(),
    }),
  }),
  move: call('POST /api/biz/custody/handovers/', {
    summary: 'Record boxes and articles at a place or with a colleague; a repeat changes nothing',
    may: 'biz.custody.use',
    changes: ['custody'],
    idempotent: true,
    limit: 'write',
    body: z.object({
      target: scanned.describe('Code of the place or of the badge.').meta({ example: 'OKP-00120' }),
      codes: z
        .array(scanned)
        .min(1)
        .max(mostCodes)
        .describe('Of boxes and articles. A box takes along the articles that are recorded with it.'),
    }),
    status: 201,
    ok: handover,
    errors: ['idempotency_key_reused'],
  }),
  undo: call('POST /api/biz/custody/handovers/{id}/undo/', {
    summary: 'Record all of a hand-over where it was before, unless any of it has moved on',
    may: 'biz.custody.use',
    changes: ['custody'],
    repeated: 'changes nothing',
    limit: 'write',
    ok: handover,
    errors: ['custody_moved_on'],
  }),
  contents: call('GET /api/biz/custody/places/{id}/contents/', {
    summary: 'What should be at a place: articles, and boxes that still hold some',
    may: 'biz.custody.use',
    reads: ['custody', 'item'],
    ok: z.array(placedThing),
  }),
  counts: call('GET /api/biz/custody/counts/', {
    summary: 'Counts of places, the newest first',
    may: 'biz.custody.use',
    reads: ['custody'],
    query: z.object({
      place: query.int.describe('Number of a place.').meta({ example: 12 }),
      ...paged,
    }),
    ok: page(placeCount),
  }),
  count: call('POST /api/biz/custody/counts/', {
    summary: 'Record what is at a place, and what is missing or too much',
    may: 'biz.custody.use',
    changes: ['custody'],
    idempotent: true,
    limit: 'write',
    bodyLimit: 1_000_000,
    body: z.object({
      place: id.describe('Number of the place.').meta({ example: 12 }),
      codes: z.array(scanned).max(mostCounted).describe('All boxes and articles found there.'),
      with_boxes: z.boolean().describe('Articles recorded with a scanned box count as found.'),
    }),
    status: 201,
    ok: placeCountDetail,
    errors: ['idempotency_key_reused'],
  }),
  countOf: call('GET /api/biz/custody/counts/{id}/', {
    summary: 'One count with its differences',
    may: 'biz.custody.use',
    reads: ['custody', 'item'],
    ok: placeCountDetail,
  }),
  settle: call('POST /api/biz/custody/counts/{id}/settle/', {
    summary: 'Record at the place what was found there and nobody has moved since; a repeat changes nothing',
    may: 'biz.custody.use',
    changes: ['custody'],
    repeated: 'changes nothing',
    limit: 'write',
    ok: placeCountDetail,
  }),
  discrepancies: call('GET /api/biz/custody/discrepancies/', {
    summary: 'Requests whose articles do not add up, from what was declared to what became of them',
    may: 'biz.custody.use',
    reads: ['custody', 'item', 'request'],
    query: z.object({
      shop: query.int,
      kind: query.choice(discrepancyKinds).describe('What does not add up.'),
      explained: query.bool.describe('Those of which somebody has said why, instead of the others.'),
      ...paged,
    }),
    ok: page(discrepancy),
  }),
  explain: call('POST /api/biz/custody/discrepancies/{id}/explain/', {
    summary: 'Say why the articles of a request do not add up; it waits again when something else does not',
    may: 'biz.custody.use',
    changes: ['custody'],
    idempotent: true,
    limit: 'write',
    status: 200,
    body: z.object({
      reason: text(500)
        .describe('What was found out.')
        .meta({ example: 'お客さまに確認済み。11点で合っている。' }),
      mark: z.string().max(40).describe('As it was shown.').meta({ example: '5f1c0a9be27d4c33' }),
    }),
    ok: discrepancy,
    errors: ['stale_version', 'idempotency_key_reused'],
  }),
  ofRequest: call('GET /api/biz/purchase_requests/{id}/custody/', {
    summary: 'Where the boxes and articles of a request are, and their hand-overs, the newest first',
    may: 'biz.custody.use',
    reads: ['custody', 'item'],
    query: z.object({
      item: query.text.describe('Code of one article only.').meta({ example: 'abcdefghjkmnpqrs' }),
    }),
    ok: z.object({
      is_used: z.boolean().describe('The shop has places, or something is recorded.'),
      tally: z
        .object({
          declared: count.nullable().describe('What the customer said.').meta({ example: 12 }),
          received: count.nullable().describe('Counted when the boxes were opened.').meta({ example: 12 }),
          articles: count.describe('Articles recorded now.').meta({ example: 12 }),
          assessed: count.describe('Of these, assessed.').meta({ example: 12 }),
          sold: count.describe('Of these, bought.').meta({ example: 8 }),
          returned: count.describe('Of these, sent back.').meta({ example: 3 }),
          disposed: count.describe('Of these, recycled for the customer.').meta({ example: 1 }),
          left_over: z
            .array(count)
            .describe(
              'The request is over, and these were neither bought nor sent back, recycled or seized.',
            ),
          unplaced: z.array(count).describe('The request is under way, and these are recorded at no place.'),
        })
        .nullable()
        .describe('How the articles add up; null for one article only.'),
      now: z.array(placedThing),
      records: z.array(
        z.object({
          id,
          at: dateTime,
          by: z.string(),
          kind: word(handoverKindLabel),
          from: spot.nullable().describe('Null where nothing was recorded before.'),
          to: spot.nullable().describe('Null for what has left the house.'),
          boxes: z.array(count),
          items: z.array(count),
        }),
      ),
    }),
  }),
}
