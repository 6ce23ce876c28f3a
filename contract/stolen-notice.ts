import * as z from 'zod'
import { call } from './call.ts'
import { salesChannel } from './codes.ts'
import {
  codeShown,
  count,
  countFrom,
  date,
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
} from './field.ts'
import { itemStatusLabel } from './lifecycle.ts'
import { matchReasonLabel, matchStateLabel, matchStrengthLabel } from './notice-match.ts'
import { whole } from './put.ts'

/** A notice lists what was stolen in one case. */
export const mostNoticeArticles = 50
export const mostNoticePages = 10

const articleColumns = {
  category: id.nullish(),
  brand: maybeText(80).describe('As it is written on the notice.').meta({ example: 'エルメス' }).default(''),
  name: maybeText(120).default(''),
  color: maybeText(40).default(''),
  features: maybeText(500).default(''),
  product_number: maybeText(60).default(''),
  serial_number: maybeText(60).default(''),
  other_number: maybeText(60).describe('Another number of its own, such as an IMEI.').default(''),
  quantity: countFrom(1, 999).default(1),
  stolen_from: date.nullish(),
  stolen_until: date.nullish(),
  stolen_place: maybeText(100).default(''),
}

const articleInput = z.object({
  id: id.describe('Of an article that is changed; without it, a new one.').nullish(),
  ...articleColumns,
})
export type NoticeArticleInput = z.output<typeof articleInput>

const noticeColumns = {
  number: text(60),
  police_station: text(60),
  contact: maybeText(120).optional(),
  issued_on: date.nullish(),
  arrived_on: date,
  note: maybeText(1000).optional(),
}

const noticeInput = z.object({
  ...noticeColumns,
  articles: z.array(articleInput).min(1).max(mostNoticeArticles),
})

/** What can be compared is one of these. */
export const comparedFields = [
  'brand',
  'name',
  'features',
  'product_number',
  'serial_number',
  'other_number',
] as const

/** Without a brand and a number, an article is compared by its marks, or by its name and colour. */
export const hasComparedWords = ({
  name,
  color,
  features,
}: {
  name: string
  color: string
  features: string
}) => features !== '' || (name !== '' && color !== '')

export const noticeViews = ['live', 'ended', 'hit'] as const

const noticeRow = z.object({
  id,
  number: z.string(),
  police_station: z.string(),
  issued_on: date.nullable(),
  arrived_on: date,
  expires_on: date.describe('The last day on which it is kept and compared.'),
  is_live: z.boolean().describe('Whether that day is not over.'),
  articles: z.string().describe('Its articles in a few words.').meta({ example: 'エルメス バーキン30 黒' }),
  article_count: count,
  open_count: count
    .describe('Items that may be one of its articles, and wait for a decision.')
    .meta({ example: 1 }),
  held_count: count.describe('Items that were held for it.').meta({ example: 0 }),
})

const match = z.object({
  id,
  notice: id,
  article: id,
  strength: word(matchStrengthLabel),
  reasons: z.array(word(matchReasonLabel)).describe('What agrees, and what is written differently.'),
  state: word(matchStateLabel),
  found_at: dateTime,
  decided_by: z
    .string()
    .describe('Who decided; blank before, and where a number that agrees held the item at once.')
    .meta({ example: '佐藤 美咲' }),
  decided_at: dateTime.nullable(),
  decision_reason: z.string(),
  hold: id.nullable(),
  is_released: z.boolean().describe('Whether that hold has ended.'),
})

export const noticeHit = match
  .extend({
    number: z.string(),
    police_station: z.string(),
    wanted: z
      .string()
      .describe('The article of the notice in a few words.')
      .meta({ example: 'エルメス バーキン30 黒' }),
  })
  .describe('An article of a notice that an item may be.')

const matchedItem = z.object({
  slug: z.string(),
  seq: count,
  status: codeShown(itemStatusLabel),
  request: id,
  shop_name: z.string(),
  customer_name: z.string(),
  brand_name: z.string(),
  category_name: z.string(),
  name: z.string(),
  color: z.string(),
  features: z.string(),
  product_number: z.string(),
  serial_number: z.string(),
  photo: picture.nullable(),
  sold: z
    .object({ sold_on: date, sales_channel: codeShown(salesChannel), ledger_seq: count.nullable() })
    .nullable()
    .describe(
      'Its sale that stands, with the row of the antique ledger that names the buyer; null where it is here.',
    ),
})

