import * as z from 'zod'
import { call } from './call.ts'
import { decisionLabel, itemStatusLabel, requestStatusLabel, unpricedPolicyLabel } from './codes.ts'
import { codeShown, count, dateTime, grade, id, picture, version, word, wordShown, yen } from './field.ts'
import { deduction, priceEvidence } from './item.ts'
import { requestMove } from './purchase-request.ts'
import { act } from './put.ts'

export const assessedItem = z.object({
  slug: z.string(),
  seq: count,
  name: z.string(),
  brand_name: z.string(),
  category_name: z.string(),
  grade: (grade as z.ZodType as z.ZodType<string>).nullable(),
  price: yen.nullable(),
  base_price: yen.nullable(),
  deductions: z.array(deduction.extend({ photo: id.nullable() })),
  campaign_name: z.string(),
  uplift: yen,
  item_status: codeShown(itemStatusLabel),
  decision: wordShown(decisionLabel).nullable(),
  comment: z.string(),
  not_buyable_reason: z.string(),
  evidence: priceEvidence.nullable(),
  images: z.array(picture),
})

export const assessment = z.object({
  purchase_request: id,
  status: codeShown(requestStatusLabel),
  is_published: z.boolean(),
  total: yen.nullable(),
  offered_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  offer: id.nullable(),
  unpriced_policy: wordShown(unpricedPolicyLabel),
  return_cost: yen,
  second_look_used: z.boolean(),
  consent_text: z.string(),
  consent_version: z.string(),
  items: z.array(assessedItem),
  what_blocks: z.array(z.string()),
  allowed_transitions: z.array(requestMove),
  version,
})

/** A customer's answer, or a dealer's publication: which one it is depends on who asks. */
export const assessmentInput = z.object({
  decisions: z
    .array(z.object({ slug: z.string().max(40), decision: word(decisionLabel) }))
    .max(500)
    .optional(),
  decision_all: z.enum(['sell', 'return']).optional(),
  offer: id.describe('The offer the reader looked at; an answer to an older one is refused.').nullish(),
  consent_version: z.string().max(40).optional(),
  expires_at: z.string().max(40).nullish(),
  version: version.optional(),
})

export type AssessmentInput = z.output<typeof assessmentInput>

const shape = {
  may: 'assessment.write',
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
    'items_unfinished',
    'held',
  ],
} as const

export const assessmentCalls = {
  get: call('GET /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'The assessment of a request',
    may: 'assessment.read',
    ok: assessment,
  }),
  post: call('POST /api/purchase_requests/{purchase_request_pk}/assessment/', {
    summary: 'Answer an offer (customer) or publish it (dealer)',
    ...shape,
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
}
