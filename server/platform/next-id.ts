import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { DB } from './db-types.ts'

/** Reserves a row id before the insert: encrypted values are bound to it. */
export async function nextId(db: Db | Tx, table: keyof DB): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db)
  return (rows[0] as { id: number }).id
}
