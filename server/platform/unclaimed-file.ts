import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { addJob, type Jobs } from './jobs.ts'
import type { Tools } from './tools.ts'

/**
 * A file of the store that has no row, or not yet. Its note is inserted before the bytes are stored, and deleted by the
 * transaction that inserts their row. Deleting the bytes locks the note, so that a file is not claimed meanwhile. The
 * store is never listed, so other files in the same folder or bucket are safe.
 */
interface FileNames {
  key: string
  thumbnail_key: string
}

const daysKept = 1
/** `discardNow` is usually done by then. */
const secondsToDiscard = 30

export async function noteUnclaimed(db: Db | Tx, file: FileNames, at: Date): Promise<void> {
  await db
    .insertInto('unclaimed_file')
    .values({ key: file.key, thumbnail_key: file.thumbnail_key, created_at: at.toISOString() })
    .execute()
}

/**
 * Marks a file whose row is deleted. Its bytes go by `discardNow` after the commit, or by a job if the process dies
 * or the store fails.
 */
export async function dropFile(tx: Tx, file: FileNames, at: Date): Promise<void> {
  await sql`insert into unclaimed_file (key, thumbnail_key, created_at)
    values (${file.key}, ${file.thumbnail_key}, ${at.toISOString()}) on conflict (key) do nothing`.execute(tx)
  const runAt = new Date(at.getTime() + secondsToDiscard * 1000)
  await addJob(tx, 'unclaimed_file.discard', { key: file.key }, { runAt })
}

/** Deletes the bytes now. If the store fails, the caller still succeeds and the job tries again. */
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
 * Deletes the bytes and their note, unless a transaction is claiming them. With `waiting` it waits for the note's lock:
 * its holder may fail to delete them.
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
    // Last, so that a failing store leaves the note for the next night.
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
