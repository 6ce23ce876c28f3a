import * as z from 'zod'
import { call } from './call.ts'
import { attributeShown } from './category-attribute.ts'
import { itemGender, salesChannel } from './codes.ts'
import {
  changing,
  changingPage,
  code,
  codeShown,
  count,
  countFrom,
  dateTime,
  id,
  maybeText,
  missingCodes,
  paged,
  picture,
  query,
  ratio,
  scalarUpTo,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { item, itemMove, itemRow } from './item.ts'
import { itemStatusLabel } from './lifecycle.ts'
import { lateAfterDays, productProblemLabel, productStageLabel } from './product.ts'
import { whole } from './put.ts'

/** What a sale photo shows. */
export const photoRoleLabel = {
  front: '正面',
  back: '背面',
  tag: 'タグ',
  material: '素材',
  flaw: '傷',
  detail: '細部',
  other: '指定なし',
} as const
export type PhotoRole = keyof typeof photoRoleLabel

export const mostSalePhotos = 60

const share = ratio.meta({ description: 'Share of the width or height.', example: 0.25 })
export const photoEdits = z
  .object({
    crop: z.object({ x: share, y: share, width: share, height: share }).nullable(),
    turn: z.literal([0, 90, 180, 270]).describe('Clockwise, in degrees, before the crop.'),
    is_balanced: z.boolean().describe('White balance: the ground becomes neutral.'),
    is_cut_out: z.boolean().describe('The ground becomes white.'),
  })
  .describe('How the shown photo is made from the original.')
export type PhotoEdits = z.output<typeof photoEdits>

export const salePhoto = picture.extend({
  role: wordShown(photoRoleLabel),
  original_url: z.string(),
  edits: photoEdits,
  looks_like: id.nullable().describe('An earlier photo of the article that looks the same.'),
  is_ready: z.boolean().describe('Whether its sizes are made; a moment after it was added or edited.'),
  sizes: z
    .array(z.object({ width: count, height: count, avif_url: z.string(), webp_url: z.string() }))
    .describe('The smallest first; empty until they are made.'),
  version,
})

const attributeValue = scalarUpTo(200)

export const productRow = itemRow.extend({
  sales_channel: codeShown(salesChannel),
  selling_price: yen.nullable(),
  stage: wordShown(productStageLabel),
  completeness: count.describe('Share of what is wanted for the sale, in percent.'),
  missing: z.array(wordShown(productProblemLabel)).describe('What it lacks before it can be offered.'),
  thumbnail_url: z.string().nullable(),
  waiting_days: count.describe('Days since it was bought.'),
  is_late: z.boolean().describe(`Not finished more than ${lateAfterDays} days after the purchase.`),
  is_held: z.boolean(),
  is_sold: z.boolean(),
  version: version.describe('Of the product; 0 before its first write.'),
})

export const product = productRow.extend({
  ...item.pick({
    gender: true,
    color: true,
    material: true,
    size: true,
    product_number: true,
    features: true,
    deductions: true,
    comment: true,
    accessories: true,
  }).shape,
  title: z.string().describe('Blank while it is composed.'),
  description: z.string().describe('Blank while it is composed.'),
  composed_title: z.string(),
  composed_description: z.string(),
  attributes: z.array(attributeShown),
  values: z.array(z.object({ attribute: id, value: attributeValue })).describe('What is filled in.'),
  photos: z.array(salePhoto),
  photo_order_version: version,
  assessment_photos: z.array(picture).describe('As the shop took them for the assessment.'),
  allowed_transitions: z.array(itemMove),
  edited_by: z.string(),
  edited_at: dateTime.nullable(),
})

export const productUpdate = z.object({
  slug: z.string().max(40),
  version,
  status: code(itemStatusLabel).optional().describe('8 to take it up again, 9 to finish it.'),
  title: maybeText(120).optional().describe('Blank: composed.'),
  description: maybeText(3000).optional().describe('Blank: composed.'),
  selling_price: yenFrom(1).nullish(),
  sales_channel: code(salesChannel).optional(),
  gender: code(itemGender).nullish(),
  color: maybeText(40).optional(),
  material: maybeText(60).optional(),
  size: maybeText(40).optional(),
  product_number: maybeText(60).optional(),
  values: z
    .array(z.object({ attribute: id, value: attributeValue }))
    .max(100)
    .optional()
    .describe('Of the attributes named; null takes a value off.'),
})
export type ProductUpdate = z.output<typeof productUpdate>

const productReplacement = whole(productUpdate.extend({ status: code(itemStatusLabel) }), {
  title: '',
  description: '',
  sales_channel: -1003,
  color: '',
  material: '',
  size: '',
  product_number: '',
  values: [],
})

export const mostTogether = 50
const several = <T extends z.ZodType>(one: T) =>
  z.union([z.object({ items: z.array(one).min(1).max(mostTogether) }), one])

export const productOrder = {
  fields: ['id', 'purchased_at', 'price', 'selling_price', 'completeness'],
  usual: 'purchased_at',
} as const

export const productFilter = z.object({
  q: query.search,
  stage: query
    .choice(Object.keys(productStageLabel) as (keyof typeof productStageLabel)[])
    .describe('Where its work waits; without finished articles.'),
  status: query.code(itemStatusLabel),
  is_finished: query.bool.describe('Whether it is ready for sale, or sold.'),
  is_sold: query.bool,
  is_late: query.bool.describe(`Not finished more than ${lateAfterDays} days after the purchase.`),
  shop: query.int,
  brand: query.int.describe('0: without a brand.'),
  category: query.int.describe('0: without a category.'),
  sales_channel: query.code(salesChannel),
  ordering: query.ordering(productOrder),
  ...paged,
})

export const channelCost = z.object({
  sales_channel: codeShown(salesChannel),
  fee_permille: count,
  shipping: yen,
  handling: yen,
  margin_floor_permille: count,
  version: version.describe('0 before it is set.'),
})

const refusals = [
  'illegal_transition',
  'stale_version',
  'guard_failed',
  'held',
  'already_sold',
  'wrong_place',
] as const

const sentPhoto = z.object({
  slug: z.string().max(40),
  role: word(photoRoleLabel).optional(),
  taken_at: dateTime.optional().describe('Decides about the order, as uploads overtake each other.'),
})
export type SentPhoto = z.output<typeof sentPhoto>

const photoRefusals = ['illegal_transition', 'guard_failed', 'held', 'already_sold', 'wrong_place'] as const

export const about = 'Bought articles on their way to sale.'

export const productizationCalls = {
  list: call('GET /api/biz/item-productization/', {
    summary: 'Bought items on their way to sale, the oldest purchase first',
    may: 'biz.productization.read',
    reads: ['item', 'product', 'sale'],
    query: productFilter.extend(changing),
    fromReplica: true,
    ok: changingPage(productRow),
  }),
  codes: call('GET /api/biz/item-productization/codes/', {
    summary: 'Which of several codes in a search the list does not show',
    may: 'biz.productization.read',
    reads: ['item', 'product', 'sale'],
    query: productFilter.omit({ page: true, size: true }),
    ok: missingCodes,
  }),
  counts: call('GET /api/biz/item-productization/counts/', {
    summary: 'How many articles wait at each stage, and how many the reader finished today',
    may: 'biz.productization.read',
    reads: ['item', 'product'],
    query: z.object({ shop: query.int }),
    ok: z.object({
      stages: z.array(z.object({ stage: word(productStageLabel), n: count, late: count })),
      finished_today: count,
    }),
  }),
  get: call('GET /api/biz/item-productization/{slug}/', {
    summary: 'One article on its way to sale',
    may: 'biz.productization.read',
    reads: ['item', 'product'],
    ok: product,
  }),
  addImages: call('POST /api/biz/item-productization-image/', {
    summary: 'Add sale photos; the same picture again is the photo that is there',
    may: 'biz.productization.write',
    changes: ['product', 'item'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 30_000_000,
    multipart: sentPhoto,
    status: 201,
    body: z.object({
      slug: z.string().max(40),
      role: word(photoRoleLabel).optional(),
      images: z
        .array(
          z.object({
            filename: z.string().max(200),
            content_type: z.string().max(60),
            data: z.string().describe('The picture in base64.'),
          }),
        )
        .min(1)
        .max(10),
    }),
    ok: z.object({ slug: z.string(), images: z.array(salePhoto) }),
    errors: ['file_type', 'file_heic', 'file_too_large', ...photoRefusals],
  }),
  replace: call('PUT /api/biz/item-productization-manage/', {
    summary: 'Write sale data of one article, or of several: all or none',
    may: 'biz.productization.write',
    changes: ['product', 'item', 'notice'],
    body: several(productReplacement) as z.ZodType as typeof productReplacement,
    ok: z.object({ items: z.array(product) }).describe('In the order of the body.'),
    errors: refusals,
  }),
  update: call('PATCH /api/biz/item-productization-manage/', {
    summary: 'Write part of the sale data of one article, or of several: all or none',
    may: 'biz.productization.write',
    changes: ['product', 'item', 'notice'],
    body: several(productUpdate),
    ok: z.object({ items: z.array(product) }).describe('In the order of the body.'),
    errors: refusals,
  }),
  arrangePhotos: call('PUT /api/biz/item-productization/{slug}/photos/', {
    summary: 'Put the sale photos into an order; the first is the main one',
    may: 'biz.productization.write',
    changes: ['product'],
    body: whole(
      z.object({ photos: z.array(id).min(1).max(mostSalePhotos), photo_order_version: version }),
      {},
    ),
    ok: product,
    errors: ['stale_version', ...photoRefusals],
  }),
  editPhoto: call('PATCH /api/biz/item-productization/{slug}/photos/{id}/', {
    summary: 'Say what a sale photo shows, or make it anew from its original',
    may: 'biz.productization.write',
    changes: ['product'],
    body: z.object({
      version,
      role: word(photoRoleLabel).optional(),
      edits: photoEdits.optional(),
    }),
    ok: salePhoto,
    errors: ['stale_version', ...photoRefusals],
  }),
  removePhoto: call('DELETE /api/biz/item-productization/{slug}/photos/{id}/', {
    summary: 'Remove a sale photo with its original',
    may: 'biz.productization.write',
    changes: ['product'],
    ok: 'nothing',
    errors: photoRefusals,
  }),
  saleEvidence: call('GET /api/biz/item-productization/{slug}/sale-evidence/', {
    summary: 'What the company sold of the same brand, category and grade band, in figures; null below five',
    may: 'biz.productization.read',
    reads: ['sale'],
    ok: z
      .object({
        n: count,
        days: count,
        min: yen,
        q1: yen,
        median: yen,
        q3: yen,
        max: yen,
        days_to_sell: count.nullable().describe('Median of the days from the purchase to the sale.'),
        label: z.string(),
      })
      .nullable(),
  }),
  channelCosts: call('GET /api/biz/channel-costs/', {
    summary: 'What each sales channel takes of a sale, and the lowest margin wanted',
    may: 'biz.productization.read',
    reads: ['product'],
    ok: z.array(channelCost),
  }),
  writeChannelCost: call('PUT /api/biz/channel-costs/', {
    summary: 'Set what a sales channel takes',
    may: 'biz.catalogue.write',
    changes: ['product'],
    body: whole(
      z.object({
        sales_channel: z.literal([1, 2, 3]),
        fee_permille: countFrom(0, 1000),
        shipping: yenFrom(0, 1_000_000),
        handling: yenFrom(0, 1_000_000),
        margin_floor_permille: countFrom(0, 1000),
        version,
      }),
      {},
    ),
    ok: channelCost,
    errors: ['stale_version'],
  }),
}
