import * as z from 'zod'
import { call } from './call.ts'
import { ekycStatus, identificationClauseLabel, identificationKind } from './codes.ts'
import { identificationRecord } from './customer.ts'
import {
  address,
  code,
  codeShown,
  count,
  date,
  dateTime,
  id,
  maybeText,
  page,
  paged,
  query,
  text,
  version,
  word,
  wordShown,
} from './field.ts'
import {
  captureSlotLabel,
  correctionPartLabel,
  correctionReasonLabel,
  identityDocumentLabel,
} from './identity-paper.ts'

export const ekycSession = z.object({
  id,
  url: z.string(),
  ekyc_status: codeShown(ekycStatus),
  expires_at: dateTime,
})

export const dealerCheck = z.object({
  id,
  name: z.string(),
  shops: z.array(z.string()).describe("The dealer's shops the reader has to do with."),
  shop_ids: z.array(id).describe('The same shops by their keys, in the same order.'),
  identification_kind: codeShown(identificationKind),
  ekyc_status: codeShown(ekycStatus),
  session: id.describe('The identity check under way on our own page; null when there is none.').nullable(),
  review_by: dateTime
    .describe('By when the dealer looks at what was handed in; null before and after.')
    .nullable(),
})

const capture = z.object({
  slot: wordShown(captureSlotLabel).describe('Which picture it is.'),
  captured_at: dateTime.describe('When the picture was stored.'),
})

const correction = z.object({
  part: wordShown(correctionPartLabel).describe('What has to be done again.'),
  reason: wordShown(correctionReasonLabel),
})

const paperFields = {
  document_expires_on: date.describe('Last day on which the paper is valid, as printed on it.'),
  document_issued_on: date.describe('Day of issue; only a passport needs it.'),
  has_new_address: z.boolean().describe('The paper bears a newer address than the printed one.'),
}

export const providerStates = [
  'none',
  'creating',
  'ready',
  'submitted',
  'approved',
  'rejected',
  'expired',
  'canceled',
  'failed',
] as const

export const sessionStates = ['open', 'in_review', 'done', 'expired', 'canceled'] as const

/** The customer's own check. Pictures go in and are never sent back. */
export const identitySession = z.object({
  id,
  state: z.enum(sessionStates).describe('Open: the customer has something to do.'),
  dealers: z.array(
    z.object({
      id,
      name: z.string(),
      ekyc_status: codeShown(ekycStatus),
      note: z.string().describe('What the dealer wrote about what has to be done again; else blank.'),
    }),
  ),
  document: wordShown(identityDocumentLabel).describe('The paper chosen; null before.').nullable(),
  document_expires_on: paperFields.document_expires_on.nullable(),
  document_issued_on: paperFields.document_issued_on.nullable(),
  has_new_address: paperFields.has_new_address,
  confirmed_at: dateTime
    .describe(
      'When the customer compared the registered data with the paper; null before, and after a change.',
    )
    .nullable(),
  captures: z.array(capture),
  corrections: z.array(correction),
  submitted_at: dateTime.describe('When it was handed in last; null before.').nullable(),
  review_by: dateTime.describe('By when the slowest dealer looks at it.').nullable(),
  provider: z
    .object({
      name: z.string().describe('The company that checks the paper on its own page.'),
      state: z
        .enum(providerStates)
        .describe('Of the newest check there. Ready: the customer goes on at the provider.'),
    })
    .nullable()
    .describe('Null: our own page is the only way.'),
  expires_at: dateTime,
  version,
})

const reviewFields = {
  id,
  session: id,
  customer: id,
  customer_name: z.string(),
  shop: id.describe('A shop of the reader whose customer it is.'),
  ekyc_status: codeShown(ekycStatus),
  document: wordShown(identityDocumentLabel).describe('The paper chosen.'),
  submitted_at: dateTime.describe('When it was handed in.'),
  review_by: dateTime.describe('By when it was promised to be looked at.'),
  is_late: z.boolean(),
  is_awaited: z.boolean().describe('An answered request waits for it: its deal closes with the approval.'),
  opened_by: z.string().describe('A colleague who has it open now; else blank.'),
  decided_at: dateTime.nullable(),
  decided_by: z.string(),
}

export const identityReviewRow = z.object(reviewFields)

export const identityReview = z.object({
  ...reviewFields,
  opened_at: dateTime.describe('Since when the colleague has it open.').nullable(),
  name: z.string().describe("The customer's registered name."),
  name_kana: z.string(),
  birthday: date.nullable(),
  age: count.nullable(),
  address,
  document_expires_on: paperFields.document_expires_on.nullable(),
  document_issued_on: paperFields.document_issued_on.nullable(),
  has_new_address: paperFields.has_new_address,
  captures: z.array(capture),
  corrections: z
    .array(correction.extend({ is_fixed: z.boolean() }))
    .describe('What was asked for again so far, newest first.'),
  note: z.string().describe('What was written to the customer with it.'),
  provider: z
    .object({
      name: z.string(),
      check: z.string().describe("The provider's key of the check.").meta({ example: 'v-8f2c91d4' }),
      clause: wordShown(identificationClauseLabel),
      law: z
        .string()
        .describe('The provision that the method satisfies.')
        .meta({ example: '古物営業法施行規則15条3項8号' }),
      valid_from: date.describe('First day on which the method may be used.'),
      valid_to: date.nullable().describe('Last day; null: no end is known.'),
      name_read: z.string().describe('As read from the paper.').meta({ example: '佐藤 美咲' }),
      birthday_read: date.describe('As read from the paper.'),
      address_read: z
        .string()
        .describe('As read from the paper.')
        .meta({ example: '東京都渋谷区神宮前1-2-3' }),
    })
    .nullable()
    .describe('The result of an identity provider; null when our own staff compared the papers.'),
  version,
})

