import * as z from 'zod'
import { call } from './call.ts'
import { authenticity, decisionLabel, unpricedPolicyLabel } from './codes.ts'
import { dealBlockers } from './deal-blocker.ts'
import {
  codeShown,
  count,
  dateTime,
  grade,
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
  yen,
} from './field.ts'
import { deductionShown, priceEvidence, resultColumns } from './item.ts'
import { itemStatusLabel, requestStatusLabel } from './lifecycle.ts'
import { publicationProblems } from './publication.ts'
import { agreed, requestMove } from './purchase-request.ts'
import { act } from './put.ts'

export const itemQuestion = z
  .object({
    id,
    text: z.string(),
    is_withheld: z
      .boolean()
      .describe(
        'For staff: not shown before the second look has a price, because it may quote the first one.',
      ),
    asked_at: dateTime,
    answer: z.string().describe('Blank before the answer.'),
    answered_by: z
      .string()
      .describe('Who answered, for staff; blank for customers.')
      .meta({ example: '佐藤 次郎' }),
    answered_at: dateTime.nullable(),
  })
  .describe('A question about an article, and its answer.')

/** More than this is better talked about. */
export const mostQuestions = 5
export const mostSecondLookPhotos = 5

export const assessedItem = z.object({
  slug: z.string(),
  seq: count,
  name: z.string(),
  brand_name: z.string(),
  category_name: z.string(),
  grade: (grade as z.ZodType as z.ZodType<string>).nullable(),
  price: yen.nullable(),
  base_price: yen.nullable(),
  deductions: z.array(deductionShown),
  campaign_name: z.string(),
  uplift: yen,
  item_status: codeShown(itemStatusLabel),
  is_disputed: z.boolean(),
  before: z
    .object({ price: yen.nullable(), grade: (grade as z.ZodType as z.ZodType<string>).nullable() })
    .nullable(),
  decision: wordShown(decisionLabel).nullable(),
  is_rescinded: z.boolean(),
  ...resultColumns,
  price_reason: z.string(),
  price_reason_photo: id.nullable(),
  price_reason_amount: yen.nullable(),
  price_band: z.enum(['below', 'above']).nullable(),
  named_low: yen.nullable(),
  authenticity: codeShown(authenticity).nullable(),
  problems: z.array(z.enum(publicationProblems)),
  evidence: priceEvidence.nullable(),
  images: z.array(picture),
  questions: z.array(itemQuestion).describe('What the customer asked about it, the oldest first.'),
})

export const assessment = z.object({
  purchase_request: id,
  status: codeShown(requestStatusLabel),
  is_published: z.boolean(),
  /** As assessed; `agreed` is what was sold. */
  total: yen.nullable(),
  agreed: agreed.nullable(),
  offered_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  offer: id.nullable(),
  unpriced_policy: wordShown(unpricedPolicyLabel),
  return_cost: yen,
  second_look_used: z.boolean(),
  second_look: z
    .object({
      reason: z.string(),
      asked_at: dateTime,
      /** Codes of the disputed items; empty means all. */
      items: z.array(z.string()),
      answer: z.string(),
      answered_at: dateTime.nullable(),
      photos: z.array(picture).describe('Of the customer.'),
    })
    .nullable(),
  second_look_photos: z
    .array(picture)
    .describe('The customer’s own photos for a second look that is not asked for yet; empty for staff.'),
  may_ask: z.boolean().describe('Questions about the articles are taken.'),
  consent: z
    .object({ at: dateTime, kind: z.string(), text: z.string() })
    .nullable()
    .describe('What the customer agreed to, in the words of the consent; null before.'),
  consent_text: z.string(),
  consent_version: z.string(),
  items: z.array(assessedItem),
  deal_blockers: z.array(z.enum(dealBlockers)),
  what_blocks: z.array(z.string()),
  allowed_transitions: z.array(requestMove),
  version,
})

/** Customers send decisions; dealers send the publication. */
export const assessmentInput = z.object({
  decisions: z
    .array(z.object({ slug: z.string().max(40), decision: word(decisionLabel) }))
    .max(500)
    .optional(),
  decision_all: z.enum(['sell', 'return']).optional(),
  offer: id.describe('The offer the reader looked at; an answer to an older one is refused.').nullish(),
  consent_version: z.string().max(40).optional(),
  expires_at: z.string().max(40).nullish(),
  /** Reply to a second look, sent with its result. */
  answer: maybeText(1000).optional(),
  version: version.optional(),
})

/** Each is a transaction of its own. */
export const mostPublications = 50

