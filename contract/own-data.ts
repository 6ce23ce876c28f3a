import * as z from 'zod'
import { device } from './account.ts'
import { assessment } from './assessment.ts'
import { call } from './call.ts'
import {
  decisionLabel,
  ekycStatus,
  identificationClauseLabel,
  identificationKind,
  transferStatusLabel,
} from './codes.ts'
import { customer, messageChannels } from './customer.ts'
import { requestDraft } from './declared-list.ts'
import { codeShown, count, date, dateTime, id, picture, scalar, wordShown, yen } from './field.ts'
import { providerStates } from './identity.ts'
import {
  captureSlotLabel,
  correctionPartLabel,
  correctionReasonLabel,
  identityDocumentLabel,
} from './identity-paper.ts'
import { preAssessmentChannelLabel, preAssessmentStateLabel } from './pre-assessment.ts'
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
          subject: said('The key of the person at the provider.', 'U4af4980629'),
          linked_at: dateTime.describe('Since when.'),
        }),
      )
      .describe('Linked sign-in providers.'),
    devices: z.array(device).describe('Signed-in devices.'),
    past_sign_ins: z
      .array(
        z.object({
          label: z.string(),
          signed_in_at: dateTime.describe('When it was signed in.'),
          last_used_at: dateTime,
          expires_at: dateTime.describe('Until when it would have lasted.'),
          revoked_at: dateTime.nullable().describe('When it was signed out; null when it ran out.'),
        }),
      )
      .describe('Sessions that have ended; kept for a while, to know the device again.'),
    mailed_links: z
      .array(
        z.object({
          purpose: said('What the link was for.', 'register'),
          email: z.string(),
          created_at: dateTime,
          expires_at: dateTime.describe('Until when it could be used.'),
          used_at: dateTime.nullable().describe('When it was used or replaced; null: neither.'),
        }),
      )
      .describe('Links and sign-in codes by mail, also those that were never used.'),
    line: z
      .object({
        line_user_id: said('The key of the person at LINE.', 'U4af4980629'),
        is_friend: z.boolean().describe('Whether messages reach the person.'),
        linked_at: dateTime.nullable().describe('Since when.'),
        events: z
          .array(
            z.object({
              kind: said('What LINE told.', 'follow'),
              at: dateTime,
            }),
          )
          .describe('What LINE told about the person.'),
      })
      .nullable()
      .describe('The link with LINE; null without one.'),
    channels: messageChannels,
  })
  .describe('How the person signs in and is told.')

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
    document_name: z.string(),
    document_issuer: z.string(),
    document_number_masked: z.string(),
    verified_name: z.string(),
    verified_name_kana: z.string(),
    verified_birthday: date.nullable().describe('As on the paper; null when none was recorded.'),
    verified_address: z.string(),
    verified_agent_name: z.string(),
    authority_evidence: z.string(),
    mail_delivered_on: date.nullable(),
    mail_number: z.string(),
    verified_at: dateTime.nullable(),
    cleared_at: dateTime.nullable(),
    cleared_reason: z.string(),
    created_at: dateTime,
  })
  .describe('How a dealer confirmed who the person is.')

const ownIdentitySession = z
  .object({
    id,
    document: wordShown(identityDocumentLabel).nullable().describe('The paper chosen; null before.'),
    document_expires_on: date.nullable().describe('Last day on which the paper is valid.'),
    document_issued_on: date.nullable().describe('Day of issue, where it counts.'),
    has_new_address: z.boolean().describe('The paper bears a newer address than the printed one.'),
    confirmed_at: dateTime
      .nullable()
      .describe('When the person compared the registered data with the paper; null before.'),
    created_at: dateTime,
    expires_at: dateTime.describe('Until when it could be handed in.'),
    closed_as: said('How it ended; null while it goes on.', 'done').nullable(),
    closed_at: dateTime.nullable().describe('When it ended; null while it goes on.'),
    pictures: z
      .array(
        z.object({
          slot: wordShown(captureSlotLabel).describe('What it shows.'),
          width: count.describe('In pixels.').meta({ example: 1600 }),
          height: count.describe('In pixels.').meta({ example: 1000 }),
          created_at: dateTime,
        }),
      )
      .describe('Which pictures are kept. They are encrypted and never sent back.'),
    corrections: z
      .array(
        z.object({
          part: wordShown(correctionPartLabel).describe('What had to be done again.'),
          reason: wordShown(correctionReasonLabel),
          created_at: dateTime,
          fixed_at: dateTime.nullable().describe('When it was done again; null before.'),
        }),
      )
      .describe('What was asked for again.'),
    reviews: z
      .array(
        z.object({
          dealer: z.string(),
          ekyc_status: codeShown(ekycStatus),
          submitted_at: dateTime.nullable().describe('When it was handed in last; null before.'),
          decided_at: dateTime.nullable(),
          note: z.string().describe('What the dealer wrote; else blank.'),
        }),
      )
      .describe('What each dealer decided.'),
    provider_checks: z
      .array(
        z.object({
          provider: z.string().describe('The identity provider.').meta({ example: 'まもる確認' }),
          state: z.enum(providerStates).describe('What came of it.'),
          created_at: dateTime,
          submitted_at: dateTime.nullable().describe('When the provider had everything; null before.'),
          closed_at: dateTime.nullable().describe('When it ended; null while it goes on.'),
        }),
      )
      .describe('Checks on the page of an identity provider.'),
  })
  .describe('Papers that the person handed in.')

