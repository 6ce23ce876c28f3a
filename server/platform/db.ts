import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { asUnavailable, DatabaseUnavailable, troubleOf } from './database-trouble.ts'
import type { DB } from './db-types.ts'
import { limits, localLimits, makePool as makeAnyPool, type PoolOptions, patienceOf } from './pool.ts'

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

/**
 * Asks by callback. The promise the client would make is held by what lives as long as the connection, and with it
 * every row it brought: they all grew old in memory, and clearing them away took a third of the server's time.
 */
export async function send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) =>
      client.query(statement, (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      ),
    )
  } catch (error) {
    // Where the driver noticed it tells nobody anything; who asked does.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw asUnavailable(error)
  }
}

/** The driver's type does not know that a statement may have a limit of its own, in milliseconds. */
type Statement = pg.QueryConfig & { query_timeout?: number | undefined }

// No statement reads like this.
const patientText = '-- patient'

const named = (text: string, values: unknown[]): pg.QueryConfig =>
  values.length > 0 ? { text, values, name: nameOf(text) as string } : { text }

function namedClient(client: pg.PoolClient) {
  // The pool's own, unless somebody asked for more.
  let patience: number | undefined
  let failure: Error | undefined
  const ask = (text: string, values: unknown[]) => {
    if (text !== patientText) return send(client, { ...named(text, values), query_timeout: patience })
    patience = patienceOf(limits.long)
    return send(client, { text: localLimits(limits.long) })
  }
  return {
    query: async (text: string, values: unknown[]) => {
      try {
        return await ask(text, values)
      } catch (error) {
        if (isGone(error)) failure = error as Error
        throw error
      }
    },
    // A connection that is gone, or was given up, is lent to nobody else.
    release: () => client.release(failure),
  }
}

const isGone = (error: unknown) => ['lost', 'silent'].includes(troubleOf(error) ?? '')

/** The pool of connections a `Db` works with. */
export const makePool = (options: Omit<PoolOptions, 'types'>): pg.Pool =>
  makeAnyPool({ ...options, types: types as pg.CustomTypesConfig })

type NamedQuery = (text: string, values: unknown[]) => Promise<unknown[]>

const direct = new WeakMap<Db, NamedQuery>()

/** Asks the pool without the query builder's layers; undefined for a transaction, which has its connection. */
export function namedQuery(db: Db | Tx): NamedQuery | undefined {
  return direct.get(db)
}

const pools = new WeakMap<Db, pg.Pool>()

/** For what needs a connection of its own. A transaction has none to give. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('a connection was asked of a transaction')
  return pool
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
  pools.set(db, pool)
  const read = async (text: string, values: readonly unknown[]) => {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      return (await send(client, { text, values: values as unknown[], name: nameOf(text) as string })).rows
    } catch (error) {
      if (isGone(error)) failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }
  // A read that met a connection which had died in the pool is asked again on another one.
  direct.set(db, async (text, values) => {
    try {
      return await read(text, values)
    } catch (error) {
      if (!isLost(error)) throw error
      return read(text, values)
    }
  })
  return db
}

/** Whether the connection went away, rather than the statement being wrong. */
const isLost = (error: unknown) => troubleOf(error) === 'lost'

const retried = new Set(['40P01', '40001'])

/**
 * Runs in one transaction. A deadlock is tried three times, then fails. A connection that had died before the work
 * began is replaced; one that dies later fails, because nobody knows what became of it. A thrown refusal rolls back.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false
    try {
      return await db.transaction().execute((tx) => {
        hasBegun = true
        return work(tx)
      })
    } catch (error) {
      const isAgain = isContention(error) || (!hasBegun && isLost(error))
      if (attempt >= 3 || !isAgain) throw error
    }
  }
}

function isContention(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return error instanceof DatabaseUnavailable && code !== undefined && retried.has(code)
}

/** For work that takes its time, and whose reader knows it: the rest of this transaction has the long limits. */
export async function bePatient(tx: Tx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(patientText))
}
