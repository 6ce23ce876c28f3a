import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { type Db, namedQuery, type Tx } from './db.ts'

export type Part = RawBuilder<unknown>

export const nothing: Part = sql``

export const joined = (list: readonly Part[], between: ', ' | ' and '): Part =>
  sql.join(list, between === ', ' ? sql`, ` : sql` and `)

/** Codes as literals: PostgreSQL uses a partial index only when it sees the value. */
export const codes = (list: readonly number[]): Part => sql.join(list.map((code) => sql.lit(code)))

/** LIMIT and OFFSET. Usual limits are literals, because PostgreSQL replans for a limit it cannot see. */
export function limited({ limit, offset }: { limit: number; offset: number }): Part {
  if (offset > 0) return sql`limit ${limit} offset ${offset}`
  return usualLimits.has(limit) ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit}`
}

// Few, because each text is a prepared statement on every connection.
const usualLimits = new Set([20, 50, 100, 200])

/** A long part without values: its text is put together at the first use instead of at each. */
export function fixed(make: () => Part): () => Part {
  let made: Part | undefined
  return () => {
    if (made) return made
    const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(
      make().toOperationNode(),
      createQueryId(),
    )
    if (parameters.length > 0) throw new Error(`a fixed part has values: ${text}`)
    made = sql.raw(text)
    return made
  }
}

/** From the first day to the last in Tokyo; either may be left open. */
export function daysBetween(column: string, from: string | undefined, to: string | undefined): Part[] {
  const start = (date: string) => sql`${`${date}T00:00:00+09:00`}::timestamptz`
  return [
    ...(from ? [sql`${sql.ref(column)} >= ${start(from)}`] : []),
    ...(to ? [sql`${sql.ref(column)} < ${start(to)} + interval '1 day'`] : []),
  ]
}

export async function selectRows<Row>(db: Db | Tx, statement: Part): Promise<Row[]> {
  const compiled = statement.compile(db)
  const direct = namedQuery(db)
  if (direct) return (await direct(compiled.sql, [...compiled.parameters])) as Row[]
  return (await db.executeQuery(compiled)).rows as Row[]
}

export const columnsOf = (alias: string, shape: object): Part =>
  sql.join(Object.keys(shape).map((column) => sql.ref(`${alias}.${column}`)))

export const columnsIn = <Shape extends object, Row extends { [column in keyof Shape]: unknown }>(
  shape: Shape,
  row: Row,
): Pick<Row, keyof Shape & keyof Row> =>
  Object.fromEntries(Object.keys(shape).map((column) => [column, row[column as keyof Shape]])) as Pick<
    Row,
    keyof Shape & keyof Row
  >

export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape)[]
