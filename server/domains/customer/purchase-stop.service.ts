import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { customerCalls } from '#contract/customer'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import { lockCustomer } from './customer.queries.ts'
import { isStoppedBy } from './purchase-stop.predicates.ts'
import { companyOfShopCustomer } from './shop-customer.queries.ts'

interface Change {
  is_stopped: boolean
  reason: string
  changed_by: string
  changed_at: string
}

export async function purchaseStopOf(db: Db, customerId: number, companyId: number) {
  const { rows: changes } = await sql<Change>`
    select s.is_stopped, s.reason, coalesce(b.name, '') as changed_by, s.changed_at
    from purchase_stop s left join business_user b on b.id = s.changed_by
    where s.customer_id = ${customerId} and s.company_id = ${companyId} order by s.version desc`.execute(db)
  return { is_purchase_disabled: changes[0]?.is_stopped ?? false, version: changes.length, changes }
}

export const isShopCustomer = async (
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
): Promise<boolean> => (await companyOfShopCustomer(db, actor, key)) !== null

/** Only new requests are refused: what is under way goes on, and no money is withheld. */
export async function changePurchaseStop(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
  input: CallBody<typeof customerCalls.changePurchaseStop>,
) {
  return inTransaction(db, async (tx) => {
    const company = await companyOfShopCustomer(tx, actor, key)
    if (company === null) throw notFound()
    await lockCustomer(tx, key.id)
    const before = await purchaseStopOf(tx, key.id, company)
    if (before.version !== input.version) throw staleVersion(before)
    if (!input.is_purchase_disabled && !before.is_purchase_disabled) return before
    await tx
      .insertInto('purchase_stop')
      .values({
        customer_id: key.id,
        company_id: company,
        version: before.version + 1,
        is_stopped: input.is_purchase_disabled,
        reason: input.reason,
        changed_by: actor.business_user_id,
        changed_at: actor.at.toISOString(),
      })
      .execute()
    await recordActivity(tx, actor, {
      action: input.is_purchase_disabled ? 'customer.stop_purchases' : 'customer.resume_purchases',
      object_type: 'customer',
      object_id: key.id,
      detail: { shop: key.shop_pk },
    })
    return purchaseStopOf(tx, key.id, company)
  })
}

/** The customer is locked, so a stop of this moment is seen. */
export async function refuseStopped(tx: Tx, customerId: number, companyId: number): Promise<void> {
  const { rows } = await sql<{ is_stopped: boolean }>`
    select ${isStoppedBy(sql`${customerId}::bigint`, sql`${companyId}::bigint`)} as is_stopped`.execute(tx)
  if (rows[0]?.is_stopped) throw refuse('purchase_disabled')
}
