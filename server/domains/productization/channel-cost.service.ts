import type { CallBody } from '#contract/call'
import type { productizationCalls as calls } from '#contract/productization'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { staleVersion } from '#server/platform/refusal'
import { type ChannelCostRow, channelCostRows, keepChannelCost } from './channel-cost.queries.ts'

const channels = [1, 2, 3] as const

const unset = { fee_permille: 0, shipping: 0, handling: 0, margin_floor_permille: 0, version: 0 }

export async function listChannelCosts(db: Db, actor: BusinessActor): Promise<ChannelCostRow[]> {
  const known = await channelCostRows(db, actor)
  return channels.map(
    (channel) =>
      known.find(({ sales_channel }) => sales_channel === channel) ?? { sales_channel: channel, ...unset },
  )
}

const amounts = ({ version: _, sales_channel: _channel, ...rest }: ChannelCostRow) => rest

export async function writeChannelCost(
  tx: Tx,
  actor: BusinessActor,
  { version, ...input }: CallBody<typeof calls.writeChannelCost>,
): Promise<ChannelCostRow> {
  await lockNamed(tx, `channel-cost.${actor.company_id}`)
  const before = (await listChannelCosts(tx, actor)).find((row) => row.sales_channel === input.sales_channel)
  if (!before || before.version !== version) throw staleVersion(before ?? null)
  const after = { ...input, version: version + 1 }
  await keepChannelCost(tx, actor, after)
  await recordActivity(tx, actor, {
    action: 'product.channel_cost',
    detail: { sales_channel: input.sales_channel, before: amounts(before), after: amounts(after) },
  })
  return after
}
