import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
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

// No statement reads like these.
const togetherText = '-- together'
const lastlyText = '-- lastly'
const patientText = '-- patient'

/**
 * Statements of one transaction that need nothing of each other, sent at once and run in their order: one way to the
 * database and back. Answers the rows of each; when one fails, those behind it do as well, and the first says why.
 */
export async function together(tx: Tx, statements: readonly CompiledQuery[]): Promise<unknown[][]> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(togetherText, [...statements]))
  return rows as unknown[][]
}

/**
 * The last statement of a transaction, sent together with its commit: what it locks is held no longer than the database
 * needs for both. Nothing may be asked in that transaction afterwards.
 *
 * The locks are let go before the disk is waited for, and nobody is told before the disk has it: the commit does not
 * wait, a message of its own after it does, and the log of the database reaches the disk in the order it was written.
 * Whoever goes on from this transaction meanwhile stands behind it in that log; a crash takes both or the later one.
 */
export async function lastly(tx: Tx, statement: CompiledQuery): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(lastlyText, [statement]))
}

/** What ends a transaction as an ordinary statement: for a connection whose transactions are parts of a greater one. */
export const asOrdinary = (query: CompiledQuery): CompiledQuery =>
  query.sql === lastlyText ? (query.parameters[0] as CompiledQuery) : query

const noWaitForDisk = CompiledQuery.raw('set local synchronous_commit = off')
const commit = CompiledQuery.raw('commit')
const onDisk = CompiledQuery.raw("select pg_logical_emit_message(true, 'okuru', '')")

async function sendTogether(
  client: pg.PoolClient,
  statements: readonly CompiledQuery[],
  query_timeout: number | undefined,
) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  const sent = statements.map(({ sql, parameters }) =>
    send(client, { ...named(sql, [...parameters]), query_timeout }),
  )
  stream.uncork()
  const answers = await Promise.allSettled(sent)
  const rows = answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value.rows
  })
  return { command: 'SELECT', rowCount: rows.length, rows }
}

const named = (text: string, values: unknown[]): pg.QueryConfig =>
  values.length > 0 ? { text, values, name: nameOf(text) as string } : { text }

function namedClient(client: pg.PoolClient) {
  // The transaction has been ended by its last statement already, in one way or the other.
  let isOver = false
  // The pool's own, unless somebody asked for more.
  let patience: number | undefined
  let failure: Error | undefined
  const ask = (text: string, values: unknown[]) => {
    if (text === togetherText) return sendTogether(client, values as CompiledQuery[], patience)
    if (text === patientText) {
      patience = patienceOf(limits.long)
      return send(client, { text: localLimits(limits.long) })
    }
    if (text !== lastlyText) return send(client, { ...named(text, values), query_timeout: patience })
    isOver = true
    return sendTogether(client, [noWaitForDisk, ...(values as CompiledQuery[]), commit, onDisk], patience)
  }
  return {
    query: async (text: string, values: unknown[]) => {
      if (isOver) {
        if (text !== 'commit' && text !== 'rollback')
          throw new Error('asked after the end of the transaction')
        isOver = false
        return { command: text, rowCount: 0, rows: [] }
      }
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
