import { randomBytes } from 'node:crypto'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { challengeMinutes } from './passkey.rules.ts'

export type Purpose = 'set_up' | 'sign_in'

const challengeBytes = 32
/**
 * Pages of one account that wait for their passkey at once. More than somebody who has only the password can open before
 * the owner's finger is on the sensor.
 */
const mostOpen = 1000

const oldest = (at: Date): string => new Date(at.getTime() - challengeMinutes * 60_000).toISOString()

export async function newChallenge(tx: Tx, accountId: number, purpose: Purpose, at: Date): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  const kept = tx
    .selectFrom('passkey_challenge')
    .select('challenge')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', oldest(at))
    .orderBy('created_at', 'desc')
    .limit(mostOpen - 1)
  await tx
    .deleteFrom('passkey_challenge')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('challenge', 'not in', kept)
    .execute()
  await tx
    .insertInto('passkey_challenge')
    .values({ challenge, account_id: accountId, purpose, created_at: at.toISOString() })
    .execute()
  return challenge
}

/**
 * The challenge that was signed for, if it is one of this account, of this purpose and not too old; null otherwise. In a
 * transaction of its own: whatever comes of the signature, it is never taken again.
 */
export async function takeChallenge(
  db: Db,
  accountId: number,
  purpose: Purpose,
  clientData: string,
  at: Date,
): Promise<string | null> {
  const claimed = claimedChallenge(clientData)
  if (claimed === null) return null
  const taken = await inTransaction(db, (tx) =>
    tx
      .deleteFrom('passkey_challenge')
      .where('challenge', '=', claimed)
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .returning('created_at')
      .executeTakeFirst(),
  )
  return taken && new Date(taken.created_at) > new Date(oldest(at)) ? claimed : null
}

function claimedChallenge(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof challenge === 'string' && /^[\w-]{1,100}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}