export const publicationOutcome = z
  .object({
    request: id,
    is_refused: z.boolean().describe('It stays as it is, for the reason in `message`.'),
    code: z.string().describe('Name of the refusal; blank when it goes out.').meta({ example: '' }),
    message: z.string().describe('Sentence of the refusal; blank when it goes out.').meta({ example: '' }),
    items: z
      .array(z.object({ slug: z.string(), seq: count, problems: z.array(z.enum(publicationProblems)) }))
      .describe('The incomplete articles, with all they lack.'),
    customer: id.nullable().describe('Who is told; null for what the reader does not find.'),
    customer_name: z.string(),
    item_count: count.describe('Articles in the result.').meta({ example: 4 }),
    total: yen.nullable(),
    is_accepted: z
      .boolean()
      .describe('The customer agreed beforehand to sell at this total: it counts as the answer.')
      .meta({ example: false }),
    version,
  })
  .describe('What becomes of one result among several.')

export type AssessmentInput = z.output<typeof assessmentInput>

const shape = {
  may: 'assessment.write',
  changes: ['request', 'item', 'balance'],
  body: assessmentInput,
  ok: assessment,
  errors: [
    'illegal_transition',
    'stale_version',
    'answer_incomplete',
    'answer_differs',
    'unknown_slug',
    'offer_expired',
    'offer_changed',
    ...publicationProblems,
    'second_look_answer_missing',
    'held',
  ],
} as const

export const about = 'Offers and the answers to them.'

export const assessmentCalls = {
  get: call('GET /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'The assessment of a request',
    may: 'assessment.read',
    reads: ['request', 'item'],
    ok: assessment,
  }),
  post: call('POST /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'Answer an offer (customer) or publish it (dealer)',
    ...shape,
    repeated: 'changes nothing',
  }),
  put: call('PUT /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'As POST',
    ...shape,
    body: act(assessmentInput),
  }),
  patch: call('PATCH /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'As POST',
    ...shape,
  }),
  previewSeveral: call('POST /api/biz/publications/preview/', {
    summary: 'What publishing the results of several requests would do; nothing is changed, nobody is told',
    may: 'biz.request.write',
    changes: [],
    repeated: 'writes nothing',
    body: z.object({ requests: z.array(id).min(1).max(mostPublications) }),
    ok: z.object({ results: z.array(publicationOutcome) }),
  }),
  publishSeveral: call('POST /api/biz/publications/', {
    summary:
      'Publish the results of several requests, each by itself: a refused one stops no other; sent again, none goes out twice',
    may: 'biz.request.write',
    changes: ['request', 'item', 'balance'],
    idempotent: true,
    body: z.object({
      requests: z
        .array(z.object({ id, version, total: yen.nullable(), item_count: count }))
        .min(1)
        .max(mostPublications)
        .describe('As the preview showed them: what has another total or version by now stays.'),
    }),
    ok: z.object({ results: z.array(publicationOutcome) }),
    errors: ['idempotency_key_reused'],
  }),
  ask: call('POST /api/purchase_items/{slug}/questions/', {
    summary: 'Ask the assessor about an article of the result',
    may: 'customer.self',
    changes: ['request', 'item'],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({ text: text(500) }),
    ok: z.array(itemQuestion),
    errors: ['question_open', 'question_limit', 'question_closed'],
  }),
  questions: call('GET /api/biz/item-questions/', {
    summary: 'Questions of customers to the own shops, the longest open first',
    may: 'biz.request.read',
    reads: ['request', 'item'],
    query: z.object({
      view: query.choice(['open', 'done']).describe('Those that wait for an answer, or the others.'),
      shop: query.int,
      ...paged,
    }),
    ok: page(
      itemQuestion.extend({
        request: id,
        slug: z.string(),
        seq: count,
        item_name: z.string(),
        shop: id,
        shop_name: z.string(),
        customer_name: z.string(),
        price: yen.nullable(),
        offer_expires_at: dateTime.nullable(),
        is_answerable: z.boolean().describe('There is no deal yet, and it is not withheld.'),
      }),
    ),
  }),
  answerQuestion: call('POST /api/biz/item-questions/{id}/answer/', {
    summary: 'Answer a question of a customer; the customer is told',
    may: 'biz.request.write',
    changes: ['request', 'item'],
    repeated: 'changes nothing',
    body: z.object({ answer: text(1000) }),
    ok: itemQuestion,
    errors: ['stale_version', 'question_closed', 'question_withheld'],
  }),
  addSecondLookPhoto: call('POST /api/purchase_requests/{id}/second-look/photos/', {
    summary: `Add an own photo for a second look, before or after asking for it; at most ${mostSecondLookPhotos}`,
    may: 'customer.self',
    changes: ['request'],
    repeated: 'changes nothing',
    multipart: z.object({ caption: z.string().max(100).optional() }),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_too_large', 'illegal_transition'],
  }),
  removeSecondLookPhoto: call(
    'DELETE /api/purchase_requests/{purchase_request_pk}/second-look/photos/{id}/',
    {
      summary: 'Take back an own photo for a second look, until it is asked for',
      may: 'customer.self',
      changes: ['request'],
      ok: 'nothing',
      errors: ['not_editable'],
    },
  ),
}
