import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, NobodyActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { nextId } from '#server/platform/next-id'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { accountByEmail } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { openSession } from './account.service.ts'
import { hashDevice, newDevice, readDevice } from './device-mark.service.ts'
import { endLinks } from './mail-link.service.ts'
import { lockAddress } from './sign-up.service.ts'

/**
 * A customer account without a password. An address that is registered is refused, not joined: whoever registered it
 * first signs in and links the provider.
 */
export async function openProviderAccount(
  tx: Tx,
  actor: Actor,
  { email, store }: { email: string | null; store: string | undefined },
): Promise<number> {
  const id = await nextId(tx, 'account')
  if (email !== null) {
    const folded = foldEmail(email)
    await lockAddress(tx, folded)
    if (await accountByEmail(tx, 'customer', folded)) throw refuse('provider_email_taken')
  }
  await tx
    .insertInto('account')
    .values({
      id,
      kind: 'customer',
      email: email ?? '',
      email_folded: email === null ? `none ${id}` : foldEmail(email),
      is_email_auth: email !== null,
      store_key: store ?? '',
      created_at: actor.at.toISOString(),
    })
    .execute()
  await recordActivity(tx, actor, {
    action: 'account.sign_up',
    object_type: 'account',
    object_id: id,
    detail: { is_email_auth: email !== null, store: store ?? '' },
  })
  return id
}

export interface SignInPlace {
  device: string | string[] | undefined
  network: string | null
  label: string
}

export async function openProviderSession(
  tx: Tx,
  actor: NobodyActor,
  accountId: number,
  provider: string,
  place: SignInPlace,
  tools: Pick<Tools, 'keys'>,
) {
  const account = await tx
    .updateTable('account')
    .set({ last_sign_in_at: actor.at.toISOString() })
    .where('id', '=', accountId)
    .where('kind', '=', 'customer')
    .where('is_active', '=', true)
    .returning(['id', 'email', 'generation'])
    .executeTakeFirst()
  if (!account) throw refuse('no_active_account')
  await endLinks(tx, accountId, ['reset_password', 'sign_in_code'], actor.at)
  await recordActivity(tx, actor, {
    action: 'account.sign_in',
    object_type: 'account',
    object_id: accountId,
    detail: { provider },
  })
  const device = readDevice(place.device, tools.keys) ?? newDevice(tools.keys)
  const tokens = await openSession(tx, { ...account, kind: 'customer' }, place.label, actor.at, tools, {
    device: hashDevice(device),
    network: place.network,
  })
  return { ...tokens, user: account.email, device }
}
