// Connections to the database. Every wait has a limit, here and in the database.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionRefused } from './database-trouble.ts'

/** All in milliseconds. */
export interface Limits {
  /** For a new connection, and for a free one when all are lent out. */
  readonly connect: number
  /** For one statement. */
  readonly statement: number
  /** For one lock of a statement. */
  readonly lock: number
  /** For what happens between two statements of a transaction. */
  readonly idleInTransaction: number
}

export const limits = {
  /** People wait for these. */
  calls: { connect: 4_000, statement: 8_000, lock: 4_000, idleInTransaction: 30_000 },
  /** Background jobs. */
  jobs: { connect: 5_000, statement: 120_000, lock: 30_000, idleInTransaction: 60_000 },
  /** Proofs, exports, migrations, seeds and the operator's commands. */
  long: { connect: 5_000, statement: 1_800_000, lock: 60_000, idleInTransaction: 1_800_000 },
} as const satisfies Record<string, Limits>

/** The driver gives up later than the database, whose answer says why. It only speaks when there is no answer. */
const grace = 2_000
export const patienceOf = ({ statement }: Limits): number => statement + grace

/** How long sent data may stay unacknowledged, and how long a connection may be idle before it is probed. */
const vanished = { tcpUserTimeout: 15_000, keepAliveDelay: 10_000 }

/**
 * Settings of each session. Sent as statements, because a connection pooler refuses them as connection parameters.
 */
function settingsOf({ statement, lock, idleInTransaction }: Limits): string {
  const values = {
    // Days are Tokyo days, and times leave the database with +09.
    timezone: `'Asia/Tokyo'`,
    datestyle: `'ISO'`,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    // Without meaning on a unix socket, where the setting is ignored.
    tcp_user_timeout: vanished.tcpUserTimeout,
  }
  return Object.entries(values)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}

/** The same limits for the rest of one transaction. */
export const localLimits = ({ statement, lock, idleInTransaction }: Limits): string =>
  `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; ` +
  `set local idle_in_transaction_session_timeout = ${idleInTransaction}`

interface Address {
  connectionString: string
  /** Shown by the database beside the connection. */
  name?: string
  limits: Limits
}

const clientConfig = ({ connectionString, name = 'okuru', limits: given }: Address): pg.ClientConfig => ({
  connectionString,
  application_name: name,
  connectionTimeoutMillis: given.connect,
  query_timeout: patienceOf(given),
  keepAlive: true,
  keepAliveInitialDelayMillis: vanished.keepAliveDelay,
})

export interface PoolOptions extends Omit<Address, 'limits'> {
  /** Those of jobs unless said otherwise. */
  limits?: Limits
  max?: number
  types?: pg.CustomTypesConfig
  onError?: (error: Error) => void
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>

const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Tells whoever wanted a connection that the database is in trouble, and not what the system said about a socket. */
export class LimitedPool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Ends every connection, also those that were lent out and never given back. */
  destroy(): void {
    void this.end().catch(() => undefined)
    for (const client of this.#open) streamOf(client).destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: (...connected: Connected) => void): void
  override connect(callback?: (...connected: Connected) => void): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return super.connect().catch((error: unknown) => {
        throw connectionRefused(error)
      })
    }
    super.connect((error, client, release) =>
      callback(error ? connectionRefused(error) : undefined, client, release),
    )
    return undefined
  }
}

export function makePool({
  limits: given = limits.jobs,
  max = 16,
  types,
  onError,
  ...address
}: PoolOptions): LimitedPool {
  const config: pg.PoolConfig = {
    ...clientConfig({ ...address, limits: given }),
    max,
    types,
    // Awaited by the pool, whatever the type says: nobody gets the connection before.
    onConnect: ((client: pg.ClientBase) => client.query(settingsOf(given))) as never,
  }
  const pool = new LimitedPool(config)
  // An idle connection that dies (a restarted database) must not take the process with it.
  pool.on('error', (error) => onError?.(error))
  // One that dies in use fails its query; without a listener the event would throw as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** One connection outside any pool, for what is bound to a session. Ends with `endAlone`, or with the process. */
export async function connectAlone(
  address: Address & { onError?: (error: Error) => void },
): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(address))
  client.on('error', (error) => address.onError?.(error))
  try {
    await client.connect()
    await client.query(settingsOf(address.limits))
  } catch (error) {
    await endAlone(client)
    throw connectionRefused(error)
  }
  return client
}

/** Ends such a connection. A silent one never confirms that it is closed, so it is waited for one second only. */
export async function endAlone(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
  streamOf(client).destroy()
}

/** One transaction that waits for everybody who holds the same lock; without a lock, one that waits for nobody. */
export async function underLock<T>(
  pool: pg.Pool,
  lock: number | null,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    if (lock !== null) await client.query('select pg_advisory_xact_lock($1)', [lock])
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
