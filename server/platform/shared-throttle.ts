import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Secret } from './keys.ts'
import type { Rate, Taken } from './throttle.ts'

/**
 * Counts in the database, so that a limit holds over all processes and a restart. For what is rare and dear: signing
 * in, mails, money. A window begins with the first use and everything in it is forgotten together.
 */
export interface SharedThrottle {
  /** Counts one use of the key, or says after how many whole seconds one would be let through again. */
  take(key: string, rate: Rate & { now: Date }): Promise<Taken>
  /** Whether one more use would be refused; counts nothing. */
  isUsedUp(key: string, rate: Rate & { now: Date }): Promise<boolean>
  /** Undoes one use that was let through. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Keys are stored as their hash under `secret`: they hold addresses of people and networks. */
export function createSharedThrottle(db: Db, secret: Secret): SharedThrottle {
  const stored = (key: string) =>
    createHmac('sha256', secret).update(`rate\0${key}`, 'utf8').digest('base64url')

  return {
    async take(key, { limit, windowSeconds, now }) {
      const at = now.toISOString()
      const until = new Date(now.getTime() + windowSeconds * 1000).toISOString()
      // Nothing is written for a use that is refused, so giving one back makes room for one.
      const { rows: taken } = await sql`
        insert into rate_count as c (key, used, ends_at) values (${stored(key)}, 1, ${until})
        on conflict (key) do update set
          used = case when c.ends_at <= ${at} then 1 else c.used + 1 end,
          ends_at = case when c.ends_at <= ${at} then excluded.ends_at else c.ends_at end
        where c.ends_at <= ${at} or c.used < ${limit}
        returning key`.execute(db)
      if (taken.length > 0) return { ok: true }
      const row = await db
        .selectFrom('rate_count')
        .select('ends_at')
        .where('key', '=', stored(key))
        .executeTakeFirst()
      const wait = row ? new Date(row.ends_at).getTime() - now.getTime() : 0
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) }
    },
    async isUsedUp(key, { limit, now }) {
      const row = await db
        .selectFrom('rate_count')
        .select('used')
        .where('key', '=', stored(key))
        .where('ends_at', '>', now.toISOString())
        .executeTakeFirst()
      return (row?.used ?? 0) >= limit
    },
    async giveBack(key) {
      await sql`update rate_count set used = used - 1 where key = ${stored(key)} and used > 0`.execute(db)
    },
    async forget(key) {
      await db.deleteFrom('rate_count').where('key', '=', stored(key)).execute()
    },
  }
}

/** Deletes windows that are over. */
export const rateCountJobs: Jobs<'rate_count'> = {
  tasks: (db, { clock }) => ({
    'rate_count.clean': async () => {
      await db.deleteFrom('rate_count').where('ends_at', '<=', clock.now().toISOString()).execute()
    },
  }),
  schedules: [{ task: 'rate_count.clean', match: '25 * * * *' }],
}
