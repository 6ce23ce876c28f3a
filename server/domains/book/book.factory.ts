import type { Insertable } from 'kysely'
import { requestStatus } from '#contract/lifecycle'
import { yen } from '#contract/money'
import { lockCustomer } from '#server/domains/customer/customer.service'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { purchase_request } from '#server/platform/db-types'
import { bookAccountsOfDeal, purchase } from './book.service.ts'

export interface MadePurchase {
  customer_id: number
  company_id: number
  shop_id: number
  terms: string
  amount: number
  at?: string
  request?: Partial<Insertable<purchase_request>>
}

export async function makePurchase(db: Db, input: MadePurchase): Promise<number> {
  const at = input.at ?? '2026-11-20T15:00:00+09:00'
  const make = async (tx: Tx) => {
    await lockCustomer(tx, input.customer_id)
    const { id } = await tx
      .insertInto('purchase_request')
      .values({
        customer_id: input.customer_id,
        company_id: input.company_id,
        shop_id: input.shop_id,
        status: requestStatus.CONTRACTED,
        delivering_option: 'SELF_ONLY',
        box_count: 1,
        approval_mode: 'review_each',
        unpriced_policy: 'return',
        terms_version: input.terms,
        terms_agreed_at: at,
        offer_total: input.amount,
        contracted_at: at,
        created_at: at,
        updated_at: at,
        ...input.request,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await purchase(tx, systemActor(new Date(at)), await bookAccountsOfDeal(tx, input), {
      request_id: id,
      amount: yen(input.amount),
    })
    return id
  }
  return db.isTransaction ? make(db as Tx) : inTransaction(db, make)
}
