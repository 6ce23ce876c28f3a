import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SignedIn } from './actor.ts'
import { daysBefore } from './calendar.ts'
import { type Db, inTransaction, type Tx } from './db.ts'
import type { FieldCipher } from './field-cipher.ts'
import type { Jobs } from './jobs.ts'
import { refuse } from './refusal.ts'

export type Once = { call: string; body: unknown } & (
  | { key: undefined }
  | { key: string; cipher: FieldCipher }
)

/** Runs `work` once per actor, call and key (seven days). A repeat returns the stored response; parallel ones wait. */
export async function inTransactionOnce<T extends object>(
  db: Db,
  actor: SignedIn,
  once: Once,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (once.key === undefined) return inTransaction(db, work)
  // Longer keys do not fit the index.
  const key = once.key.length > 200 ? hashOf(once.key) : once.key
  const inputHash = hashOf(once.body)
  const row = `${actor.account_id} ${once.call} ${key}`
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${row}, 0))`.execute(tx)
    const known = await tx
      .selectFrom('idempotency_key')
      .select(['input_hash', 'sealed_response'])
      .where('account_id', '=', actor.account_id)
      .where('call', '=', once.call)
      .where('key', '=', key)
      .executeTakeFirst()
    if (known) {
      if (known.input_hash !== inputHash) throw refuse('idempotency_key_reused')
      return JSON.parse(openResponse(known.sealed_response, once.cipher, row)) as T
    }
    const response = await work(tx)
    await tx
      .insertInto('idempotency_key')
      .values({
        account_id: actor.account_id,
        call: once.call,
        key,
        input_hash: inputHash,
        status: 200,
        sealed_response: once.cipher.encrypt(JSON.stringify(response), place, row),
        created_at: actor.at.toISOString(),
      })
      .execute()
    return response
  })
}

const place = 'idempotency_key.sealed_response'

/** Responses stored before encryption was added are plain JSON; they are gone after a week. */
const openResponse = (kept: Buffer, cipher: FieldCipher, row: string): string =>
  kept[0] === '{'.charCodeAt(0) ? kept.toString('utf8') : cipher.decrypt(kept, place, row)

/** For one of several things that a call does in transactions of their own. */
export const onceOf = (once: Once, id: number, body: unknown): Once =>
  once.key === undefined ? once : { ...once, key: `${once.key} ${id}`, body }

/** Independent of the order of keys. */
export function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)) ?? 'null')
    .digest('base64url')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    )
  }
  return value
}

const daysKept = 7

export const idempotencyJobs: Jobs<'idempotency'> = {
  tasks: (db, { clock }) => ({
    'idempotency.clean': async () => {
      const before = daysBefore(clock.now(), daysKept).toISOString()
      await db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
    },
  }),
  schedules: [{ task: 'idempotency.clean', match: '20 18 * * *' }],
}
