import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from './log.ts'
import { farAheadSentence, migrationState } from './migrate.ts'

export interface Ready {
  /** Why the server cannot serve now, or null. */
  reason: string | null
  warning?: string
}

export const aheadSentence =
  'データベースは1つ新しい版のものです。このプロセスも早めに更新してください。 / The database is one release ahead: replace this process soon.'

interface Readiness {
  look: () => Promise<Ready>
  /** Resolves with a sentence when the database has moved on by more than this program can follow. */
  leftBehind: Promise<string>
  stop: () => void
}

const lookEvery = 15_000

/** On the connections of the jobs: those of the calls may all wait for one lock. */
export function watchReadiness(pool: pg.Pool, log: Logger, every = lookEvery): Readiness {
  const left = Promise.withResolvers<string>()
  let wasAhead = false
  const look = async (): Promise<Ready> => {
    const late = sleep(3_000, { reason: 'the database did not respond in time' }, { ref: false })
    const ready: Ready = await Promise.race([readyNow(pool), late])
    const isAhead = ready.warning !== undefined
    if (isAhead && !wasAhead) log.warn(ready.warning as string)
    wasAhead = isAhead
    if (ready.reason === farAhead) left.resolve(farAheadSentence)
    return ready
  }
  const timer = setInterval(() => void look().catch(() => undefined), every)
  timer.unref()
  void look().catch(() => undefined)
  return { look, leftBehind: left.promise, stop: () => clearInterval(timer) }
}

const farAhead = 'the database schema is far_ahead'

async function readyNow(pool: pg.Pool): Promise<Ready> {
  const state = await migrationState(pool)
  if (state !== 'current' && state !== 'ahead') return { reason: `the database schema is ${state}` }
  // After a failover the address may lead to a standby.
  const { rows } = await pool.query<{ is_on: boolean }>(
    "select current_setting('transaction_read_only')::boolean as is_on",
  )
  if (rows[0]?.is_on) return { reason: 'the database is read-only' }
  return state === 'ahead' ? { reason: null, warning: aheadSentence } : { reason: null }
}
