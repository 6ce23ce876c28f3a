import type { SignedIn } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'

/** Waits for an owner who is leaving. Returns false for a closed account: what is added to it then would stay for ever. */
export async function lockOpenAccount(tx: Tx, accountId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  return open !== undefined
}

export async function requireOpenAccount(tx: Tx, actor: SignedIn): Promise<void> {
  if (!(await lockOpenAccount(tx, actor.account_id))) throw refuse('user_inactive')
}
