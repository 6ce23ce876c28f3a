import type { accountCalls } from '#contract/account'
import type { CallBody } from '#contract/call'
import { normalizeDigits } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { secondFactorProof } from '#server/domains/second-factor/proof.service'
import type { NobodyActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { networkMark } from '#server/platform/network'
import { verifyPassword } from '#server/platform/password'
import { Refusal, refuse } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import { type Admitted, type SignInGuards, takeSignIn } from '#server/platform/sign-in-guard'
import type { Audience } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { signInAccount } from './account.queries.ts'
import { foldEmail, guardedAddress } from './account.rules.ts'
import { openSession } from './account.service.ts'
import { hashDevice, newDevice, readDevice } from './device-mark.service.ts'
import { endLinks } from './mail-link.service.ts'
import { isCodeOf } from './sign-in-code.service.ts'

export interface SignInInput extends CallBody<typeof accountCalls.bizSignIn> {
  ip: string
  device: string | string[] | undefined
  network: string | null
  label: string
}

export interface SignedInDevice {
  tokens: { refresh: string; access: string }
  device: string
}

/** Every reason for a refusal gets the same response after the same work, so that addresses cannot be probed. */
export async function signIn(
  db: Db,
  actor: NobodyActor,
  kind: Audience,
  input: SignInInput,
  { guard, throttle }: SignInGuards,
  tools: Pick<Tools, 'config' | 'keys' | 'log'>,
): Promise<SignedInDevice> {
  const folded = foldEmail(input.email)
  const given = readDevice(input.device, tools.keys)
  const account = await signInAccount(db, kind, folded, given === null ? '' : hashDevice(given), actor.at)
  const who = {
    ip: input.ip,
    device: given !== null && account?.is_known_device ? hashDevice(given) : undefined,
  }
  const refused = (event: string, refusal: Refusal): Refusal => {
    const network = networkMark(input.ip, tools.keys.mark)
    const level = event === 'sign_in_failed' ? 'info' : 'warn'
    tools.log[level]({ event, account: account?.id ?? null, network }, 'sign-in refused')
    return refusal
  }
  const taken = await takeSignIn(throttle, who)
  if (!taken.ok) throw refused('sign_in_throttled', throttled(taken.retryAfterSeconds))
  const code = normalizeDigits(input.one_time_code ?? '').replaceAll(/\s/g, '')
  const admitted = await guard.admit({
    ...who,
    address: guardedAddress(kind, folded),
    isRightCode: code ? () => isCodeOf(db, account?.id, code, actor.at, tools) : undefined,
  })
  if (!admitted.ok) throw refused(...notAdmitted(admitted))
  const isRight = await verifyPassword(account?.password_hash, input.password)
  if (!account || !isRight || !account.is_usable || !account.is_email_auth) {
    throw refused('sign_in_failed', refuse('no_active_account'))
  }
  await admitted.right()
  const factorRefused = (error: unknown) => {
    throw error instanceof Refusal && error.code !== 'second_factor_required'
      ? refused('second_factor_failed', error)
      : error
  }
  const owner = { id: account.id, email: account.email, device: who.device }
  const proof =
    kind === 'business'
      ? await secondFactorProof(db, actor, owner, input, throttle, tools).catch(factorRefused)
      : undefined
  const device = given ?? newDevice(tools.keys)
  const tokens = await inTransaction(db, async (tx) => {
    // Under the row lock and only with the password that was checked: a concurrent change wins.
    const current = await tx
      .updateTable('account')
      .set({ last_sign_in_at: actor.at.toISOString() })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('is_active', '=', true)
      .returning(['id', 'generation'])
      .executeTakeFirst()
    if (!current) throw refuse('no_active_account')
    await proof?.take(tx).catch(factorRefused)
    // Open reset links are only a risk once the owner can sign in.
    await endLinks(tx, account.id, ['reset_password', 'sign_in_code'], actor.at)
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
  await proof?.right()
  return { tokens, device }
}

/** The log event and the refusal; neither depends on whether the account exists. */
function notAdmitted(admitted: Exclude<Admitted, { ok: true }>): [event: string, Refusal] {
  if (admitted.why === 'wait') return ['sign_in_throttled', throttled(admitted.retryAfterSeconds)]
  return admitted.why === 'code_required'
    ? ['sign_in_code_required', refuse('sign_in_code_required')]
    : ['sign_in_code_wrong', refuse('sign_in_code_wrong')]
}
