import { createHmac } from 'node:crypto'
import type { CallBody } from '#contract/call'
import type { secondFactorCalls } from '#contract/second-factor'
import { forgetPrincipal } from '#server/domains/account/account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { factorAdded, factorRemoved, lockAccount, refuseLast } from './factor-setup.service.ts'
import { mostPasskeys, type PasskeyPlace, passkeyPlace } from './passkey.rules.ts'
import { newChallenge, takeChallenge } from './passkey-challenge.service.ts'
import { passkeyRows } from './second-factor.queries.ts'

type SetupTools = Pick<Tools, 'config' | 'keys'>
type Made = CallBody<typeof secondFactorCalls.addPasskey>

function placeOf({ config }: Pick<Tools, 'config'>): PasskeyPlace {
  const place = passkeyPlace(config)
  if (!place) throw refuse('passkeys_not_here')
  return place
}

async function refuseTooMany(db: Db, actor: BusinessActor) {
  const rows = await passkeyRows(db, actor.account_id)
  if (rows.length >= mostPasskeys) throw refuse('too_many_passkeys')
  return rows
}

/** Tells an account's passkeys in an authenticator from those of others, and says nothing about it elsewhere. */
const userHandle = (accountId: number, { keys }: Pick<Tools, 'keys'>): string =>
  createHmac('sha256', keys.mark).update(`passkey\0${accountId}`, 'utf8').digest('base64url')

export async function beginPasskey(tx: Tx, actor: BusinessActor, tools: SetupTools) {
  const { rp_id } = placeOf(tools)
  await lockAccount(tx, actor.account_id)
  const known = await refuseTooMany(tx, actor)
  return {
    challenge: await newChallenge(tx, actor.account_id, 'set_up', actor.at),
    rp_id,
    user_handle: userHandle(actor.account_id, tools),
    user_name: actor.email,
    user_label: actor.name,
    exclude: known.filter((row) => row.rp_id === rp_id),
  }
}

export async function addPasskey(db: Db, actor: BusinessActor, made: Made, tools: SetupTools) {
  const place = placeOf(tools)
  const challenge = await takeChallenge(db, actor.account_id, 'set_up', made.client_data, actor.at)
  const credential = challenge === null ? null : await credentialIn(made, challenge, place)
  if (!credential) throw refuse('passkey_not_taken')
  const added = await inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.account_id)
    await refuseTooMany(tx, actor)
    const row = await tx
      .insertInto('passkey')
      .values({
        ...credential,
        account_id: actor.account_id,
        rp_id: place.rp_id,
        name: made.name,
        created_at: actor.at.toISOString(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw refuse('passkey_not_taken')
    return { id: row.id, recovery_codes: await factorAdded(tx, actor, 'passkey_added', tools) }
  })
  forgetPrincipal(db, actor.account_id)
  return added
}

async function credentialIn(made: Made, challenge: string, place: PasskeyPlace) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (!(await isUnattested(made.attestation))) return null
    const { registrationInfo: made_by } = await verifyRegistrationResponse({
      response: {
        id: made.credential_id,
        rawId: made.credential_id,
        type: 'public-key',
        response: { clientDataJSON: made.client_data, attestationObject: made.attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rp_id,
      requireUserVerification: true,
    })
    if (made_by?.credential.id !== made.credential_id) return null
    return {
      credential_id: made_by.credential.id,
      public_key: Buffer.from(made_by.credential.publicKey),
      sign_count: made_by.credential.counter,
      transports: made.transports,
      is_synced: made_by.credentialBackedUp,
    }
  } catch {
    return null
  }
}

/** We ask for no certificates; to check those of a forged one, the library would fetch addresses that it names. */
async function isUnattested(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const stated = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
  const format = stated.get('fmt')
  return format === 'none' || (format === 'packed' && !stated.get('attStmt').get('x5c'))
}

export const passkeyExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await passkeyRows(db, actor.account_id)).some((row) => row.id === id)

export async function renamePasskey(tx: Tx, actor: BusinessActor, id: number, name: string): Promise<void> {
  const renamed = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', actor.account_id)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw notFound()
  await recordActivity(tx, actor, {
    action: 'second_factor.passkey_renamed',
    object_type: 'account',
    object_id: actor.account_id,
  })
}

export async function removePasskey(
  db: Db,
  actor: BusinessActor,
  id: number,
  tools: SetupTools,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, actor.account_id)
    const rows = await passkeyRows(tx, actor.account_id)
    if (!rows.some((row) => row.id === id)) throw notFound()
    await refuseLast(tx, actor, { passkey: id }, tools)
    await tx.deleteFrom('passkey').where('id', '=', id).execute()
    await factorRemoved(tx, actor, 'passkey_removed', tools)
  })
  forgetPrincipal(db, actor.account_id)
}
