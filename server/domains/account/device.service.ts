import { recordActivity } from '#server/domains/activity/activity.service'
import { type Given, secondFactorProof } from '#server/domains/second-factor/proof.service'
import type { SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { verifyPassword } from '#server/platform/password'
import { notFound, refuse } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import type { SignInGuard, SignInGuards } from '#server/platform/sign-in-guard'
import { signToken } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { accountById, devicesOf } from './account.queries.ts'
import { endSessions, noteNetwork } from './account.service.ts'

export async function listDevices(db: Db, actor: SignedIn) {
  const rows = await devicesOf(db, actor.account_id, actor.at)
  return rows.map((row) => ({
    id: row.jti,
    label: row.label,
    created_at: row.signed_in_at,
    last_used_at: row.last_used_at,
    is_current: row.jti === actor.session.id,
  }))
}

export async function endDevice(tx: Tx, actor: SignedIn, device: string): Promise<void> {
  const ended = await tx
    .updateTable('refresh_token')
    // A device that its owner ended is no longer trusted to sign in without a code.
    .set({ revoked_at: actor.at.toISOString(), is_known: false })
    .where('jti', '=', device)
    .where('account_id', '=', actor.account_id)
    .where('revoked_at', 'is', null)
    .returning('jti')
    .executeTakeFirst()
  if (!ended) throw notFound()
  await recordActivity(tx, actor, {
    action: 'account.end_device',
    object_type: 'account',
    object_id: actor.account_id,
  })
}

/** At once: access tokens of the other devices end as well. This device goes on with its refresh token. */
export async function endOtherDevices(tx: Tx, actor: SignedIn): Promise<{ ended: number }> {
  // Of two devices that end each other, the second waits here and is gone.
  await tx.selectFrom('account').select('id').where('id', '=', actor.account_id).forUpdate().execute()
  const devices = await devicesOf(tx, actor.account_id, actor.at)
  if (!devices.some(({ jti }) => jti === actor.session.id)) throw refuse('token_not_valid')
  const ended = devices.filter(({ jti }) => jti !== actor.session.id).length
  await endSessions(tx, actor.account_id, actor.at, actor.session.id)
  await recordActivity(tx, actor, {
    action: 'account.end_other_devices',
    object_type: 'account',
    object_id: actor.account_id,
    detail: { ended },
  })
  return { ended }
}

/** Throttled like sign-in, but per device: guesses on an unlocked device do not lock the owner's others. */
export async function checkOwnPassword(
  actor: SignedIn,
  storedHash: string | null,
  password: string,
  guard: SignInGuard,
): Promise<boolean> {
  const admitted = await guard.admitDevice({
    address: `account ${actor.account_id}`,
    device: actor.session.id,
  })
  if (!admitted.ok) throw throttled(admitted.retryAfterSeconds)
  const isRight = await verifyPassword(storedHash, password)
  if (isRight) await admitted.right()
  return isRight
}

export async function reauthenticate(
  db: Db,
  actor: SignedIn,
  { password, network, ...given }: { password: string; network: string | null } & Given,
  { guard, throttle }: SignInGuards,
  tools: Pick<Tools, 'keys' | 'config'>,
): Promise<{ access: string }> {
  const account = await accountById(db, actor.account_id)
  if (!(await checkOwnPassword(actor, account?.password_hash ?? null, password, guard))) {
    throw refuse('wrong_password', { field: 'password', message: 'パスワードが違います。' })
  }
  if (actor.kind !== 'business') return inTransaction(db, (tx) => freshAccess(tx, actor, tools))
  const who = { id: actor.account_id, email: actor.email, device: actor.session.id }
  const proof = await secondFactorProof(db, actor, who, given, throttle, tools)
  const fresh = await inTransaction(db, async (tx) => {
    await proof.take(tx)
    await noteNetwork(tx, actor.session.id, network, actor.at)
    return freshAccess(tx, actor, tools)
  })
  await proof.right()
  return fresh
}

/** After the person proved again who they are. `provider`: where, if not by password. */
export async function freshAccess(
  tx: Tx,
  actor: SignedIn,
  tools: Pick<Tools, 'keys'>,
  provider?: string,
): Promise<{ access: string }> {
  const device = await tx
    .updateTable('refresh_token')
    .set({ signed_in_at: actor.at.toISOString(), last_used_at: actor.at.toISOString() })
    .where('jti', '=', actor.session.id)
    .where('account_id', '=', actor.account_id)
    .where('revoked_at', 'is', null)
    .returning('jti')
    .executeTakeFirst()
  // A revoked session's access token is valid for minutes more; it must not become fresh.
  if (!device) throw refuse('token_not_valid')
  const { generation } = await tx
    .selectFrom('account')
    .select('generation')
    .where('id', '=', actor.account_id)
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'account.reauthenticate',
    object_type: 'account',
    object_id: actor.account_id,
    ...(provider && { detail: { provider } }),
  })
  const access = await signToken(
    tools.keys.token,
    {
      token_type: 'access',
      aud: actor.kind,
      user_id: actor.account_id,
      gen: generation,
      sid: actor.session.id,
      auth_time: Math.floor(actor.at.getTime() / 1000),
    },
    actor.at,
  )
  return { access }
}
