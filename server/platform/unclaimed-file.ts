import { sql } from 'kysely'
import { daysBefore } from './calendar.ts'
import { type Db, inTransaction, type Tx } from './db.ts'
import { addJob, type Jobs } from './jobs.ts'
import type { Tools } from './tools.ts'

/** A stored file without a row. The note precedes the bytes; inserting the row deletes it. Its lock prevents races. */
interface FileNames {
  key: string
  thumbnail_key: string
}

const daysKept = 1
const secondsToDiscard = 30

export async function noteUnclaimed(db: Db | Tx, file: FileNames, at: Date): Promise<void> {
  await db
    .insertInto('unclaimed_file')
    .values({ key: file.key, thumbnail_key: file.thumbnail_key, created_at: at.toISOString() })
    .execute()
}

/** In the transaction that inserts the file's row. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  const claimed = await tx
    .deleteFrom('unclaimed_file')
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()
  if (!claimed) throw new Error('an upload took so long that its files were deleted meanwhile')
}

/** Marks a deleted row's file. `discardNow` deletes it after the commit, or a job later. */
export async function dropFile(tx: Tx, file: FileNames, at: Date): Promise<void> {
  await sql`insert into unclaimed_file (key, thumbnail_key, created_at)
    values (${file.key}, ${file.thumbnail_key}, ${at.toISOString()}) on conflict (key) do nothing`.execute(tx)
  const runAt = new Date(at.getTime() + secondsToDiscard * 1000)
  await addJob(tx, 'unclaimed_file.discard', { key: file.key }, { runAt })
}

/** Never fails: if the store does, the job retries. */
export async function discardNow(
  db: Db,
  keys: readonly string[],
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  for (const key of keys) {
    try {
      await discardUnclaimed(db, key, tools)
    } catch (error) {
      tools.log.warn(
        { err: error as Error },
        'a file could not be deleted from the store; it will be retried',
      )
    }
  }
}

/** `waiting` waits for the note's lock instead of skipping it: its holder may fail. */
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
    await tx.deleteFrom('unclaimed_file').where('key', '=', file.key).execute()
  })
}

/** Nightly at 3:50 (Tokyo): deletes leftovers of failed uploads. */
export const unclaimedFileJobs: Jobs<'unclaimed_file'> = {
  tasks: (db, tools) => ({
    'unclaimed_file.discard': ({ key }) => discardUnclaimed(db, key, tools, { waiting: true }),
    'unclaimed_file.clean': async () => {
      const before = daysBefore(tools.clock.now(), daysKept)
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
