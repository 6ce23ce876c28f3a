import { createHash, randomBytes } from 'node:crypto'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { NobodyActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { verifyPassword } from '#server/platform/password'
import { Refusal } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import type { SignInGuard } from '#server/platform/sign-in-guard'
import type { Audience } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { signInAccount } from './account.queries.ts'
import { foldEmail } from './account.rules.ts'
import { openSession } from './account.service.ts'
import { endLinks } from './mail-link.service.ts'

export interface SignInInput {
  email: string
  password: string
  ip: string
  /** The name the device gives itself; null when it has none yet. */
  device: string | null
  /** What `sessionNetwork` says of the address. */
  network: string | null
  label: string
}

export interface SignedInDevice {
  tokens: { refresh: string; access: string }
  /** What the device is to call itself from now on. */
  device: string
}

/**
 * Signs in with a password. Unknown, wrong, switched off, unconfirmed and of the other kind: all one answer
 * after the same work, so that nobody learns which addresses exist.
 */
export async function signIn(
  db: Db,
  actor: NobodyActor,
  kind: Audience,
  input: SignInInput,
  guard: SignInGuard,
  tools: Pick<Tools, 'keys' | 'log'>,
): Promise<SignedInDevice> {
  const folded = foldEmail(input.email)
  const deviceHash = input.device === null ? '' : hashDevice(input.device)
  const account = await signInAccount(db, kind, folded, deviceHash)
  const admitted = guard.admit({
    address: `${kind} ${folded}`,
    ip: input.ip,
    device: account?.is_known_device ? deviceHash : undefined,
    now: actor.at,
  })
  if (!admitted.ok) {
    tools.log.warn({ event: 'sign_in_throttled', account: account?.id ?? null }, 'sign-in refused')
    throw throttled(admitted.retryAfterSeconds)
  }
  const isRight = await verifyPassword(account?.password_hash, input.password)
  if (!account || !isRight || !account.is_usable || !account.is_email_auth) {
    tools.log.info({ event: 'sign_in_failed', account: account?.id ?? null }, 'sign-in refused')
    throw signInRefused()
  }
  admitted.try.right()
  const device = input.device ?? randomBytes(24).toString('base64url')
  const tokens = await inTransaction(db, async (tx) => {
    // Under the row's lock and only with the very password that was checked: a change of it meanwhile wins.
    const current = await tx
      .updateTable('account')
      .set({ last_sign_in_at: actor.at.toISOString() })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('is_active', '=', true)
      .returning(['id', 'generation'])
      .executeTakeFirst()
    if (!current) throw signInRefused()
    // Whoever can sign in needs no reset; an open link in a mailbox is only a risk.
    await endLinks(tx, account.id, ['reset_password'], actor.at)
    await recordActivity(tx, actor, {
      action: 'account.sign_in',
      object_type: 'account',
      object_id: account.id,
    })
    return openSession(tx, { ...current, kind }, input.label, actor.at, tools, {
      device: hashDevice(device),
      network: input.network,
    })
  })
  return { tokens, device }
}

function hashDevice(device: string): string {
  return createHash('sha256').update(device).digest('base64url')
}

/** Without a code: clients take a code for a reason to refresh a token. */
function signInRefused(): Refusal {
  return new Refusal('invalid', 401, { detail: 'No active account found with the given credentials' })
}
