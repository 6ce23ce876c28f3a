import { type Insertable, sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db'
import type { mail } from '#server/platform/db-types'
import { type JobName, type JobPayloads, jobAdded } from '#server/platform/jobs'

/** A job that was tried `attempts` times; one that was tried twelve times is not tried again. */
export function makeTriedJob<K extends JobName>(
  db: Db,
  task: K,
  payload: JobPayloads[K],
  of: { attempts: number; error?: string; created_at: Date; run_at: Date },
): Promise<void> {
  const { attempts, error = null, created_at, run_at } = of
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select ${jobAdded(task, payload, { runAt: run_at })} as id`.execute(tx)
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${error}, created_at = ${created_at}
      where id = ${rows[0]?.id}`.execute(tx)
  })
}

/** A mail that its server refused for good. */
export async function makeRefusedMail(
  db: Db,
  of: Pick<Insertable<mail>, 'account_id' | 'to_address' | 'template' | 'failure'> & { at: Date },
): Promise<void> {
  const { at, ...row } = of
  await db
    .insertInto('mail')
    .values({ ...row, subject: '', body: '', created_at: at.toISOString(), failed_at: at.toISOString() })
    .execute()
}
