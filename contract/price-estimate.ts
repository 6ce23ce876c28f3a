import * as z from 'zod'
import { call } from './call.ts'
import { gradeBandLabel, itemGender } from './codes.ts'
import { declaredItem, draftKey } from './declared-list.ts'
import {
  code,
  codeShown,
  count,
  countFrom,
  date,
  id,
  maybeText,
  percent,
  picture,
  query,
  word,
  wordShown,
  yen,
} from './field.ts'
import { attributes, changes, reads, total } from './pre-assessment-fields.ts'

/**
 * What a link says of itself; `withdrawn`: the shop corrects it, or has sent another one. `elsewhere`: it was opened on the
 * storefront of another dealer, where its shop cannot be chosen.
 */
export const priceEstimateStateLabel = {
  sent: 'お返事待ち',
  accepted: '申し込みあり',
  declined: '見送り',
  expired: '期限切れ',
  withdrawn: '取り下げ',
  elsewhere: '別のお店のサイト',
} as const
export type PriceEstimateState = keyof typeof priceEstimateStateLabel

/** Articles whose price a customer asks for at once on a storefront. */
export const mostAskedItems = 20

/** What a shop stands for when it names a price, on whatever it hands out. */
export const estimatePromises = [
  'この金額は目安です。買取価格は、お品物を拝見してから1点ずつお知らせします。',
  '目安を下回るときは、理由と写真をお見せします。ご納得いただけない品は、お返しします。',
] as const

export const about =
  'Named prices as customers see them: by the link of a shop, or asked for on the storefront.'

const shownItem = z.object({
  position: count,
  brand_name: z.string(),
  category_name: z.string(),
  gender: codeShown(itemGender).nullable(),
  condition_name: z.string(),
  attributes,
  count,
  note: z.string(),
  low: yen.nullable(),
  high: yen.nullable(),
  photos: z.array(picture).describe('The shop’s own photos of it.'),
})
const shown = z
  .object({
    company_name: z.string(),
    store_key: z.string().describe('Storefront of its dealer; blank where it has none of its own.'),
    shop: id,
    shop_name: z.string(),
    operator_name: z.string(),
    state: wordShown(priceEstimateStateLabel),
    is_requested: z.boolean().describe('The request that it was taken for has been made.'),
    valid_until: date.nullable(),
    items: z.array(shownItem).describe('Empty once the link does not stand any more.'),
    total,
    within_percent: percent.nullable().describe('Share of named prices that came true; null below twenty.'),
    n: count,
  })
  .describe('A named price as its customer sees it, without name or telephone.')

const replaces = draftKey
  .optional()
  .describe(
    'The request begun for another shop that may go for this; without it such a one stays, and nothing is done.',
  )

const onStore = z.object({
  store: maybeText(40).optional().describe('The storefront on which it was opened.'),
})

/** Open to who has the link, and to anybody who wants to know a price. */
export const priceEstimateCalls = {
  shown: call('GET /api/price-estimates/{token}/', {
    summary: 'What was named, by its link',
    may: 'anyone',
    reads,
    limit: 'search',
    query: z.object({ store: query.text }),
    ok: shown,
  }),
  shownPdf: call('GET /api/price-estimates/{token}/pdf/', {
    summary: 'The estimate as PDF, by its link',
    may: 'anyone',
    reads,
    limit: 'search',
    query: z.object({ store: query.text }),
    ok: 'pdf',
  }),
  decline: call('POST /api/price-estimates/{token}/decline/', {
    summary: 'Say that nothing will be sent',
    may: 'anyone',
    ignoresToken: true,
    changes,
    limit: 'search',
    repeated: 'changes nothing',
    body: onStore,
    ok: shown,
    errors: ['illegal_transition'],
  }),
  take: call('POST /api/price-estimates/{token}/take/', {
    summary: 'Put what was named into the draft of a request; the link belongs to this customer from then on',
    may: 'customer.self',
    changes: ['draft'],
    repeated: 'changes nothing',
    body: onStore.extend({ replaces }),
    ok: z.object({ draft: id, shop: id, items: z.array(declaredItem) }),
    errors: ['illegal_transition', 'guard_failed', 'draft_elsewhere'],
  }),
  storeAccuracy: call('GET /api/price-estimates/accuracy/', {
    summary: 'How often prices named by the dealers of a storefront came true in the last half year',
    may: 'anyone',
    reads,
    limit: 'search',
    query: z.object({ store: query.text }),
    ok: z.object({
      n: count.describe('Articles that were bought after a price was named.'),
      within_percent: percent.nullable().describe('Share of named prices that came true; null below twenty.'),
    }),
  }),
  apply: call('POST /api/price-estimates/draft/', {
    summary: 'Put articles into the draft of a request; prices are found anew, and kept as named',
    may: 'customer.self',
    changes: ['draft', 'pre_assessment'],
    idempotent: true,
    status: 201,
    body: z.object({
      shop: id,
      articles: z
        .array(
          z.object({
            brand: id.nullish(),
            brand_text: maybeText(60).optional(),
            category: id.nullish(),
            grade_band: word(gradeBandLabel).nullish(),
            count: countFrom(1, 99).optional(),
          }),
        )
        .min(1)
        .max(mostAskedItems),
      replaces,
    }),
    ok: z.object({
      draft: id,
      shop: id,
      added: z
        .array(id)
        .describe('Rows of the articles, in their order.')
        .meta({ example: [31, 32] }),
      items: z.array(declaredItem),
    }),
    errors: ['guard_failed', 'draft_elsewhere', 'customer_incomplete', 'idempotency_key_reused'],
  }),
  bands: call('POST /api/price-estimates/', {
    summary: 'What an article would bring, dealer by dealer; keeps nothing',
    may: 'anyone',
    ignoresToken: true,
    changes: [],
    limit: 'search',
    repeated: 'writes nothing',
    body: z.object({
      brand: id,
      category: id,
      gender: code(itemGender).nullish(),
      grade_band: word(gradeBandLabel),
      store: maybeText(40).optional(),
    }),
    ok: z.array(
      z.object({
        company: id,
        company_name: z.string(),
        shop: id,
        low: yen,
        high: yen,
        n: count.describe('Past purchases of the kind.'),
        within_percent: percent.nullable(),
        accuracy_n: count,
      }),
    ),
  }),
}
