import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionRefused } from './database-trouble.ts'
import { programRelease } from './migration-files.ts'

/** Timeouts in milliseconds; 0 is none. */
export interface Limits {
  readonly connect: number
  readonly statement: number
  readonly lock: number
  readonly idleInTransaction: number
}

export const limits = {
  calls: { connect: 4_000, statement: 8_000, lock: 4_000, idleInTransaction: 30_000 },
  /** Of what the primary can read as well: no use waiting long for a connection. */
  replica: { connect: 1_000, statement: 8_000, lock: 4_000, idleInTransaction: 30_000 },
  /** Whether a replica is there, and how far. */
  look: { connect: 1_000, statement: 1_000, lock: 1_000, idleInTransaction: 5_000 },
  jobs: { connect: 5_000, statement: 120_000, lock: 30_000, idleInTransaction: 60_000 },
  /** Proofs, exports, migrations, seeds and operator commands. */
  long: { connect: 5_000, statement: 1_800_000, lock: 60_000, idleInTransaction: 1_800_000 },
  /** Backups: a table takes as long as its copy takes, and a dead connection is noticed by its probes. */
  copy: { connect: 5_000, statement: 0, lock: 60_000, idleInTransaction: 0 },
} as const satisfies Record<string, Limits>

/** The driver's timeout is later than the database's, whose error says more. */
const grace = 2_000
export const clientTimeoutOf = ({ statement }: Limits): number => (statement === 0 ? 0 : statement + grace)

/** TCP: unacknowledged data, and idle time before a probe. */
const vanished = { tcpUserTimeout: 15_000, keepAliveDelay: 10_000 }

/** Sent as statements, because poolers refuse them as connection parameters. */
function settingsOf({ statement, lock, idleInTransaction }: Limits): string {
  const values = {
    timezone: `'Asia/Tokyo'`,
    datestyle: `'ISO'`,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    tcp_user_timeout: vanished.tcpUserTimeout,
  }
  return Object.entries(values)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}

export const localLimits = ({ statement, lock, idleInTransaction }: Limits): string =>
  `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; ` +
  `set local idle_in_transaction_session_timeout = ${idleInTransaction}`

interface Address {
  connectionString: string
  name?: string
  limits: Limits
}

const clientConfig = ({ connectionString, name = 'okuru', limits: given }: Address): pg.ClientConfig => ({
  connectionString,
  application_name: `${name}/${programRelease}`,
  connectionTimeoutMillis: given.connect,
  query_timeout: clientTimeoutOf(given),
  keepAlive: true,
  keepAliveInitialDelayMillis: vanished.keepAliveDelay,
})

export interface PoolOptions extends Omit<Address, 'limits'> {
  limits?: Limits
  max?: number
  types?: pg.CustomTypesConfig
  onError?: (error: Error) => void
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>

const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Reports connection failures as `DatabaseUnavailable`. */
export class LimitedPool extends pg.Pool {
  readonly #open = new Set<pg.PoolClient>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
  }

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
    // The pool awaits this before lending the connection, although the type says otherwise.
    onConnect: ((client: pg.ClientBase) => client.query(settingsOf(given))) as never,
  }
  const pool = new LimitedPool(config)
  // Without a listener, an idle connection that dies would end the process.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** One session outside any pool. Close with `endAlone`. */
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

/** Waits one second at most: a dead connection never confirms the close. */
export async function endAlone(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })])
  streamOf(client).destroy()
}

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
