import type * as z from 'zod'
import type { passkeyProof } from '#contract/second-factor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { type PasskeyPlace, passkeyPlace } from './passkey.rules.ts'
import { newChallenge, takeChallenge } from './passkey-challenge.service.ts'
import { passkeyRows } from './second-factor.queries.ts'

export type PasskeyProof = z.output<typeof passkeyProof>

/** What a browser has to ask for; null where the account has no passkey for this host. */
export async function passkeyQuestion(
  db: Db,
  accountId: number,
  at: Date,
  { config }: Pick<Tools, 'config'>,
) {
  const place = passkeyPlace(config)
  if (!place) return null
  const credentials = (await passkeyRows(db, accountId)).filter(({ rp_id }) => rp_id === place.rp_id)
  if (credentials.length === 0) return null
  return {
    challenge: await inTransaction(db, (tx) => newChallenge(tx, accountId, 'sign_in', at)),
    rp_id: place.rp_id,
    credentials: credentials.map(({ credential_id, transports }) => ({ credential_id, transports })),
  }
}

/** Takes the challenge at once, whatever the signature is. Null if it is not one of a passkey of this account. */
export async function provenPasskey(
  db: Db,
  accountId: number,
  proof: PasskeyProof,
  at: Date,
  { config }: Pick<Tools, 'config'>,
): Promise<{ take: (tx: Tx) => Promise<boolean> } | null> {
  const place = passkeyPlace(config)
  const challenge = await takeChallenge(db, accountId, 'sign_in', proof.client_data, at)
  if (!place || challenge === null) return null
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', proof.credential_id)
    .where('account_id', '=', accountId)
    .where('rp_id', '=', place.rp_id)
    .executeTakeFirst()
  const signed = row && (await signedBy(row, proof, challenge, place))
  if (!signed) return null
  return { take: (tx) => takeCount(tx, row.id, signed, at) }
}

type Key = { credential_id: string; public_key: Buffer; sign_count: number }

/** Refuses a count that is not above the one before: then the passkey exists twice. */
async function signedBy(key: Key, proof: PasskeyProof, challenge: string, place: PasskeyPlace) {
  // Loaded with the first passkey: it is large.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: proof.credential_id,
        rawId: proof.credential_id,
        type: 'public-key',
        response: {
          clientDataJSON: proof.client_data,
          authenticatorData: proof.authenticator_data,
          signature: proof.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rp_id,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.sign_count,
      },
      requireUserVerification: true,
    })
    return verified
      ? { count: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
      : null
  } catch {
    return null
  }
}

/** Under the row's lock, so of two signatures with one count only one is taken. */
async function takeCount(
  tx: Tx,
  id: number,
  { count, isSynced }: { count: number; isSynced: boolean },
  at: Date,
): Promise<boolean> {
  const taken = await tx
    .updateTable('passkey')
    .set({ sign_count: count, is_synced: isSynced, last_used_at: at.toISOString() })
    .where('id', '=', id)
    .where('sign_count', count === 0 ? '<=' : '<', count)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
