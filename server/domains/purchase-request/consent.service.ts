import type { Insertable } from 'kysely'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import type { consent } from '#server/platform/db-types'

export async function recordConsent(
  tx: Tx,
  actor: Actor,
  agreed: Omit<Insertable<consent>, 'id' | 'at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('consent')
    .values({ ...agreed, at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
