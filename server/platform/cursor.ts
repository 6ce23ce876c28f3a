import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, poolOf, send } from './db.ts'
import { limits, localLimits, patienceOf } from './pool.ts'

/** Rows fetched at once: few enough to be nothing in memory, many enough for the ways to the database not to count. */
const batchSize = 500
/** Whoever takes nothing for so long has gone, and gives the connection back. */
const mostIdle = 120_000
const patience = { ...limits.long, idleInTransaction: mostIdle }

/**
 * The rows of one statement in one snapshot, fetched in batches as they are read. Holds a connection until it ends.
 * Stopping early, or aborting, also ends the statement in the database.
 */
export async function* inBatches<Row>(
  db: Db,
  { sql, parameters }: CompiledQuery<Row>,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  signal?.throwIfAborted()
  const pool = poolOf(db)
  const client = await pool.connect()
  const running = cancelled(pool, client, signal)
  let isDone = false
  try {
    await send(client, { text: 'begin isolation level repeatable read read only' })
    await send(client, { text: localLimits(patience) })
    // Plan for all rows, not for the first ones.
    await send(client, { text: 'set local cursor_tuple_fraction = 1' })
    await send(client, { text: `declare batches no scroll cursor for ${sql}`, values: [...parameters] })
    for (let isMore = true; isMore; ) {
      signal?.throwIfAborted()
      const { rows } = await running(() =>
        send(client, { text: `fetch ${batchSize} from batches`, query_timeout: patienceOf(patience) }),
      )
      isMore = rows.length === batchSize
      if (rows.length > 0) yield rows as Row[]
    }
    await send(client, { text: 'commit' })
    isDone = true
  } finally {
    // A connection with a statement under way cannot be reused.
    client.release(!isDone)
  }
}

/** Runs a statement that is cancelled in the database when the signal comes while it runs. */
function cancelled(pool: pg.Pool, client: pg.PoolClient, signal: AbortSignal | undefined) {
  const cancel = () => {
    const { processID } = client as unknown as { processID: number }
    // If this fails too, the statement ends at its time limit.
    void pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
  }
  return async <T>(statement: () => Promise<T>): Promise<T> => {
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await statement()
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}
