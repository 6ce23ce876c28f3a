import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { addJob, type Jobs } from './jobs.ts'
import type { Tools } from './tools.ts'

/**
 * Files of the store that no row needs, or not yet. The note is written before the bytes are stored and crossed out
 * by the transaction that makes their row. Whoever deletes the bytes holds the note meanwhile, so a file cannot be
 * taken over and deleted at once. No store has to be able to list what it holds, and what others keep in the same
 * folder or bucket is never touched.
 */
interface FileNames {
  key: string
  thumbnail_key: string
}

const daysKept = 1
/** By then `discardNow` is usually done. */
const secondsToDiscard = 30

export async function noteUnclaimed(db: Db | Tx, file: FileNames, at: Date): Promise<void> {
  await db
    .insertInto('unclaimed_file')
    .values({ key: file.key, thumbnail_key: file.thumbnail_key, created_at: at.toISOString() })
    .execute()
}

/**
 * Notes a file whose row is going, and that it is to be deleted: by `discardNow` after the commit, and by a job should
 * the process die in between or the store not answer.
 */
export async function dropFile(tx: Tx, file: FileNames, at: Date): Promise<void> {
  await sql`insert into unclaimed_file (key, thumbnail_key, created_at)
    values (${file.key}, ${file.thumbnail_key}, ${at.toISOString()}) on conflict (key) do nothing`.execute(tx)
  const runAt = new Date(at.getTime() + secondsToDiscard * 1000)
  await addJob(tx, 'unclaimed_file.discard', { key: file.key }, { runAt })
}

/** Deletes the bytes at once. Who took them away is not refused when the store does not answer: the job goes on. */
export async function discardNow(
  db: Db,
  keys: readonly string[],
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  for (const key of keys) {
    try {
      await discardUnclaimed(db, key, tools)
    } catch (error) {
      tools.log.warn({ err: error as Error }, 'a file stays in the store until the store answers again')
    }
  }
}

/**
 * Deletes the bytes and their note, unless a transaction is just taking them over. `waiting`: comes after whoever holds
 * the note, who may be deleting them and not get to the end of it.
 */
export async function discardUnclaimed(
  db: Db,
  key: string,
  { files }: Pick<Tools, 'files'>,
  { waiting = false } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<FileNames>`
      select key, thumbnail_key from unclaimed_file where key = ${key}
      for update ${waiting ? sql`` : sql`skip locked`}`.execute(tx)
    const file = rows[0]
    if (!file) return
    await files.delete(file.key)
    if (file.thumbnail_key) await files.delete(file.thumbnail_key)
    // Last, so that a store which does not answer leaves the note for the next night.
    await tx.deleteFrom('unclaimed_file').where('key', '=', file.key).execute()
  })
}

/** Deletes files whose row is gone, and every night (3:50 in Tokyo) what broken uploads left behind. */
export const unclaimedFileJobs: Jobs<'unclaimed_file'> = {
  tasks: (db, tools) => ({
    'unclaimed_file.discard': ({ key }) => discardUnclaimed(db, key, tools, { waiting: true }),
    'unclaimed_file.clean': async () => {
      const before = new Date(tools.clock.now().getTime() - daysKept * 86_400_000)
      const left = await db
        .selectFrom('unclaimed_file')
        .select('key')
        .where('created_at', '<', before.toISOString())
        .execute()
      for (const { key } of left) await discardUnclaimed(db, key, tools)
    },
  }),
  schedules: [{ task: 'unclaimed_file.clean', match: '50 18 * * *' }],
}