export const reviewListStates = ['waiting', 'returned', 'approved'] as const

const versioned = { version }

export const about = 'Identity checks.'

export const identityCalls = {
  checks: call('GET /api/identity-checks/', {
    summary: 'How the own identity stands with every dealer that has an open request or a check of it',
    may: 'customer.self',
    reads: ['customer'],
    sensitive: true,
    ok: z.array(dealerCheck),
  }),
  open: call('POST /api/ekyc/', {
    summary: 'Open an identity check',
    may: 'customer.self',
    changes: ['customer', 'identity'],
    repeated: 'changes nothing',
    limit: 'write',
    body: z.object({
      customer: id.optional(),
      shop: id.describe('Its dealer; without it, the dealers of all open requests.').optional(),
    }),
    status: 201,
    ok: ekycSession,
    errors: [
      'already_identified',
      'no_dealer_to_identify',
      'under_age',
      'corporate_not_supported',
      'customer_incomplete',
    ],
  }),
  session: call('GET /api/ekyc/sessions/{id}/', {
    summary: 'The own identity check: what is done, what is left, what has to be done again',
    may: 'customer.self',
    reads: ['identity', 'customer'],
    sensitive: true,
    ok: identitySession,
  }),
  confirm: call('POST /api/ekyc/sessions/{id}/document/', {
    summary: 'Choose the paper and confirm that the registered data are as printed on it',
    may: 'customer.self',
    changes: ['identity', 'customer'],
    body: z.object({
      ...versioned,
      document: word(identityDocumentLabel).describe('The paper chosen.'),
      document_expires_on: paperFields.document_expires_on,
      document_issued_on: paperFields.document_issued_on.nullish(),
      has_new_address: paperFields.has_new_address.default(false),
    }),
    ok: identitySession,
    errors: ['stale_version', 'illegal_transition', 'under_age', 'customer_incomplete'],
  }),
  capture: call('POST /api/ekyc/sessions/{id}/images/{slot}/', {
    summary: 'Store a picture of the paper or the face; it replaces the former one',
    may: 'customer.self',
    changes: ['identity'],
    repeated: 'does it again',
    multipart: z.object({
      shows_no_number: z
        .string()
        .max(5)
        .describe(
          '`true` confirms that no individual number (マイナンバー) is to be seen; a My Number card needs it.',
        )
        .optional(),
    }),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: identitySession,
    errors: [
      'file_type',
      'file_heic',
      'file_too_large',
      'picture_too_small',
      'my_number_side',
      'my_number_unconfirmed',
      'illegal_transition',
    ],
  }),
  startProvider: call('POST /api/ekyc/sessions/{id}/provider/', {
    summary:
      "Hand the registered data to the identity provider, and get the address of the customer's check there",
    may: 'customer.self',
    changes: ['identity', 'customer'],
    limit: 'write',
    body: z.object(versioned),
    ok: z.object({ url: z.string().describe('For this customer and this check only.') }),
    current: identitySession,
    errors: [
      'stale_version',
      'illegal_transition',
      'under_age',
      'customer_incomplete',
      'identity_provider_not_offered',
      'identity_provider_down',
    ],
  }),
  providerWebhook: call('POST /api/ekyc/provider/webhook/', {
    summary: 'Something happened to a check at the identity provider: its result is fetched there',
    may: 'anyone',
    changes: [],
    repeated: 'changes nothing',
    ignoresToken: true,
    signedBy: 'x-ekyc-signature',
    body: z
      .looseObject({
        verification: z
          .looseObject({
            id: z
              .string()
              .regex(/^[\w-]{1,100}$/)
              .describe("The provider's key."),
            reference: z.string().max(100).describe('Our key.').meta({ example: 'q3Jx0a9dZ4' }),
          })
          .describe('Which check it is about.'),
      })
      .describe('Only the keys are used; what it says of the result is not believed.'),
    ok: z.object({}),
  }),
  submit: call('POST /api/ekyc/sessions/{id}/submit/', {
    summary: 'Hand the papers to the dealers named in the session, and agree to that',
    may: 'customer.self',
    changes: ['identity', 'customer', 'request'],
    body: z.object(versioned),
    ok: identitySession,
    errors: ['stale_version', 'illegal_transition', 'identity_incomplete'],
  }),
  cancel: call('POST /api/ekyc/sessions/{id}/cancel/', {
    summary: 'Stop the identity check; its pictures are deleted at once. Repeated is fine',
    may: 'customer.self',
    changes: ['identity', 'customer', 'request'],
    repeated: 'changes nothing',
    ok: identitySession,
    errors: ['illegal_transition'],
  }),
  reviews: call('GET /api/biz/identity-reviews/', {
    summary: 'Identity checks handed in to the own company, the oldest first; decided ones newest first',
    may: 'biz.identity.write',
    reads: ['identity', 'customer'],
    sensitive: true,
    query: z.object({ ...paged, state: query.choice(reviewListStates) }),
    ok: page(identityReviewRow),
  }),
  review: call('GET /api/biz/identity-reviews/{id}/', {
    summary: 'One identity check with the data to compare; the view is recorded',
    may: 'biz.identity.write',
    reads: ['identity', 'customer'],
    sensitive: true,
    ok: identityReview,
  }),
  reviewImage: call('GET /api/biz/identity-reviews/{id}/images/{slot}/', {
    summary: 'A picture of the check, decrypted; each view is recorded',
    may: 'biz.identity.write',
    reads: ['identity'],
    sensitive: true,
    ok: 'bytes',
    media: 'image/webp',
  }),
  approve: call('POST /api/biz/identity-reviews/{id}/approve/', {
    summary: 'Record the identification with what the paper says; deals that waited for it close',
    may: 'biz.identity.write',
    changes: ['identity', 'customer', 'request'],
    body: z.object({
      ...versioned,
      document_issuer: text(80),
      document_number: maybeText(40)
        .describe('Never an individual number (マイナンバー): nobody may keep that for this purpose.')
        .default(''),
      verified_name: text(80),
      verified_birthday: date,
      verified_address: text(240),
    }),
    ok: identificationRecord,
    current: identityReview,
    errors: ['stale_version', 'illegal_transition', 'identity_gaps', 'under_age'],
  }),
  returnReview: call('POST /api/biz/identity-reviews/{id}/return/', {
    summary: 'Ask the customer to do single steps again, with the reason of each; their pictures are deleted',
    may: 'biz.identity.write',
    changes: ['identity', 'customer', 'request'],
    body: z.object({
      ...versioned,
      corrections: z
        .array(
          z.object({
            part: word(correctionPartLabel).describe('What has to be done again.'),
            reason: word(correctionReasonLabel),
          }),
        )
        .min(1)
        .max(20),
      note: maybeText(300).describe('Sent to the customer beside the sentences of the reasons.').default(''),
    }),
    ok: identityReviewRow,
    current: identityReview,
    errors: ['stale_version', 'illegal_transition'],
  }),
  openByLine: call('POST /api/ekyc/line/', {
    summary: 'Open an identity check and send its address by LINE, to the linked account only',
    may: 'customer.self',
    changes: ['customer'],
    repeated: 'does it again',
    limit: 'mail',
    status: 201,
    body: z.object({
      customer: id.optional(),
      line_user_id: maybeText(64)
        .describe('Must be the LINE user that the account is linked with.')
        .meta({ example: 'U4af4980629' })
        .optional(),
    }),
    ok: ekycSession.omit({ expires_at: true }),
    errors: [
      'line_not_offered',
      'line_friend_first',
      'already_identified',
      'no_dealer_to_identify',
      'corporate_not_supported',
      'under_age',
      'customer_incomplete',
    ],
  }),
  record: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/', {
    summary: 'Record how a customer was identified; what the clause still demands is answered in `missing`',
    may: 'biz.identity.write',
    changes: ['customer', 'request'],
    idempotent: true,
    status: 201,
    body: z.object({
      clause: word(identificationClauseLabel),
      identification_kind: code(identificationKind),
      document_name: maybeText(60).optional(),
      document_issuer: maybeText(80).default(''),
      document_number: maybeText(40)
        .describe('Never an individual number (マイナンバー): nobody may keep that for this purpose.')
        .default(''),
      verified_name: text(80),
      verified_name_kana: text(120),
      verified_birthday: date,
      verified_address: text(240),
      verified_agent_name: maybeText(80).optional(),
      authority_evidence: maybeText(120).optional(),
      mail_delivered_on: date
        .describe('Clauses 4 and 7: when the non-forwarded registered mail arrived.')
        .nullish(),
      mail_number: maybeText(30).optional(),
      bank_account: id
        .describe('Clauses 6 and 7: the account in the same name that the price is paid to.')
        .nullish(),
      filed_at: maybeText(120).describe('Where the copy is filed (it is kept with the ledger).').optional(),
    }),
    ok: identificationRecord,
    errors: ['under_age', 'idempotency_key_reused'],
  }),
  clear: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/clear/', {
    summary: 'Withdraw an identification with a reason',
    may: 'biz.identity.write',
    changes: ['customer', 'request'],
    repeated: 'is refused',
    body: z.object({ reason: text(200) }),
    ok: identificationRecord,
  }),
}
