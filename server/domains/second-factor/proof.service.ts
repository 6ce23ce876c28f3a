import { createHmac } from 'node:crypto'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import type { SharedThrottle } from '#server/platform/shared-throttle'
import type { Rate } from '#server/platform/throttle'
import type { Tools } from '#server/platform/tools'
import { tellOwner } from './owner-news.service.ts'
import { type PasskeyProof, passkeyQuestion, provenPasskey } from './passkey-proof.service.ts'
import { factorsOf, hasAny, totpRow } from './second-factor.queries.ts'
import { foldRecoveryCode, stepOfCode, totpCodeOf } from './second-factor.rules.ts'

type KeyTools = Pick<Tools, 'keys'>

export interface Given {
  second_factor_code?: string | undefined
  passkey?: PasskeyProof | undefined
}

/** Counted before a code or a signature is looked at, so that beyond the limit a right one gets the same response. */
const wrongCodes: Rate = { limit: 5, windowSeconds: 900 }
const wrongCodesInADay: Rate = { limit: 30, windowSeconds: 86_400 }

const wrongPasskey = () =>
  refuse('second_factor_wrong', {
    field: 'non_field_errors',
    message: 'パスキーで確認できませんでした。もう一度試すか、ほかの方法で確認してください。',
  })

export interface Proof {
  /** In the transaction of what it is for: of two uses of one code at once, the second waits and is refused. */
  take: (tx: Tx) => Promise<void>
  /** After that transaction. */
  right: () => Promise<void>
}

const nothingNeeded: Proof = { take: async () => undefined, right: async () => undefined }

/**
 * Call when the password is right: refuses without a code where one is needed. `device`: one that the account knows has a
 * limit of its own, so that whoever has only the password cannot lock the owner out.
 */
export async function secondFactorProof(
  db: Db,
  actor: Actor,
  { id: accountId, email, device }: { id: number; email: string; device: string | undefined },
  given: Given,
  throttle: SharedThrottle,
  tools: Pick<Tools, 'config' | 'keys'>,
): Promise<Proof> {
  const { at } = actor
  const factors = await factorsOf(db, accountId)
  if (!hasAny(factors)) return nothingNeeded
  const code = given.second_factor_code ?? ''
  if (code === '' && !given.passkey) {
    const passkey = await passkeyQuestion(db, accountId, at, tools)
    const offered = { passkey, totp: factors.totp, recovery_code: factors.recovery_codes > 0 }
    throw refuse('second_factor_required', { extra: { offered } })
  }
  const right = await countTry(throttle, accountId, device)
  if (given.passkey) {
    const proven = await provenPasskey(db, accountId, given.passkey, at, tools)
    if (!proven) throw wrongPasskey()
    return {
      take: async (tx) => {
        if (!(await proven.take(tx))) throw wrongPasskey()
        await endWaitingReset(tx, accountId)
      },
      right,
    }
  }
  return {
    take: async (tx) => {
      const totp = totpCodeOf(code)
      const taken =
        totp === null
          ? await takeRecoveryCode(tx, accountId, code, at, tools)
          : await takeTotpCode(tx, accountId, totp, at, tools)
      if (!taken) throw refuse('second_factor_wrong')
      if (totp === null) await tellOwner(tx, actor, { account_id: accountId, email }, 'code_used', tools)
      await endWaitingReset(tx, accountId)
    },
    right,
  }
}

async function countTry(
  throttle: SharedThrottle,
  accountId: number,
  device: string | undefined,
): Promise<() => Promise<void>> {
  const whose = `second_factor ${accountId} ${device ?? 'unknown'}`
  const counted: string[] = []
  const right = async () => {
    for (const key of counted) await throttle.giveBack(key)
  }
  for (const [key, rate] of [
    [whose, wrongCodes],
    [`${whose} day`, wrongCodesInADay],
  ] as const) {
    const taken = await throttle.take(key, rate)
    if (!taken.ok) {
      await right()
      throw throttled(taken.retryAfterSeconds)
    }
    counted.push(key)
  }
  return right
}

/** The row is changed under its lock, so a step is taken once, in whichever process. */
async function takeTotpCode(
  tx: Tx,
  accountId: number,
  code: string,
  at: Date,
  { keys }: KeyTools,
): Promise<boolean> {
  const row = await totpRow(tx, accountId, 'confirmed')
  if (!row) return false
  const step = stepOfCode(keys.field.decrypt(row.secret_enc, 'totp_factor.secret_enc', accountId), code, at)
  if (step === null) return false
  const taken = await tx
    .updateTable('totp_factor')
    .set({ last_step: step, last_used_at: at.toISOString() })
    .where('id', '=', row.id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** HMAC with a key outside the database: who reads the table cannot try codes out. */
export const hashRecoveryCode = (accountId: number, code: string, { keys }: KeyTools): string =>
  createHmac('sha256', keys.mark)
    .update(`recovery\0${accountId}\0${foldRecoveryCode(code)}`, 'utf8')
    .digest('base64url')

async function takeRecoveryCode(
  tx: Tx,
  accountId: number,
  code: string,
  at: Date,
  tools: KeyTools,
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_code')
    .set({ used_at: at.toISOString() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(accountId, code, tools))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whoever has the factor has not lost it. */
async function endWaitingReset(tx: Tx, accountId: number): Promise<void> {
  await tx
    .deleteFrom('second_factor_reset')
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .execute()
}
