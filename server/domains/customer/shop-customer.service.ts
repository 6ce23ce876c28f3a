import type * as z from 'zod'
import type { CallQuery } from '#contract/call'
import { type customerCalls, type shopCustomer, shopCustomerOrder } from '#contract/customer'
import { ageOn, tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import { bankAccountOf } from '#server/domains/bank-account/bank-account.service'
import { currentOf } from '#server/domains/identity/identification.predicates'
import { identificationsOf } from '#server/domains/identity/identity.service'
import type { BusinessActor } from '#server/platform/actor'
import { changesOf } from '#server/platform/changes'
import type { CsvPiece } from '#server/platform/csv'
import { type Db, inTransaction } from '#server/platform/db'
import { type Listed, orderingOf, paginate } from '#server/platform/paging'
import { notFound } from '#server/platform/refusal'
import { countAll, listCount } from '#server/platform/shared-reads'
import type { Tools } from '#server/platform/tools'
import { customerRow } from './customer.queries.ts'
import { presentCustomer } from './customer.service.ts'
import { purchaseStopOf } from './purchase-stop.service.ts'
import { ownsShop } from './related-shop.service.ts'
import {
  allShopCustomers,
  changedShopCustomers,
  customerCodesMissing,
  listShopCustomers,
  type ShopCustomerRow,
  shopCustomerFacts,
  shopCustomersOfIds,
  shopCustomersToCount,
} from './shop-customer.queries.ts'

export type ShopCustomer = z.output<typeof shopCustomer>

export async function customersOfShop(
  db: Db,
  actor: BusinessActor,
  shop: number,
  query: CallQuery<typeof customerCalls.shopCustomers>,
): Promise<Listed<ShopCustomerRow>> {
  if (!(await ownsShop(db, actor, shop))) throw notFound()
  const { filter, order } = listOf(shop, query)
  const changes = await changesOf(db, query, (isNews) => changedShopCustomers(actor, filter, isNews), {
    rows: (ids) => shopCustomersOfIds(db, actor, shop, order, ids),
    key: ({ id }) => id,
  })
  if (changes) return changes
  return paginate(query, listCount(db, actor.company_id, shopCustomersToCount(actor, filter)), (window) =>
    listShopCustomers(db, actor, filter, order, window),
  )
}

const listOf = (
  shop: number,
  query: Omit<CallQuery<typeof customerCalls.shopCustomers>, 'page' | 'size'>,
) => ({
  filter: {
    shop,
    q: query.q ?? '',
    name: query.name ?? '',
    is_identity_verified: query.is_identity_verified,
  },
  order: orderingOf(query.ordering, shopCustomerOrder),
})

export async function customerCodesNotListed(
  db: Db,
  actor: BusinessActor,
  shop: number,
  query: CallQuery<typeof customerCalls.shopCustomerCodes>,
): Promise<string[]> {
  if (!(await ownsShop(db, actor, shop))) throw notFound()
  return customerCodesMissing(db, actor, listOf(shop, query).filter)
}

const csvColumns = [
  { key: 'id', header: 'お客さま番号' },
  { key: 'name', header: 'お名前' },
  { key: 'name_kana', header: 'お名前(カナ)' },
  { key: 'prefecture', header: 'お住まい' },
  { key: 'is_identity_verified', header: '本人確認' },
  { key: 'request_count', header: '申し込みの回数' },
  { key: 'purchased_total', header: '買取の合計' },
  { key: 'last_request_at', header: '最近の申し込み' },
  { key: 'created_at', header: '登録日時' },
] as const

/** Streams the rows that the list shows. */
export async function* exportCustomers(
  db: Db,
  actor: BusinessActor,
  shop: number,
  query: CallQuery<typeof customerCalls.shopCustomersCsv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  if (!(await ownsShop(db, actor, shop))) throw notFound()
  const { filter, order } = listOf(shop, query)
  const list = {
    columns: csvColumns,
    activity: { action: 'customer.export', object_type: 'shop', object_id: shop } as const,
    count: () => countAll(db, actor.company_id, shopCustomersToCount(actor, filter)),
    rows: allShopCustomers(db, actor, filter, order),
    cellsOf: (row: ShopCustomerRow) => ({
      ...row,
      is_identity_verified: row.is_identity_verified ? '確認済み' : '確認前',
    }),
  }
  yield* exportRecorded(db, actor, list, signal)
}

/** Contains personal data, so the view is recorded. */
export async function customerOfShop(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
  tools: Pick<Tools, 'keys'>,
): Promise<ShopCustomer> {
  return inTransaction(db, async (tx) => {
    const facts = await shopCustomerFacts(tx, actor, key)
    const row = facts ? await customerRow(tx, key.id, facts.company_id) : null
    if (!facts || !row) throw notFound()
    const identifications = await identificationsOf(tx, key.id, facts.company_id, tools)
    const current = currentOf(identifications)
    const person = presentCustomer(row, tools)
    await recordActivity(tx, actor, {
      action: 'customer.view',
      object_type: 'customer',
      object_id: key.id,
      detail: { shop: key.shop_pk },
    })
    return {
      ...person,
      age: person.birthday === null ? null : ageOn(person.birthday, tokyoDate(actor.at)),
      bank_account: await bankAccountOf(tx, key.id, 'staff', tools),
      related_shop: {
        customer: key.id,
        shop: key.shop_pk,
        identification: {
          identification_kind: current?.identification_kind ?? 0,
          ekyc_status: current?.ekyc_status ?? 0,
        },
        is_favorite: facts.is_favorite,
        has_transactions: facts.has_transactions,
      },
      identifications,
      balance_with_company: row.balance,
      receivable_with_company: facts.receivable,
      purchase_stop: await purchaseStopOf(tx, key.id, facts.company_id),
      bounce_reason: facts.bounce_reason,
      request_count: facts.request_count,
      purchased_total: facts.purchased_total,
      acceptance_rate: facts.acceptance_rate,
    }
  })
}
