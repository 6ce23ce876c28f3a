import { type RawBuilder, sql } from 'kysely'
import { type Db, namedQuery, type Tx } from './db.ts'

/** A piece of SQL with its values. Everything sent becomes a parameter; only what stands in the source becomes text. */
export type Part = RawBuilder<unknown>

export const nothing: Part = sql``

export const joined = (list: readonly Part[], between: ', ' | ' and '): Part =>
  sql.join(list, between === ', ' ? sql`, ` : sql` and `)

/** Codes as literals: an index with a condition is used only where PostgreSQL sees the value. */
export const codes = (list: readonly number[]): Part => sql.join(list.map((code) => sql.lit(code)))

/**
 * How many rows at most, and from where. A usual limit is written as a literal: PostgreSQL plans a statement again for
 * every limit it cannot see, which takes longer than reading the rows.
 */
export function limited({ limit, offset }: { limit: number; offset: number }): Part {
  if (offset > 0) return sql`limit ${limit} offset ${offset}`
  return usualLimits.has(limit) ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit}`
}

// Few, because every text becomes a statement of its own on every connection.
const usualLimits = new Set([20, 50, 100, 200])

/** Runs a statement as a named one, past the query builder's layers; within a transaction over its connection. */
export async function selectRows<Row>(db: Db | Tx, statement: Part): Promise<Row[]> {
  const compiled = statement.compile(db)
  const direct = namedQuery(db)
  if (direct) return (await direct(compiled.sql, [...compiled.parameters])) as Row[]
  return (await db.executeQuery(compiled)).rows as Row[]
}

/** The columns that a schema's shape names, of the table with the alias given. */
export const columnsOf = (alias: string, shape: object): Part =>
  sql.join(Object.keys(shape).map((column) => sql.ref(`${alias}.${column}`)))

/** The same columns of a row that was read. */
export const columnsIn = <Shape extends object, Row extends { [column in keyof Shape]: unknown }>(
  shape: Shape,
  row: Row,
): Pick<Row, keyof Shape & keyof Row> =>
  Object.fromEntries(Object.keys(shape).map((column) => [column, row[column as keyof Shape]])) as Pick<
    Row,
    keyof Shape & keyof Row
  >

export const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape)[]
