import { createHmac } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Secret } from './keys.ts'
import type { Rate, Taken } from './throttle.ts'

/** Fixed windows in the database, shared by all processes. The library uses the system clock, not the injected one. */
export interface SharedThrottle {
  /** Counts one use, or returns the seconds until the next is allowed. */
  take(key: string, rate: Rate): Promise<Taken>
  /** Counts as many uses as are left, and says when the window ends. */
  takeUpTo(key: string, rate: Rate, most: number): Promise<{ taken: number; milliseconds: number }>
  isUsedUp(key: string, rate: Rate): Promise<boolean>
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Keys hold addresses, so only their keyed hash is stored. */
export function createSharedThrottle(db: Db, secret: Secret): SharedThrottle {
  const stored = (key: string) =>
    createHmac('sha256', secret).update(`rate\0${key}`, 'utf8').digest('base64url')
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
        // The library counts refused uses too; undo that.
        await this.giveBack(key)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) }
      }
    },
    // What the library counts beyond the limit stays: nobody else could have taken it either.
    async takeUpTo(key, rate, most) {
      const counted = await limiter(rate)
        .consume(stored(key), most)
        .catch((refused: unknown) => {
          if (refused instanceof RateLimiterRes) return refused
          throw refused
        })
      const before = counted.consumedPoints - most
      return {
        taken: Math.min(most, Math.max(0, rate.limit - before)),
        milliseconds: counted.msBeforeNext,
      }
    },
    async isUsedUp(key, rate) {
      const counted = await limiter(rate).get(stored(key))
      return (counted?.consumedPoints ?? 0) >= rate.limit
    },
    // Not by the library's `reward`: where the window has ended, that begins one with a use to spare.
    async giveBack(key) {
      await db
        .updateTable('rate_limit')
        .set((eb) => ({ points: eb('points', '-', 1) }))
        .where('key', '=', stored(key))
        .where('points', '>', 0)
        .execute()
    },
    async forget(key) {
      await db.deleteFrom('rate_limit').where('key', '=', stored(key)).execute()
    },
  }
}

export const rateLimitJobs: Jobs<'rate_limit'> = {
  tasks: (db, { clock }) => ({
    'rate_limit.clean': async () => {
      await db.deleteFrom('rate_limit').where('expire', '<=', clock.now().getTime()).execute()
    },
  }),
  schedules: [{ task: 'rate_limit.clean', match: '25 * * * *' }],
}
