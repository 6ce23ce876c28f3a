import { type Db, inTransaction } from '#server/platform/db'
import type { JobTable, Schedule } from '#server/platform/jobs'
import { createSharedThrottle } from '#server/platform/shared-throttle'
import { createSignInGuard } from '#server/platform/sign-in-guard'
import type { Tools } from '#server/platform/tools'
import { mailResets } from './password.service.ts'
import { mailSignInCode } from './sign-in-code.service.ts'

const dayMs = 24 * 60 * 60 * 1000
const linksKeptDays = 30
const devicesKeptDays = 180
const networksKeptDays = 30

export function accountTasks(db: Db, tools: Tools): JobTable {
  const guard = createSignInGuard(createSharedThrottle(db, tools.keys.mark))
  return {
    'account.mail_reset': async (payload) => {
      await inTransaction(db, (tx) => mailResets(tx, Number(payload.wish), tools.clock.now(), tools))
    },
    'account.mail_sign_in_code': async (payload) => {
      const wish = {
        id: Number(payload.wish),
        kind: payload.kind === 'business' ? 'business' : 'customer',
      } as const
      await inTransaction(db, (tx) => mailSignInCode(tx, wish, tools.clock.now(), guard, tools))
    },
    'account.clean': async () => {
      const daysAgo = (days: number) => new Date(tools.clock.now().getTime() - days * dayMs).toISOString()
      await db.deleteFrom('mail_token').where('expires_at', '<', daysAgo(linksKeptDays)).execute()
      // Kept for a while after their end: they say which devices an account knows.
      await db.deleteFrom('refresh_token').where('expires_at', '<', daysAgo(devicesKeptDays)).execute()
      await db.deleteFrom('session_network').where('last_seen_at', '<', daysAgo(networksKeptDays)).execute()
    },
  }
}

/** At 3:40 in the night of Tokyo. */
export const accountSchedules: Schedule[] = [{ task: 'account.clean', match: '40 18 * * *' }]
