import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
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

/**
 * Asks by callback. The promise the client would make is held by what lives as long as the connection, and with it
 * every row it brought: they all grew old in memory, and clearing them away took a third of the server's time.
 */
export async function send(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) =>
      client.query(statement, (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      ),
    )
  } catch (error) {
    // Where the driver noticed it tells nobody anything; who asked does.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

// No statement reads like these.
const togetherText = '-- together'
const lastlyText = '-- lastly'

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

const unhurried = CompiledQuery.raw('set local synchronous_commit = off')
const commit = CompiledQuery.raw('commit')
const onDisk = CompiledQuery.raw("select pg_logical_emit_message(true, 'okuru', '')")

async function sendTogether(client: pg.PoolClient, statements: readonly CompiledQuery[]) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  const sent = statements.map(({ sql, parameters }) => send(client, named(sql, [...parameters])))
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
  return {
    query: async (text: string, values: unknown[]) => {
      if (isOver) {
        if (text !== 'commit' && text !== 'rollback')
          throw new Error('asked after the end of the transaction')
        isOver = false
        return { command: text, rowCount: 0, rows: [] }
      }
      if (text === togetherText) return sendTogether(client, values as CompiledQuery[])
      if (text !== lastlyText) return send(client, named(text, values))
      isOver = true
      return sendTogether(client, [unhurried, ...(values as CompiledQuery[]), commit, onDisk])
    },
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
    // For `together`; everything else waits for its answer before the next is asked.
    pipeline: true,
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
    try {
      return (await send(client, { text, values: values as unknown[], name: nameOf(text) as string })).rows
    } finally {
      client.release()
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
function isLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === '57P01' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    /Connection terminated|connection error and is not queryable/.test(message ?? '')
  )
}

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
      const code = (error as { code?: string }).code
      const isAgain = (code !== undefined && retried.has(code)) || (!hasBegun && isLost(error))
      if (attempt >= 3 || !isAgain) throw error
    }
  }
}
