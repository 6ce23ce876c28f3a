import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { eachAlone } from './each.ts'
import type { JobTable, Schedule } from './jobs.ts'
import type { Tools } from './tools.ts'

/** A column of encrypted values: what its rows are known by to the cipher. */
export interface SealedColumn {
  table: string
  column: string
  row: RawBuilder<string>
}

interface SealedRow {
  id: number
  row: string
  sealed: Buffer
}

const batch = 500

/** Rows whose value has an earlier form or key, a batch at a time. */
async function* staleRows(db: Db, at: SealedColumn, start: Buffer): AsyncGenerator<SealedRow> {
  const column = sql.ref(at.column)
  for (let after = 0; ; ) {
    const { rows } = await sql<SealedRow>`
      select id, ${at.row} as row, ${column} as sealed from ${sql.table(at.table)}
      where id > ${after} and substring(${column} from 1 for ${start.length}::int) <> ${start}
      order by id limit ${batch}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
  }
}

/**
 * Seals values anew that were written with an earlier key, or before values were bound to their row. After it an
 * earlier key may go. A value somebody changed meanwhile is left as it is: it is new.
 */
export function resealTasks(columns: readonly SealedColumn[]) {
  return (db: Db, { keys, log }: Pick<Tools, 'keys' | 'log'>): JobTable => ({
    'field.reseal': async () => {
      for (const at of columns) {
        const place = `${at.table}.${at.column}`
        await eachAlone(staleRows(db, at, keys.field.start), log, async ({ id, row, sealed }) => {
          const fresh = keys.field.encryptBytes(keys.field.decryptBytes(sealed, place, row), place, row)
          await sql`update ${sql.table(at.table)} set ${sql.ref(at.column)} = ${fresh}
            where id = ${id} and ${sql.ref(at.column)} = ${sealed}`.execute(db)
        })
      }
    },
  })
}

/** At 4:20 in the night of Tokyo. */
export const resealSchedules: Schedule[] = [{ task: 'field.reseal', match: '20 19 * * *' }]
