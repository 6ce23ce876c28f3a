import { recordActivity } from '#server/domains/activity/activity.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { type FactorNews, factorMail } from './second-factor.mail.ts'

/** Every change of the factors is mailed to their owner and recorded. */
export async function tellOwner(
  tx: Tx,
  actor: Actor,
  { account_id, email: to }: { account_id: number; email: string },
  news: FactorNews,
  { config }: Pick<Tools, 'config'>,
): Promise<void> {
  await queueSignedMail(tx, { account_id, to, ...factorMail(config.publicUrl, news, actor.at) }, actor.at)
  await recordActivity(tx, actor, {
    action: `second_factor.${news}`,
    object_type: 'account',
    object_id: account_id,
  })
}
