import * as z from 'zod'
import { call } from './call.ts'
import { ekycStatus, identificationClauseLabel, identificationKind } from './codes.ts'
import { identificationRecord } from './customer.ts'
import { code, codeShown, date, dateTime, id, maybeText, text, word } from './field.ts'

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
})

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
  record: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/', {
    summary: 'Record how a customer was identified; what the clause still demands is answered in `missing`',
    may: 'biz.identity.write',
    changes: ['customer', 'request'],
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
      mail_delivered_on: date.describe('Clause 7: when the non-forwarded registered mail arrived.').nullish(),
      mail_number: maybeText(30).optional(),
      bank_account: id
        .describe('Clause 7: the account in the same name that the price is paid to.')
        .nullish(),
      filed_at: maybeText(120).describe('Where the copy is filed (it is kept with the ledger).').optional(),
    }),
    ok: identificationRecord,
    errors: ['under_age', 'corporate_not_supported'],
  }),
  clear: call('POST /api/biz/shops/{shop_pk}/customers/{id}/identification/clear/', {
    summary: 'Withdraw an identification with a reason',
    may: 'biz.identity.write',
    changes: ['customer', 'request'],
    body: z.object({ reason: text(200) }),
    ok: identificationRecord,
  }),
}
