import { type Selectable, sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { isBought } from '#contract/lifecycle'
import type { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { recordActivity } from '#server/domains/activity/activity.service'
import { lockRequest, setStatementConfirmed } from '#server/domains/purchase-request/purchase-request.move'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { CustomerActor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import type { purchase_request } from '#server/platform/db-types'
import { notFound, staleVersion } from '#server/platform/refusal'
import { taxIn } from './deal.rules.ts'

/** Percent; the reduced rate never applies to clothing. */
const taxRate = 10

type StatementRow = Pick<
  Selectable<purchase_request>,
  'id' | 'invoice_registration_number' | 'statement_confirmed_at' | 'statement_confirmed_total'
> & {
  contracted_at: string
  seller_name: string
  dealer_name: string
  dealer_address: string
  shop_name: string
  items: { seq: number; name: string; price: number; status: number }[]
}

async function find(db: Db, actor: SignedIn, requestId: number): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`
    select r.id, r.invoice_registration_number, r.contracted_at, r.statement_confirmed_at, r.statement_confirmed_total,
      c.name as seller_name, k.name as dealer_name, k.address as dealer_address, s.name as shop_name,
      (select jsonb_agg(jsonb_build_object('seq', i.seq, 'name', i.name, 'price', i.price, 'status', i.status) order by i.seq)
        from purchase_item i where i.request_id = r.id and i.purchased_at is not null) as items
    from purchase_request r join customer c on c.id = r.customer_id join company k on k.id = r.company_id join shop s on s.id = r.shop_id
    where r.id = ${requestId} and r.contracted_at is not null and r.is_invoice_issuer
      and ${isOwnRequest(actor, 'r')}`.execute(db)
  return rows[0]
}

function present(row: StatementRow) {
  const standing = row.items.filter((item) => isBought(item.status))
  const total = standing.reduce((sum, item) => sum + item.price, 0)
  const isConfirmed = row.statement_confirmed_at !== null && row.statement_confirmed_total === total
  return {
    purchase_request: row.id,
    dealer_name: row.dealer_name,
    dealer_address: row.dealer_address,
    shop_name: row.shop_name,
    seller_name: row.seller_name,
    seller_registration_number: row.invoice_registration_number,
    traded_on: tokyoDate(row.contracted_at),
    items: row.items.map(({ seq, name, price, status }) => ({
      seq,
      name,
      price,
      is_rescinded: !isBought(status),
    })),
    total,
    tax_rate: taxRate,
    tax: taxIn(total, taxRate),
    confirmed_at: isConfirmed ? row.statement_confirmed_at : null,
  }
}

/** 仕入明細書 (消費税法30条9項3号): the dealer may deduct an invoice issuer's tax only once the seller confirms it. */
export async function purchaseStatement(db: Db, actor: SignedIn, requestId: number) {
  const row = await find(db, actor, requestId)
  if (!row) throw notFound()
  return present(row)
}

/** Refused if a rescission has changed the statement since it was shown. */
export async function confirmStatement(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  input: CallBody<typeof calls.confirmStatement>,
) {
  await inTransaction(db, async (tx) => {
    // Lock before reading, so that a concurrent rescission is seen.
    const row = (await lockRequest(tx, actor, requestId)) && (await find(tx, actor, requestId))
    if (!row) throw notFound()
    const shown = present(row)
    if (input.total !== shown.total) throw staleVersion(shown)
    if (shown.confirmed_at !== null) return
    await setStatementConfirmed(tx, actor, requestId, shown.total)
    await recordActivity(tx, actor, {
      action: 'deal.confirm_statement',
      object_type: 'request',
      object_id: requestId,
      detail: { total: shown.total },
    })
  })
  return purchaseStatement(db, actor, requestId)
}
