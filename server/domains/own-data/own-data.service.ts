import { listDevices } from '#server/domains/account/device.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { getAssessment } from '#server/domains/assessment/assessment.service'
import { getOwnCustomer } from '#server/domains/customer/customer.service'
import { customerRequest } from '#server/domains/purchase-request/purchase-request.present'
import { transactions } from '#server/domains/transfer/transfer.service'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import {
  accountRow,
  activityRows,
  consentRows,
  eventRows,
  identificationRows,
  mailRows,
  messageRows,
  providerRows,
  requestKeys,
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

/** One after the other: a long history must not take every connection of the pool. */
async function ofCustomer(db: Db, actor: CustomerActor, tools: Tools) {
  const customer = actor.customer_id
  if (customer === null) {
    return {
      ...{ customer: null, requests: [], assessments: [], transactions: [] },
      ...{ transfers: [], identifications: [], consents: [] },
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
    requests,
    assessments,
    transactions: await everyTransaction(db, actor),
    transfers: await transferRows(db, customer),
    identifications: await identificationRows(db, customer),
    consents: await consentRows(db, customer),
  }
}

/** Each copy is recorded, and is part of the next one. */
export async function copyOwnData(db: Db, actor: CustomerActor, tools: Tools) {
  const account = actor.account_id
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, {
      action: 'account.copy_own_data',
      object_type: 'account',
      object_id: account,
    }),
  )
  return {
    made_at: actor.at.toISOString(),
    account: {
      ...(await accountRow(db, account)),
      providers: await providerRows(db, account),
      devices: await listDevices(db, actor),
    },
    ...(await ofCustomer(db, actor, tools)),
    messages: await messageRows(db, account),
    mails: await mailRows(db, account),
    activity: await activityRows(db, account),
    visits: await visitRows(db, account),
    events: await eventRows(db, account),
  }
}
