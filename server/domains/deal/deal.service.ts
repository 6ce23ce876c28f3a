import { adultAge } from '#contract/application'
import { agentAuthorityLabel, job as jobLabels, labelOf } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import type { DealBlocker } from '#contract/deal-blocker'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { sumYen, yen } from '#contract/money'
import {
  appendPurchases,
  type Purchase as LedgerPurchase,
} from '#server/domains/antique-ledger/antique-ledger.service'
import { bookAccountsOfDeal, purchase } from '#server/domains/book/book.service'
import { recordTrade } from '#server/domains/company/related-shop.service'
import { birthdayOf, lockCustomer, restartBalanceDeadline } from '#server/domains/customer/customer.service'
import { isRequestHeld, isSoldHandedOver, seizedItems } from '#server/domains/hold/hold.service'
import { moveItems } from '#server/domains/item/item.service'
import { recordAccuracy } from '#server/domains/pre-assessment/accuracy.service'
import {
  lockRequest,
  moveRequest,
  type RequestRecord,
} from '#server/domains/purchase-request/purchase-request.move'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import { type Actor, systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import {
  type ArticleRecord,
  lockArticles,
  type PersonRecord,
  type SellerRecord,
  sellerOf,
} from './deal.queries.ts'

export type Outcome = 'contracted' | 'not_answered' | DealBlocker

/** Idempotent. One transaction writes status, ledger, money and obligation. Returns the deal or what it waits for. */
export async function closeDeal(
  db: Db,
  requestId: number,
  at: Date,
  tools: Pick<Tools, 'keys'>,
): Promise<Outcome> {
  return inTransaction(db, (tx) => closeIn(tx, systemActor(at), requestId, tools))
}

async function closeIn(
  tx: Tx,
  actor: Actor,
  requestId: number,
  tools: Pick<Tools, 'keys'>,
): Promise<Outcome> {
  const request = await lockRequest(tx, actor, requestId)
  if (request?.status !== S.ANSWERED) return 'not_answered'
  const items = await lockArticles(tx, requestId)
  const sold = items.filter(({ status }) => status === I.ACCEPTED)
  if (sold.length === 0) return 'not_answered'
  await lockCustomer(tx, request.customer_id)
  // A notice may have come that was not compared with everything in hand yet.
  await compareItems(
    tx,
    actor,
    sold.map(({ id }) => id),
  )
  if ((await isRequestHeld(tx, requestId)) || (await isSoldHandedOver(tx, requestId))) return 'held'
  const seller = await sellerOf(tx, request)
  if (!seller) return 'not_identified'
  const age = ageOf(seller, actor.at, tools)
  if (age === null || age < adultAge) return 'under_age'
  await moveItems(tx, actor, sold, {
    to: I.PURCHASED,
    by: 'system',
    requestStatus: S.ANSWERED,
    set: { purchased_at: actor.at.toISOString() },
  })
  const contracted = await moveRequest(tx, actor, request, {
    to: S.CONTRACTED,
    as: 'system',
    set: { contracted_at: actor.at.toISOString() },
  })
  const seized = await seizedItems(tx, requestId)
  if (!items.some(({ id, status }) => status === I.RETURN_REQUESTED && !seized.has(id)))
    await moveRequest(tx, actor, contracted, { to: S.COMPLETED, as: 'system' })
  await recordAccuracy(
    tx,
    actor,
    sold.map(({ id }) => id),
  )
  await recordTrade(tx, request)
  await restartBalanceDeadline(tx, request.customer_id)
  const accounts = await bookAccountsOfDeal(tx, request)
  // The dealer's ledger head and book account serialize all of its deals: lock them last and briefly.
  await appendPurchases(tx, actor, soldBy(request, seller, age, sold, tools), tools)
  const amount = sumYen(sold.map(({ price }) => yen(price)))
  await purchase(tx, actor, accounts, { request_id: requestId, amount })
  return 'contracted'
}

function soldBy(
  request: RequestRecord,
  seller: SellerRecord,
  age: number,
  items: ArticleRecord[],
  tools: Pick<Tools, 'keys'>,
): LedgerPurchase {
  return {
    company_id: request.company_id,
    shop_id: request.shop_id,
    request: { is_invoice_issuer: request.is_invoice_issuer },
    customer: {
      ...describe(seller),
      id: seller.id,
      name_kana: [seller.name_kana, seller.agent_name_kana].filter(Boolean).join(' '),
      age,
    },
    identification: {
      ...measureSourceOf(seller),
      document_issuer: seller.document_issuer,
      document_number: fromDocument(seller, 'document_number_enc', tools),
    },
    items,
  }
}

/** As the papers say, before the check as the customer wrote it. */
export const describe = (seller: PersonRecord) => ({
  name: nameOf(seller),
  address:
    seller.verified_address || `${seller.prefecture}${seller.city}${seller.address1}${seller.address2}`,
  occupation: occupationOf(seller),
})

export const measureSourceOf = (seller: SellerRecord) => ({
  clause: clauseOf(seller),
  identification_kind: seller.identification_kind,
  document_name: seller.document_name,
})

/** A corporation with the person in charge, whose age and occupation the ledger holds. */
function nameOf(seller: PersonRecord): string {
  const name = seller.verified_name || seller.name
  return seller.is_corporate ? `${name}(取引担当者 ${seller.verified_agent_name || seller.agent_name})` : name
}

/** Only the signed-in customer applies and answers, so a later sale rests on the sign-in (規則15条3項13号). */
const clauseOf = (seller: SellerRecord): string => (seller.is_returning ? 'clause_13' : seller.clause)

/** By the birthday on the document, else the one entered. */
export function ageOf(seller: PersonRecord, at: Date, tools: Pick<Tools, 'keys'>): number | null {
  const birthday = fromDocument(seller, 'verified_birthday_enc', tools) ?? birthdayOf(seller, tools)
  return birthday === null ? null : ageOn(birthday, tokyoDate(at))
}

function fromDocument(
  seller: PersonRecord,
  column: 'document_number_enc' | 'verified_birthday_enc',
  { keys }: Pick<Tools, 'keys'>,
): string | null {
  if (seller.identification_id === null) return null
  const { identification_id, [column]: sealed } = seller
  return sealed && keys.field.decrypt(sealed, `identification.${column}`, identification_id)
}

function occupationOf(seller: PersonRecord): string {
  const label = labelOf(jobLabels, seller.job)
  const job = seller.job_detail ? `${label}(${seller.job_detail})` : label
  return seller.is_corporate ? `${job}・法人の${labelOf(agentAuthorityLabel, seller.agent_authority)}` : job
}
