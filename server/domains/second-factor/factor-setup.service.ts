import { randomBytes } from 'node:crypto'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { isRequiredOf } from '#server/platform/second-factor'
import type { Tools } from '#server/platform/tools'
import { tellOwner } from './owner-news.service.ts'
import { passkeyPlace } from './passkey.rules.ts'
import { hashRecoveryCode } from './proof.service.ts'
import type { FactorNews } from './second-factor.mail.ts'
import { factorsOf, hasAny, passkeyRows, totpRow } from './second-factor.queries.ts'
import {
  newTotpSecret,
  recoveryCodeCount,
  recoveryCodeLength,
  recoveryCodeOf,
  stepOfCode,
  totpCodeOf,
  totpUri,
} from './second-factor.rules.ts'

type SetupTools = Pick<Tools, 'config' | 'keys'>

const begunMinutes = 30

export async function ownFactors(db: Db, actor: BusinessActor, tools: Pick<Tools, 'config'>) {
  const place = passkeyPlace(tools.config)
  const factors = await factorsOf(db, actor.account_id)
  const totp = await totpRow(db, actor.account_id, 'confirmed')
  const passkeys = await passkeyRows(db, actor.account_id)
  return {
    is_required: isRequiredOf(actor, tools.config),
    totp: totp ? { created_at: totp.created_at, last_used_at: totp.last_used_at } : null,
    passkey_origin: place?.origin ?? null,
    passkeys: passkeys.map((row) => ({ ...row, is_usable: row.rp_id === place?.rp_id })),
    recovery_codes_left: factors.recovery_codes,
  }
}

/** Set-ups of one account wait for each other: two removals at once must not leave nothing. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** A secret confirmed before works until this one is. */
export async function beginTotp(tx: Tx, actor: BusinessActor, { keys }: Pick<Tools, 'keys'>) {
  const secret = newTotpSecret()
  await lockAccount(tx, actor.account_id)
  await tx
    .deleteFrom('totp_factor')
    .where('account_id', '=', actor.account_id)
    .where('confirmed_at', 'is', null)
    .execute()
  await tx
    .insertInto('totp_factor')
    .values({
      account_id: actor.account_id,
      secret_enc: keys.field.encrypt(secret, 'totp_factor.secret_enc', actor.account_id),
      created_at: actor.at.toISOString(),
    })
    .execute()
  return { secret, uri: totpUri(secret, actor.email) }
}

export async function confirmTotp(db: Db, actor: BusinessActor, code: string, tools: SetupTools) {
  const recovery_codes = await inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.account_id)
    const begun = await totpRow(tx, actor.account_id, 'begun')
    const age = actor.at.getTime() - new Date(begun?.created_at ?? 0).getTime()
    if (!begun || age > begunMinutes * 60_000) throw refuse('totp_not_begun')
    const secret = tools.keys.field.decrypt(begun.secret_enc, 'totp_factor.secret_enc', actor.account_id)
    const typed = totpCodeOf(code)
    const step = typed === null ? null : stepOfCode(secret, typed, actor.at)
    if (step === null) throw refuse('totp_code_wrong')
    await tx
      .deleteFrom('totp_factor')
      .where('account_id', '=', actor.account_id)
      .where('confirmed_at', 'is not', null)
      .execute()
    await tx
      .updateTable('totp_factor')
      .set({ confirmed_at: actor.at.toISOString(), last_step: step })
      .where('id', '=', begun.id)
      .execute()
    return factorAdded(tx, actor, 'totp_added', tools)
  })
  forgetPrincipal(db, actor.account_id)
  return { recovery_codes }
}

/** Devices that were signed in without it are signed out. Returns recovery codes with the first factor. */
export async function factorAdded(
  tx: Tx,
  actor: BusinessActor,
  news: FactorNews,
  tools: SetupTools,
): Promise<string[] | null> {
  await endSessions(tx, actor.account_id, actor.at, actor.session.id)
  await tellOwner(tx, actor, actor, news, tools)
  const { recovery_codes: left } = await factorsOf(tx, actor.account_id)
  return left > 0 ? null : makeRecoveryCodes(tx, actor, tools)
}

export async function removeTotp(db: Db, actor: BusinessActor, tools: SetupTools): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.account_id)
    await refuseLast(tx, actor, 'totp', tools)
    const gone = await tx
      .deleteFrom('totp_factor')
      .where('account_id', '=', actor.account_id)
      .where('confirmed_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return
    await factorRemoved(tx, actor, 'totp_removed', tools)
  })
  forgetPrincipal(db, actor.account_id)
}

/** Where one is required, a factor goes only while another one is left that works here. Needs `lockAccount`. */
export async function refuseLast(
  tx: Tx,
  actor: BusinessActor,
  going: 'totp' | { passkey: number },
  { config }: Pick<Tools, 'config'>,
): Promise<void> {
  if (!isRequiredOf(actor, config)) return
  const { totp } = await factorsOf(tx, actor.account_id)
  if (totp && going !== 'totp') return
  const rp = passkeyPlace(config)?.rp_id
  const passkeys = await passkeyRows(tx, actor.account_id)
  if (passkeys.some(({ id, rp_id }) => rp_id === rp && (going === 'totp' || id !== going.passkey))) return
  throw refuse('last_second_factor')
}

/** Recovery codes alone are no factor: they go with the last one. */
export async function factorRemoved(
  tx: Tx,
  actor: BusinessActor,
  news: FactorNews,
  tools: SetupTools,
): Promise<void> {
  if (!hasAny(await factorsOf(tx, actor.account_id)))
    await tx.deleteFrom('recovery_code').where('account_id', '=', actor.account_id).execute()
  await tellOwner(tx, actor, actor, news, tools)
}

export async function renewRecoveryCodes(tx: Tx, actor: BusinessActor, tools: SetupTools) {
  await lockAccount(tx, actor.account_id)
  if (!hasAny(await factorsOf(tx, actor.account_id))) throw refuse('second_factor_missing')
  await tellOwner(tx, actor, actor, 'codes_renewed', tools)
  return { recovery_codes: await makeRecoveryCodes(tx, actor, tools) }
}

async function makeRecoveryCodes(tx: Tx, actor: BusinessActor, tools: SetupTools): Promise<string[]> {
  const { account_id, at } = actor
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    recoveryCodeOf(randomBytes(recoveryCodeLength)),
  )
  await tx.deleteFrom('recovery_code').where('account_id', '=', account_id).execute()
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        account_id,
        code_hash: hashRecoveryCode(account_id, code, tools),
        created_at: at.toISOString(),
      })),
    )
    .execute()
  return codes
}
