import type { CompiledQuery } from 'kysely'
import { job as jobLabels, labelOf } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import { requestStatus as S } from '#contract/lifecycle'
import { sumYen, yen } from '#contract/money'
import { append, preparePurchases } from '#server/domains/antique-ledger/antique-ledger.service'
import { preparePurchase } from '#server/domains/book/book.service'
import { itemsMoved } from '#server/domains/item/item.service'
import {
  lockRequest,
  type RequestRecord,
  requestMoved,
} from '#server/domains/purchase-request/purchase-request.move'
import { type Actor, systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx, together } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { lockDeal, type SellerRecord, type SoldRecord } from './deal.queries.ts'

export type Outcome = 'contracted' | 'not_answered' | 'held' | 'not_verified' | 'under_age'

/**
 * Closes a deal as soon as everything is true: the customer accepted, is identified for that dealer, is an adult,
 * and nothing is held. One transaction writes states, the ledger, the money and the obligation; asked again it
 * does nothing. Answers what happened or what is still missing.
 */
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
  const { items, seller } = await lockDeal(tx, request)
  if (items.length === 0) return 'not_answered'
  if (seller?.is_held) return 'held'
  if (!seller?.is_verified || seller.is_corporate) return 'not_verified'
  const age = ageOf(seller, actor.at, tools)
  if (age === null || age < 18) return 'under_age'
  const ledger = preparePurchases(tx, actor, soldBy(request, seller, age, items, tools), tools)
  const price = preparePurchase(tx, actor, {
    customer_id: request.customer_id,
    company_id: request.company_id,
    request_id: requestId,
    amount: sumYen(items.map((item) => yen(item.price))),
  })
  const [person = [], accounts = []] = await together(tx, [
    ledger.statement,
    price.statement,
    ...statesClosed(tx, actor, request, seller, items),
  ])
  // All deals of a dealer pass through the head of its chain and its account: last of all, and held for two
  // statements and the commit.
  const beside = await price.posted(accounts)
  await append(tx, request.company_id, ledger.rowsOf(person), tools, { beside, isLast: true })
  return 'contracted'
}

/** What the ledger is told. */
function soldBy(
  request: RequestRecord,
  seller: SellerRecord,
  age: number,
  items: SoldRecord[],
  tools: Pick<Tools, 'keys'>,
): Parameters<typeof preparePurchases>[2] {
  return {
    company_id: request.company_id,
    shop_id: request.shop_id,
    request: { is_invoice_issuer: request.is_invoice_issuer },
    customer: {
      id: seller.id,
      name: seller.verified_name || seller.name,
      name_kana: seller.name_kana,
      address:
        seller.verified_address || `${seller.prefecture}${seller.city}${seller.address1}${seller.address2}`,
      occupation: occupationOf(seller),
      age,
    },
    identification: {
      clause: seller.clause,
      identification_kind: seller.identification_kind,
      document_name: seller.document_name,
      document_issuer: seller.document_issuer,
      document_number: fromDocument(seller, 'document_number_enc', tools),
    },
    items,
  }
}

/** What moves the articles and the request, in this order. */
function statesClosed(
  tx: Tx,
  actor: Actor,
  request: RequestRecord,
  seller: SellerRecord,
  items: readonly SoldRecord[],
): CompiledQuery[] {
  const at = actor.at.toISOString()
  const sold = itemsMoved(tx, actor, items, {
    to: 6,
    by: 'system',
    requestStatus: S.ANSWERED,
    set: { purchased_at: at },
  })
  const contracted = requestMoved(tx, actor, request, {
    to: S.CONTRACTED,
    as: 'system',
    set: { contracted_at: at },
  })
  const statements = [sold, contracted.statement]
  if (!seller.is_known) {
    statements.push(
      tx
        .updateTable('related_shop')
        .set({ has_transactions: true })
        .where('customer_id', '=', request.customer_id)
        .where('shop_id', '=', request.shop_id)
        .compile(),
    )
  }
  if (!seller.has_returns) {
    const done = requestMoved(tx, actor, contracted.moved, { to: S.COMPLETED, as: 'system' })
    statements.push(done.statement)
  }
  return statements
}

/** Full years on the day of the deal, by the birthday on the document (else the one entered). */
function ageOf(seller: SellerRecord, at: Date, tools: Pick<Tools, 'keys'>): number | null {
  const birthday =
    fromDocument(seller, 'verified_birthday_enc', tools) ??
    (seller.birthday_enc
      ? tools.keys.field.decrypt(seller.birthday_enc, 'customer.birthday_enc', seller.id)
      : null)
  return birthday === null ? null : ageOn(birthday, tokyoDate(at))
}

/** What the identification in force holds encrypted; null when it does not say, or there is none. */
function fromDocument(
  seller: SellerRecord,
  column: 'document_number_enc' | 'verified_birthday_enc',
  { keys }: Pick<Tools, 'keys'>,
): string | null {
  const { identification_id: id, [column]: sealed } = seller
  return id !== null && sealed ? keys.field.decrypt(sealed, `identification.${column}`, id) : null
}

function occupationOf(seller: SellerRecord): string {
  const label = labelOf(jobLabels, seller.job)
  return seller.job_detail ? `${label}(${seller.job_detail})` : label
}
