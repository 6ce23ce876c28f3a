import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, poolOf, primaryOf, send } from './db.ts'
import { clientTimeoutOf, limits, localLimits } from './pool.ts'

const batchSize = 500
/** After this long without a read, the reader is gone and the connection is released. */
const mostIdle = 120_000
const patience = { ...limits.long, idleInTransaction: mostIdle }

interface Wish {
  firstRowsSoon?: boolean
}

/**
 * Streams a statement's rows from one snapshot. Holds a connection until it ends; aborting cancels the statement.
 * `firstRowsSoon`: for an order that an index has, instead of sorting everything before the first row. A replica that
 * fails before the first row (its recovery cancels long statements) leaves the work to the primary.
 */
export async function* inBatches<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
  signal?: AbortSignal,
  wish: Wish = {},
): AsyncGenerator<Row[]> {
  const primary = primaryOf(db)
  let hasRows = primary === db
  try {
    for await (const rows of batchesOf(db, statement, signal, wish)) {
      hasRows = true
      yield rows
    }
    return
  } catch (error) {
    if (hasRows || signal?.aborted) throw error
  }
  yield* batchesOf(primary, statement, signal, wish)
}

async function* batchesOf<Row>(
  db: Db,
  { sql, parameters }: CompiledQuery<Row>,
  signal: AbortSignal | undefined,
  { firstRowsSoon = false }: Wish,
): AsyncGenerator<Row[]> {
  signal?.throwIfAborted()
  const pool = poolOf(db)
  const client = await pool.connect()
  const { running, cancelAny } = cancelled(pool, client, signal)
  let isDone = false
  try {
    await send(client, { text: 'begin isolation level repeatable read read only' })
    await send(client, { text: localLimits(patience) })
    await send(client, { text: `set local cursor_tuple_fraction = ${firstRowsSoon ? 0.001 : 1}` })
    await send(client, { text: `declare batches no scroll cursor for ${sql}`, values: [...parameters] })
    const fetchNext = () =>
      running(() =>
        send(client, { text: `fetch ${batchSize} from batches`, query_timeout: clientTimeoutOf(patience) }),
      )
    for (let coming = fetchNext(), isMore = true; isMore; ) {
      const { rows } = await coming
      signal?.throwIfAborted()
      isMore = rows.length === batchSize
      // The database works on the next rows while the reader takes these.
      if (isMore) coming = handled(fetchNext())
      if (rows.length > 0) yield rows as Row[]
    }
    await send(client, { text: 'commit' })
    isDone = true
  } finally {
    if (!isDone) cancelAny()
    // A connection with a running statement cannot be reused.
    client.release(!isDone)
  }
}

/** Awaited later, or never. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function cancelled(pool: pg.Pool, client: pg.PoolClient, signal: AbortSignal | undefined) {
  let isRunning = false
  const cancel = () => {
    const { processID } = client as unknown as { processID: number }
    // If this fails too, the statement ends at its timeout.
    void pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
    // The request is lost when it arrives before the statement has started.
    setTimeout(() => isRunning && cancel(), 250).unref()
  }
  const running = async <T>(statement: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel, { once: true })
    isRunning = true
    try {
      return await statement()
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', cancel)
    }
  }
  const cancelAny = () => {
    if (isRunning && !signal?.aborted) cancel()
  }
  return { running, cancelAny }
}
