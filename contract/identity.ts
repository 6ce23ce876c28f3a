import * as z from 'zod'
import { call } from './call.ts'
import { identificationKind } from './codes.ts'
import { identificationRecord } from './customer.ts'
import { code, date, id, maybeText, text } from './field.ts'

/** The clauses of 古物営業法施行規則 15条3項 that staff can record, and in person (法15条1項1号). */
export const identificationClauses = [
  'face_to_face',
  'clause_7',
  'clause_8',
  'clause_9',
  'clause_13',
] as const
export const identificationClauseLabel = {
  face_to_face: '対面(法15条1項1号)',
  clause_7: '7号 写し＋転送不要郵便＋本人名義口座',
  clause_8: '8号 書類の写真(厚み)＋顔写真',
  clause_9: '9号 ICチップ＋顔写真',
  clause_13: '13号 確認済みのお客さまのログイン',
} as const

export const ekycSession = z.object({ id, url: z.string(), ekyc_status: z.int(), expires_at: z.string() })

/** How one dealer's check of the reader stands. */
export const dealerCheck = z.object({
  id,
  name: z.string(),
  /** The dealer's shops the reader has to do with. */
  shops: z.array(z.string()),
  identification_kind: z.int(),
  ekyc_status: z.int(),
})

export const identityCalls = {
  checks: call('GET /api/identity-checks/', {
    summary: 'How the own identity stands with every dealer that has an open request or a check of it',
    may: 'customer.self',
    sensitive: true,
    ok: z.array(dealerCheck),
  }),
  open: call('POST /api/ekyc/', {
    summary: 'Open an identity check',
    may: 'customer.self',
    notBuilt: true,
    body: z.object({ customer: id.optional(), shop: id.optional() }),
    status: 201,
    ok: ekycSession,
  }),
  openByLine: call('POST /api/ekyc/line/', {
    summary: 'Send the identity check by LINE',
    may: 'customer.self',
    notBuilt: true,
    status: 201,
    body: z.object({
      customer: id.optional(),
      line_user_id: z.string().optional(),
      id_token: z.string().optional(),
    }),
    ok: ekycSession.omit({ expires_at: true }),
  }),
  lineWebhook: call('POST /api/ekyc/line/webhook/', {
    summary: 'LINE events',
    may: 'anyone',
    notBuilt: true,
    ignoresToken: true,
    body: z.object({}).loose(),
    ok: z.object({}),
  }),
  record: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/', {
    summary: 'Record how a customer was identified; what the clause still demands is answered in `missing`',
    may: 'biz.identity.write',
    status: 201,
    body: z.object({
      clause: z.enum(identificationClauses),
      identification_kind: code(identificationKind),
      document_name: maybeText(60).optional(),
      document_issuer: maybeText(80).default(''),
      /** Never an individual number (マイナンバー): nobody may keep that for this purpose. */
      document_number: maybeText(40).default(''),
      verified_name: text(80),
      verified_name_kana: text(120),
      verified_birthday: date,
      verified_address: text(240),
      /** Clause 7: when the non-forwarded registered mail arrived, and its number. */
      mail_delivered_on: date.nullish(),
      mail_number: maybeText(30).optional(),
      /** Clause 7: the account in the same name that the price is paid to. */
      bank_account: id.nullish(),
      /** Where the copy is filed (it is kept with the ledger). */
      filed_at: maybeText(120).optional(),
    }),
    ok: identificationRecord,
    errors: ['under_age', 'corporate_not_supported'],
  }),
  clear: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/clear/', {
    summary: 'Withdraw an identification with a reason',
    may: 'biz.identity.write',
    body: z.object({ reason: text(200) }),
    ok: identificationRecord,
  }),
}
