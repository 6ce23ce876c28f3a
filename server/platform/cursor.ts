import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, poolOf, send } from './db.ts'
import { clientTimeoutOf, limits, localLimits } from './pool.ts'

const batchSize = 500
/** After this long without a read, the reader is gone and the connection is released. */
const mostIdle = 120_000
const patience = { ...limits.long, idleInTransaction: mostIdle }

/** Streams a statement's rows from one snapshot. Holds a connection until it ends; aborting cancels the statement. */
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
    await send(client, { text: 'set local cursor_tuple_fraction = 1' })
    await send(client, { text: `declare batches no scroll cursor for ${sql}`, values: [...parameters] })
    for (let isMore = true; isMore; ) {
      signal?.throwIfAborted()
      const { rows } = await running(() =>
        send(client, { text: `fetch ${batchSize} from batches`, query_timeout: clientTimeoutOf(patience) }),
      )
      isMore = rows.length === batchSize
      if (rows.length > 0) yield rows as Row[]
    }
    await send(client, { text: 'commit' })
    isDone = true
  } finally {
    // A connection with a running statement cannot be reused.
    client.release(!isDone)
  }
}

function cancelled(pool: pg.Pool, client: pg.PoolClient, signal: AbortSignal | undefined) {
  const cancel = () => {
    const { processID } = client as unknown as { processID: number }
    // If this fails too, the statement ends at its timeout.
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
