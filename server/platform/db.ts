import { createHash } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { asUnavailable, DatabaseUnavailable, troubleOf } from './database-trouble.ts'
import type { DB } from './db-types.ts'
import {
  clientTimeoutOf,
  type LimitedPool,
  limits,
  localLimits,
  makePool as makeAnyPool,
  type PoolOptions,
} from './pool.ts'

/** For reads. Anything that writes takes `Tx`, first and required. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// Keeps timestamps as ISO text: Date objects would nearly halve a list's throughput.
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

/** Names a statement by its text, so that PostgreSQL plans it once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  // Bounds memory when statement texts vary without end.
  if (names.size >= mostNames) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Uses the driver's callback API: its promises stay reachable with the connection and keep every row in memory. */
export async function send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) =>
      client.query(statement, (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      ),
    )
  } catch (error) {
    // Points the stack at the caller instead of the driver.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw asUnavailable(error)
  }
}

/** The driver's type lacks the per-statement timeout in milliseconds. */
type Statement = pg.QueryConfig & { query_timeout?: number | undefined }

const longLimits = localLimits(limits.long)

const named = (text: string, values: unknown[]): pg.QueryConfig =>
  values.length > 0 ? { text, values, name: nameOf(text) as string } : { text }

function namedClient(client: pg.PoolClient) {
  let patience: number | undefined
  let failure: Error | undefined
  const run = (text: string, values: unknown[]) => {
    // The driver has a timeout of its own.
    if (text === longLimits) patience = clientTimeoutOf(limits.long)
    return send(client, { ...named(text, values), query_timeout: patience })
  }
  return {
    query: async (text: string, values: unknown[]) => {
      // A rollback on a silent connection would wait for the same timeout a second time.
      if (failure) throw failure
      try {
        return await run(text, values)
      } catch (error) {
        if (isGone(error)) failure = error as Error
        throw error
      }
    },
    release: () => client.release(failure),
  }
}

const isGone = (error: unknown) => ['lost', 'silent'].includes(troubleOf(error) ?? '')

export const makePool = (options: Omit<PoolOptions, 'types'>): LimitedPool =>
  makeAnyPool({ ...options, types: types as pg.CustomTypesConfig })

type NamedQuery = (text: string, values: unknown[]) => Promise<unknown[]>

const direct = new WeakMap<Db, NamedQuery>()

/** Runs queries on the pool without Kysely's layers; undefined for a transaction, which has its own connection. */
export function namedQuery(db: Db | Tx): NamedQuery | undefined {
  return direct.get(db)
}

const pools = new WeakMap<Db, pg.Pool>()

export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('poolOf was called with a transaction')
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
  const read = (text: string, values: readonly unknown[]) =>
    borrowed(
      pool,
      async (client) =>
        (await send(client, { text, values: values as unknown[], name: nameOf(text) as string })).rows,
    )
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

const primaries = new WeakMap<Db, Db>()

/** The primary of a replica; any other database as it is. */
export const primaryOf = (db: Db): Db => primaries.get(db) ?? db

/**
 * For reads outside transactions. A statement that fails on the replica, for whatever reason, is run on the primary:
 * callers do not notice a replica that is down, lacks a new table or cancels a statement that conflicts with recovery.
 */
export function makeReplicaDb(pool: pg.Pool, primary: Db, onFailure: (error: unknown) => void): Db {
  const onPrimary = <T>(error: unknown, run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    onFailure(error)
    return borrowed(poolOf(primary), run)
  }
  const query = (text: string, values: unknown[]) => {
    const run = (client: pg.PoolClient) => send(client, named(text, values))
    return borrowed(pool, run).catch((error: unknown) => onPrimary(error, run))
  }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      // Statements borrow their connections themselves.
      pool: { connect: async () => ({ query, release: () => undefined }), end: () => pool.end() } as never,
    }),
  })
  pools.set(db, pool)
  primaries.set(db, primary)
  direct.set(db, async (text, values) => (await query(text, [...values])).rows)
  return db
}

async function borrowed<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    if (isGone(error)) failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}

const isLost = (error: unknown) => troubleOf(error) === 'lost'

const retried = new Set(['40P01', '40001'])

/** Runs in one transaction. Tries a deadlock three times; replaces a connection that was dead before the work began. */
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

/** Raises the timeouts of this transaction to those of jobs. */
export async function useLongLimits(tx: Tx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(longLimits))
}

type LockName =
  | 'catalogue.load'
  | `channel-cost.${number}`
  | 'company.setup'
  | `enquiry.${string}`
  | `custody-places.${number}`
  | `kit-numbers.${number}`
  | `ledger-checkpoint.${number}`
  | `ledger-mail.${number}`
  | 'line.link'
  | 'payout_originator'
  | `pre-assessment.${number}`
  | `pre-assessment-upload.${number}`
  | 'price-guide.rebuild'
  | `request-assignment.${number}`
  | 'request_count.fold'
  | `saved-view.${number}`
  | `stolen-notice.${number}`
  | 'terms.setup'

/** Takes an advisory lock until the commit: docs/locking.md. */
export async function lockNamed(tx: Tx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
}

/** The same lock for those who may hold it at once; `lockNamed` waits for all of them. */
export async function lockNamedShared(tx: Tx, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${name}))`.execute(tx)
}
