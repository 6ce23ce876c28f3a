import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

/** Reads. Anything that writes takes `Tx`, first and required. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// ISO text straight from the server's text: making Date objects would nearly halve a list's throughput.
const timestamp = (value: string): string => {
  const zone = value.lastIndexOf('+')
  return `${value.slice(0, 10)}T${value.slice(11)}${zone > 0 && value.length - zone === 3 ? ':00' : ''}`
}
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: timestamp,
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.INT8]: Number,
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}

const names = new Map<string, string>()
const mostNames = 600

/** Statement name by content: PostgreSQL then plans it once per connection instead of at every call. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  // A statement whose text varies without end must not fill the server's memory.
  if (names.size >= mostNames) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

function namedClient(client: pg.PoolClient) {
  return {
    query: (text: string, values: unknown[]) =>
      values.length > 0 ? client.query({ text, values, name: nameOf(text) as string }) : client.query(text),
    release: () => client.release(),
  }
}

export interface DatabaseOptions {
  connectionString: string
  max?: number
  onError?: (error: Error) => void
}

export function makePool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max ?? 16,
    application_name: 'okuru',
    types: types as pg.CustomTypesConfig,
    // Days are Tokyo days, and times leave the database with +09.
    options: '-c timezone=Asia/Tokyo -c datestyle=ISO',
  })
  // An idle connection that dies (a restarted database) must not take the process with it.
  pool.on('error', (error) => options.onError?.(error))
  // One that dies while it is lent out tells its borrower through the failing query; unheard it would throw here.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type NamedQuery = (text: string, values: unknown[]) => Promise<unknown[]>

const direct = new WeakMap<Db, NamedQuery>()

/** Asks the pool without the query builder's layers; undefined for a transaction, which has its connection. */
export function namedQuery(db: Db | Tx): NamedQuery | undefined {
  return direct.get(db)
}

export function makeDb(pool: pg.Pool): Db {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => namedClient(await pool.connect()) as never,
        end: () => pool.end(),
      } as never,
    }),
  })
  direct.set(db, async (text, values) => {
    const client = await pool.connect()
    try {
      return (await client.query({ text, values, name: nameOf(text) as string })).rows
    } finally {
      client.release()
    }
  })
  return db
}

const retried = new Set(['40P01', '40001'])

/** Runs in one transaction. A deadlock is tried three times, then fails. A thrown refusal rolls back. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt >= 3 || !code || !retried.has(code)) throw error
    }
  }
}
