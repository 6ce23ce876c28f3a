import { tokyoDateTime } from '#contract/day'
import { listDevices } from '#server/domains/account/device.service'
import { recordRead } from '#server/domains/activity/activity.service'
import { getAssessment } from '#server/domains/assessment/assessment.service'
import { getOwnCustomer } from '#server/domains/customer/customer.service'
import { getDraft } from '#server/domains/declared-list/draft.service'
import { maskedNumber } from '#server/domains/identity/identity.rules'
import { openIdentification } from '#server/domains/identity/identity.service'
import { channelsOf } from '#server/domains/notification/choice.service'
import { customerRequest } from '#server/domains/purchase-request/purchase-request.present'
import { transactions } from '#server/domains/transfer/transfer.service'
import type { CustomerActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { pictureOf } from '#server/platform/picture'
import type { Tools } from '#server/platform/tools'
import { identificationRows, identitySessionRows, ledgerRows } from './identity-copy.queries.ts'
import {
  accountRow,
  activityRows,
  consentRows,
  eventRows,
  lineEventRows,
  lineMessageRows,
  lineUserRow,
  mailedLinkRows,
  mailRows,
  messageRows,
  pastSignInRows,
  preAssessmentRows,
  prospectRows,
  providerRows,
  questionRows,
  requestKeys,
  secondLookPhotoRows,
  seenAnnouncementRows,
  transferRows,
  visitRows,
} from './own-data.queries.ts'

const pageOfTransactions = 200

async function everyTransaction(db: Db, actor: CustomerActor) {
  const rows = []
  for (let offset = 0; ; offset += pageOfTransactions) {
    const listed = await transactions(db, actor, { limit: pageOfTransactions, offset })
    rows.push(...listed.rows)
    if (listed.rows.length === 0 || rows.length >= listed.count) return rows
  }
}

/** The number of a paper is masked: the owner has it in hand, a thief of the session does not need it. */
async function identifications(db: Db, customer: number, tools: Tools) {
  const rows = await identificationRows(db, customer)
  return rows.map(({ document_number_enc, verified_birthday_enc, ...row }) => {
    const opened = openIdentification({ id: row.id, document_number_enc, verified_birthday_enc }, tools)
    return {
      ...row,
      document_number_masked: maskedNumber(opened.document_number),
      verified_birthday: opened.verified_birthday,
    }
  })
}

async function secondLookPhotos(db: Db, actor: CustomerActor, customer: number, tools: Tools) {
  const rows = await secondLookPhotoRows(db, customer)
  return rows.map(({ request_id, created_at, ...row }) => ({
    purchase_request: request_id,
    created_at,
    photo: pictureOf({ ...row, kind: 'second_look', caption: '' }, actor.at, tools),
  }))
}

async function ofLine(db: Db, account: number) {
  const user = await lineUserRow(db, account)
  return user ? { ...user, events: await lineEventRows(db, user.line_user_id) } : null
}

/** One after the other: a long history must not take every connection of the pool. */
async function ofCustomer(db: Db, actor: CustomerActor, tools: Tools) {
  const customer = actor.customer_id
  if (customer === null) {
    return {
      ...{ customer: null, draft: null, requests: [], assessments: [], transactions: [] },
      ...{ questions: [], second_look_photos: [], transfers: [], identifications: [] },
      ...{ identity_sessions: [], ledger: [], consents: [] },
      ...{ pre_assessments: [], prospects: [] },
    }
  }
  const keys = await requestKeys(db, customer)
  const requests = []
  const assessments = []
  for (const { id, offered_at } of keys) {
    requests.push(await customerRequest(db, actor, id, tools))
    if (offered_at !== null) assessments.push(await getAssessment(db, actor, id, tools))
  }
  return {
    customer: await getOwnCustomer(db, actor, customer, tools),
    draft: await getDraft(db, actor, tools),
    requests,
    assessments,
    questions: await questionRows(db, customer),
    second_look_photos: await secondLookPhotos(db, actor, customer, tools),
    transactions: await everyTransaction(db, actor),
    transfers: await transferRows(db, customer),
    identifications: await identifications(db, customer, tools),
    identity_sessions: await identitySessionRows(db, customer),
    ledger: await ledgerRows(db, customer),
    consents: await consentRows(db, customer),
    pre_assessments: await preAssessmentRows(db, customer),
    prospects: await prospectRows(db, customer),
  }
}

/** Each copy is recorded, and is part of the next one. */
export async function copyOwnData(db: Db, actor: CustomerActor, tools: Tools) {
  const account = actor.account_id
  await recordRead(db, actor, {
    action: 'account.copy_own_data',
    object_type: 'account',
    object_id: account,
  })
  return {
    made_at: tokyoDateTime(actor.at),
    account: {
      ...(await accountRow(db, account)),
      providers: await providerRows(db, account),
      devices: await listDevices(db, actor),
      past_sign_ins: await pastSignInRows(db, account, actor.at),
      mailed_links: await mailedLinkRows(db, account),
      line: await ofLine(db, account),
      channels: await channelsOf(db, actor),
    },
    ...(await ofCustomer(db, actor, tools)),
    messages: await messageRows(db, account),
    announcements: await seenAnnouncementRows(db, account),
    mails: await mailRows(db, account),
    line_messages: await lineMessageRows(db, account),
    activity: await activityRows(db, account),
    visits: await visitRows(db, account),
    events: await eventRows(db, account),
  }
}
