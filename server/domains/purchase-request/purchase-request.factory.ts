import type { Insertable } from 'kysely'
import { promiseCampaigns } from '#server/domains/catalogue/campaign.service'
import { type Db, inTransaction } from '#server/platform/db'
import type { purchase_request } from '#server/platform/db-types'
import { newBoxCode } from './purchase-request.boxes.ts'

const created = '2026-11-16T20:00:00+09:00'

export type RequestOverrides = Partial<Insertable<purchase_request>> &
  Pick<Insertable<purchase_request>, 'customer_id' | 'company_id' | 'shop_id' | 'terms_version'>

export async function makeRequest(db: Db, overrides: RequestOverrides): Promise<number> {
  const row = await db
    .insertInto('purchase_request')
    .values({
      delivering_option: 'PICKUP_ONLY',
      carrier: 'YAMATO',
      pickup_date: '2026-11-18',
      pickup_time_slot: 'AM',
      box_count: 1,
      item_count: 3,
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      terms_agreed_at: created,
      created_at: created,
      updated_at: created,
      ...overrides,
    })
    .returning([
      'id',
      'customer_id',
      'company_id',
      'shop_id',
      'status',
      'box_count',
      'arrived_at',
      'created_at',
    ])
    .executeTakeFirstOrThrow()
  await inTransaction(db, (tx) =>
    promiseCampaigns(
      tx,
      { at: new Date(row.created_at) },
      { request: row.id, company: row.company_id, shop: row.shop_id, isFirst: true },
    ),
  )
  await db
    .insertInto('request_box')
    .values(
      Array.from({ length: row.box_count }, (_, index) => ({
        request_id: row.id,
        seq: index + 1,
        box_code: newBoxCode(),
        arrived_at: row.arrived_at,
      })),
    )
    .execute()
  await db
    .insertInto('request_history')
    .values({
      request_id: row.id,
      to_status: row.status,
      actor_kind: 'customer',
      actor_id: row.customer_id,
      at: created,
    })
    .execute()
  return row.id
}