const ownLedgerEntry = z
  .object({
    dealer: z.string(),
    seq: count,
    entry_kind: said('A purchase, a return or a correction.', '買受け'),
    occurred_on: date,
    item_name: z.string(),
    features: said('What the article can be told by.', '紺 M ウール'),
    quantity: count,
    price: yen,
    measure: said('How the person was identified.', '法15条1項1号'),
    name: z.string(),
    address: said('As written down at the time.', '東京都渋谷区神宮前1-2-3'),
    occupation: said('As written down at the time.', '会社員'),
    age: count,
  })
  .describe('An entry of a dealer’s antique ledger, which the law demands.')

const ownQuestion = z
  .object({
    id,
    purchase_request: id,
    slug: z.string(),
    text: z.string(),
    asked_at: dateTime,
    answer: z.string().describe('Blank before the answer.'),
    answered_at: dateTime.nullable(),
  })
  .describe('A question about an article, and its answer.')

const ownSecondLookPhoto = z
  .object({ purchase_request: id, created_at: dateTime, photo: picture })
  .describe('A photo that the person sent for a second look.')

const ownConsent = z
  .object({
    id,
    purchase_request: id,
    kind: z.string(),
    text_version: said('The version of the text.', '2026-04-01'),
    text: said('The words that were agreed to.', '利用規約に同意して、申し込みます。'),
    decisions: z
      .array(
        z.object({
          slug: z.string(),
          decision: wordShown(decisionLabel).optional(),
          price: yen.nullable().describe('The price agreed to; null for what had none.'),
        }),
      )
      .describe('What was decided about each article; empty where nothing was.'),
    at: dateTime,
  })
  .describe('What the person agreed to, in its words.')

const ownPreAssessment = z
  .object({
    id,
    company_name: z.string(),
    shop_name: z.string(),
    channel: wordShown(preAssessmentChannelLabel),
    state: wordShown(preAssessmentStateLabel),
    note: z.string(),
    valid_until: date.nullable(),
    created_at: dateTime,
    items: z.array(
      z.object({
        brand_name: z.string(),
        category_name: z.string(),
        condition_name: z.string(),
        count,
        note: z.string(),
        low: yen.nullable(),
        high: yen.nullable(),
      }),
    ),
  })
  .describe('A price named before the goods were sent.')

const ownProspect = z
  .object({
    id,
    company_name: z.string(),
    name: z.string(),
    name_kana: z.string(),
    phone: z.string(),
    email: z.string(),
    note: z.string(),
    created_at: dateTime,
  })
  .describe('What a dealer noted of the person who asked for a price.')

const ownMessage = z
  .object({ id, title: z.string(), body: z.string(), created_at: dateTime, read_at: dateTime.nullable() })
  .describe('A message of the inbox.')

const ownAnnouncement = z
  .object({ id, title: z.string(), seen_at: dateTime })
  .describe('An announcement that the person has seen.')

const ownLineMessage = z
  .object({
    id,
    text: z.string(),
    created_at: dateTime,
    sent_at: dateTime.nullable(),
  })
  .describe('A message by LINE.')

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
    utm_medium: z.string(),
    utm_campaign: z.string(),
    utm_term: z.string(),
    utm_content: z.string(),
    gclid: z.string(),
    yclid: z.string(),
    fbclid: z.string(),
  })
  .describe('A visit that came from elsewhere, recorded with consent.')

const ownEvent = z
  .object({
    event: said('What happened on a page.', 'page'),
    path: said('The pattern of the page.', '/shops/$id'),
    properties: z.record(z.string(), scalar).describe('Further facts about it.'),
    occurred_at: dateTime,
  })
  .describe('An event of a visit, recorded with consent.')

const ownData = z
  .object({
    made_at: dateTime.describe('When the copy was made.'),
    account: ownAccount,
    customer: customer.nullable(),
    draft: requestDraft.nullable().describe('A request that was begun.'),
    requests: z.array(purchaseRequest).describe('Requests with their boxes and moves.'),
    assessments: z
      .array(assessment)
      .describe('Published results with articles, answers and links of photos, which work for a while.'),
    questions: z.array(ownQuestion).describe('Questions about articles.'),
    second_look_photos: z
      .array(ownSecondLookPhoto)
      .describe('Photos for second looks; their links work for a while.'),
    transactions: z.array(transaction).describe('Entries of the balance.'),
    transfers: z.array(ownTransfer).describe('Transfers to the bank account.'),
    identifications: z.array(ownIdentification).describe('Identity checks.'),
    identity_sessions: z.array(ownIdentitySession).describe('Papers handed in, or begun to be.'),
    ledger: z.array(ownLedgerEntry).describe('Entries of antique ledgers about the person.'),
    consents: z.array(ownConsent).describe('Consents.'),
    pre_assessments: z.array(ownPreAssessment).describe('Prices named before the goods were sent.'),
    prospects: z.array(ownProspect).describe('What dealers noted before there was an account.'),
    messages: z.array(ownMessage).describe('The inbox.'),
    announcements: z.array(ownAnnouncement).describe('Announcements that the person has seen.'),
    mails: z.array(ownMail).describe('Mails.'),
    line_messages: z.array(ownLineMessage).describe('Messages by LINE.'),
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
    repeated: 'does it again',
    limit: 'export',
    freshSignIn: true,
    ok: ownData,
    errors: ['reauthentication_required'],
  }),
}
