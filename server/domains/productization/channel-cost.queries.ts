import { sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

export interface ChannelCostRow {
  sales_channel: number
  fee_permille: number
  shipping: number
  handling: number
  margin_floor_permille: number
  version: number
}

export async function channelCostRows(db: Db, actor: BusinessActor): Promise<ChannelCostRow[]> {
  const { rows } = await sql<ChannelCostRow>`
    select c.sales_channel, c.fee_permille, c.shipping, c.handling, c.margin_floor_permille, c.version
    from channel_cost c where ${scopeOf(actor, { company: 'c.company_id' })} order by 1`.execute(db)
  return rows
}

export async function keepChannelCost(tx: Tx, actor: BusinessActor, row: ChannelCostRow): Promise<void> {
  await tx
    .insertInto('channel_cost')
    .values({ company_id: actor.company_id, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'sales_channel']).doUpdateSet(row))
    .execute()
}
