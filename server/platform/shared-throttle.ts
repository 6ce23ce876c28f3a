import { createHmac } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Secret } from './keys.ts'
import type { Rate, Taken } from './throttle.ts'

/**
 * Counts in the database, so that a limit holds over all processes and a restart: for signing in, mails and money. A
 * window begins with its first use and ends as a whole. The library reads the system's clock, which tests move.
 */
export interface SharedThrottle {
  /** Counts one use of the key, or says after how many whole seconds one would be let through again. */
  take(key: string, rate: Rate): Promise<Taken>
  /** Whether one more use would be refused; counts nothing. */
  isUsedUp(key: string, rate: Rate): Promise<boolean>
  /** Undoes one use that was let through. */
  giveBack(key: string, rate: Rate): Promise<void>
  forget(key: string): Promise<void>
}

/** Keys are stored as their hash under `secret`: they hold addresses of people and networks. */
export function createSharedThrottle(db: Db, secret: Secret): SharedThrottle {
  const stored = (key: string) =>
    createHmac('sha256', secret).update(`rate\0${key}`, 'utf8').digest('base64url')
  // Through Kysely, so that a lost database is reported as everywhere else.
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
  const limiter = ({ limit, windowSeconds }: Rate) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points: limit,
      duration: windowSeconds,
    })

  return {
    async take(key, rate) {
      try {
        await limiter(rate).consume(stored(key))
        return { ok: true }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // The library counts refused uses as well. Without them, one that is given back makes room for one.
        await this.giveBack(key, rate)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
      }
    },
    async isUsedUp(key, rate) {
      const counted = await limiter(rate).get(stored(key))
      return (counted?.consumedPoints ?? 0) >= rate.limit
    },
    async giveBack(key, rate) {
      await limiter(rate).reward(stored(key))
    },
    async forget(key) {
      await db.deleteFrom('rate_limit').where('key', '=', stored(key)).execute()
    },
  }
}

/** Deletes windows that are over. */
export const rateLimitJobs: Jobs<'rate_limit'> = {
  tasks: (db, { clock }) => ({
    'rate_limit.clean': async () => {
      await db.deleteFrom('rate_limit').where('expire', '<=', clock.now().getTime()).execute()
    },
  }),
  schedules: [{ task: 'rate_limit.clean', match: '25 * * * *' }],
}