const noticeMatch = match.extend({ item: matchedItem })

export const noticeArticle = z
  .object({
    id,
    category: id.nullable(),
    category_name: z.string(),
    brand: z.string().describe('As it is written on the notice.').meta({ example: 'エルメス' }),
    is_brand_known: z
      .boolean()
      .describe('Whether the brand is in the list of brands, however it is written.'),
    name: z.string(),
    color: z.string(),
    features: z.string(),
    product_number: z.string(),
    serial_number: z.string(),
    other_number: z.string(),
    quantity: count,
    stolen_from: date.nullable(),
    stolen_until: date.nullable(),
    stolen_place: z.string(),
    similar_left_out: count
      .describe('Items that look like it beyond those shown, the less alike ones.')
      .meta({ example: 0 }),
  })
  .describe('What was stolen, as the notice describes it.')

export const stolenNotice = noticeRow
  .omit({ articles: true })
  .extend({
    contact: z.string(),
    note: z.string(),
    articles: z.array(noticeArticle),
    pages: z.array(picture).describe('Pictures of the paper.'),
    registered_by: z.string().describe('Who registered it.').meta({ example: '佐藤 美咲' }),
    registered_at: dateTime,
    compared_at: dateTime
      .nullable()
      .describe('When it was last compared with all items in hand; null until then.'),
    matches: z
      .array(noticeMatch)
      .describe('Of the reader’s shops: what is held first, then what waits, the most alike first.'),
    version,
  })
  .describe('A notice of stolen articles from the police.')

export const about = 'Notices of stolen articles from the police (品触れ).'

const write = {
  may: 'biz.notice.write',
  changes: ['notice', 'request', 'item'],
  ok: stolenNotice,
} as const

export const stolenNoticeCalls = {
  list: call('GET /api/biz/stolen-notices/', {
    summary: 'Notices of stolen articles, the newest arrival first',
    may: 'biz.notice.read',
    reads: ['notice', 'request', 'item'],
    query: z.object({
      view: query
        .choice(noticeViews)
        .describe('Those in force, those whose six months are over, or those that an item may be of.'),
      q: query.search,
      ...paged,
    }),
    ok: page(noticeRow),
  }),
  get: call('GET /api/biz/stolen-notices/{id}/', {
    summary: 'One notice with its articles and the pictures of the paper',
    may: 'biz.notice.read',
    reads: ['notice', 'request', 'item'],
    ok: stolenNotice,
  }),
  create: call('POST /api/biz/stolen-notices/', {
    summary: 'Register a notice',
    ...write,
    idempotent: true,
    status: 201,
    body: noticeInput,
    errors: ['notice_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/stolen-notices/{id}/', {
    summary: 'Correct a notice',
    ...write,
    body: whole(noticeInput.extend({ version }), { contact: '', note: '' }),
    errors: ['notice_exists', 'stale_version', 'guard_failed'],
  }),
  addPage: call('POST /api/biz/stolen-notices/{id}/pages/', {
    summary: 'Add a picture of the paper',
    may: 'biz.notice.write',
    changes: ['notice'],
    repeated: 'changes nothing',
    multipart: z.object({}),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large'],
  }),
  removePage: call('DELETE /api/biz/stolen-notices/{stolen_notice_pk}/pages/{id}/', {
    summary: 'Remove a picture of the paper',
    may: 'biz.notice.write',
    changes: ['notice'],
    ok: 'nothing',
  }),
  confirm: call('POST /api/biz/stolen-notice-matches/{id}/confirm/', {
    summary: 'Say that an item may be the article of a notice, which holds it',
    ...write,
    repeated: 'is refused',
    body: z.object({ reason: text(500) }),
    errors: ['illegal_transition'],
  }),
  dismiss: call('POST /api/biz/stolen-notice-matches/{id}/dismiss/', {
    summary: 'Say that an item is another one; the two are not asked about again',
    ...write,
    repeated: 'is refused',
    body: z.object({ reason: text(500) }),
    errors: ['illegal_transition'],
  }),
}
