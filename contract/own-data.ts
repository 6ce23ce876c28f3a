import * as z from 'zod'
import { device } from './account.ts'
import { assessment } from './assessment.ts'
import { call } from './call.ts'
import { ekycStatus, identificationClauseLabel, identificationKind, transferStatusLabel } from './codes.ts'
import { customer } from './customer.ts'
import { codeShown, date, dateTime, id, wordShown, yen } from './field.ts'
import { purchaseRequest } from './purchase-request.ts'
import { transaction } from './transfer.ts'

const said = (words: string, example: string) => z.string().describe(words).meta({ example })

const ownAccount = z
  .object({
    email: z.string(),
    is_email_auth: z.boolean(),
    store: z.string(),
    created_at: dateTime,
    last_sign_in_at: dateTime.nullable().describe('The newest sign-in.'),
    password_changed_at: dateTime.nullable().describe('Null without a password.'),
    providers: z
      .array(
        z.object({
          provider: said('A linked sign-in provider.', 'line'),
          linked_at: dateTime.describe('Since when.'),
        }),
      )
      .describe('Linked sign-in providers.'),
    devices: z.array(device).describe('Signed-in devices.'),
  })
  .describe('How the person signs in.')

const ownTransfer = z
  .object({
    id,
    amount: yen,
    fee: yen,
    status: codeShown(transferStatusLabel),
    scheduled_on: date,
    bank_name: z.string(),
    branch_name: z.string(),
    account_number_tail: said('The last digits of the account number.', '4567'),
    account_holder_kana: z.string(),
    failed_reason: said('Why the bank did not pay; blank if it did.', '口座なし'),
    requested_at: dateTime,
    settled_at: dateTime.nullable().describe('When the bank paid.'),
  })
  .describe('A transfer to the bank account.')

const ownIdentification = z
  .object({
    id,
    dealer: z.string(),
    identification_kind: codeShown(identificationKind),
    ekyc_status: codeShown(ekycStatus),
    clause: wordShown(identificationClauseLabel),
    document_issuer: z.string(),
    verified_name: z.string(),
    verified_address: z.string(),
    verified_at: dateTime.nullable(),
    cleared_at: dateTime.nullable(),
    created_at: dateTime,
  })
  .describe('How a dealer confirmed who the person is.')

const ownConsent = z
  .object({
    id,
    purchase_request: id,
    kind: z.string(),
    text_version: said('The version of the text.', '2026-04-01'),
    text: said('The words that were agreed to.', '利用規約に同意して、申し込みます。'),
    at: dateTime,
  })
  .describe('What the person agreed to, in its words.')

const ownMessage = z
  .object({ id, title: z.string(), body: z.string(), created_at: dateTime, read_at: dateTime.nullable() })
  .describe('A message of the inbox.')

const ownMail = z
  .object({
    id,
    to_address: said('Where it was sent.', 'hanako@example.com'),
    subject: said('Of the mail; its text is not kept.', '【おくる】査定結果のお知らせ'),
    created_at: dateTime,
    sent_at: dateTime.nullable(),
  })
  .describe('A mail to the person.')

const ownActivity = z
  .object({
    at: dateTime,
    action: said('What was done.', 'account.sign_in'),
    object_type: said('What it was done to.', 'account'),
    object_id: said('The key of that.', '12'),
  })
  .describe('What the person did.')

const ownVisit = z
  .object({
    at: dateTime,
    landing_url: z.string(),
    referrer: z.string(),
    utm_source: z.string(),
    utm_campaign: z.string(),
  })
  .describe('A visit that came from elsewhere, recorded with consent.')

const ownEvent = z
  .object({
    event: said('What happened on a page.', 'page'),
    path: said('The pattern of the page.', '/shops/$id'),
    occurred_at: dateTime,
  })
  .describe('An event of a visit, recorded with consent.')

const ownData = z
  .object({
    made_at: dateTime.describe('When the copy was made.'),
    account: ownAccount,
    customer: customer.nullable(),
    requests: z.array(purchaseRequest).describe('Requests with their boxes and moves.'),
    assessments: z
      .array(assessment)
      .describe('Published results with articles, answers and links of photos, which work for a while.'),
    transactions: z.array(transaction).describe('Entries of the balance.'),
    transfers: z.array(ownTransfer).describe('Transfers to the bank account.'),
    identifications: z.array(ownIdentification).describe('Identity checks.'),
    consents: z.array(ownConsent).describe('Consents.'),
    messages: z.array(ownMessage).describe('The inbox.'),
    mails: z.array(ownMail).describe('Mails.'),
    activity: z.array(ownActivity).describe('What the person did.'),
    visits: z.array(ownVisit).describe('Visits.'),
    events: z.array(ownEvent).describe('Events of visits.'),
  })
  .describe('Everything that is kept about a person.')

export const about = 'A copy of everything that is kept about the own account.'

export const ownDataCalls = {
  copy: call('POST /api/account/copy/', {
    summary: 'A copy of everything that is kept about the own account; recorded',
    may: 'customer.self',
    changes: [],
    limit: 'export',
    freshSignIn: true,
    ok: ownData,
    errors: ['reauthentication_required'],
  }),
}
