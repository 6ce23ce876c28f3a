import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { forEachLogged } from './each.ts'
import type { Jobs } from './jobs.ts'

/** Values are bound to `row`, or to the row's id. */
export interface SealedColumn {
  table: string
  column: string
  row?: RawBuilder<string>
}

interface SealedRow {
  id: number
  row: string
  sealed: Buffer
}

const batch = 500

async function* staleRows(db: Db, at: SealedColumn, start: Buffer): AsyncGenerator<SealedRow> {
  const column = sql.ref(at.column)
  for (let after = 0; ; ) {
    const { rows } = await sql<SealedRow>`
      select id, ${at.row ?? sql`id::text`} as row, ${column} as sealed from ${sql.table(at.table)}
      where id > ${after} and substring(${column} from 1 for ${start.length}::int) <> ${start}
      order by id limit ${batch}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
  }
}

/** Nightly at 4:20 (Tokyo): re-encrypts values with an old key or format. Skips values that change meanwhile. */
export function resealJobs(columns: readonly SealedColumn[]): Jobs<'field'> {
  return {
    tasks: (db, { keys, log }) => ({
      'field.reseal': async () => {
        for (const at of columns) {
          const place = `${at.table}.${at.column}`
          await forEachLogged(staleRows(db, at, keys.field.start), log, async ({ id, row, sealed }) => {
            const fresh = keys.field.encryptBytes(keys.field.decryptBytes(sealed, place, row), place, row)
            await sql`update ${sql.table(at.table)} set ${sql.ref(at.column)} = ${fresh}
              where id = ${id} and ${sql.ref(at.column)} = ${sealed}`.execute(db)
          })
        }
      },
    }),
    schedules: [{ task: 'field.reseal', match: '20 19 * * *' }],
  }
}
