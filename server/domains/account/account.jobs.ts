import { daysBefore } from '#server/platform/calendar'
import { inTransaction } from '#server/platform/db'
import type { Jobs } from '#server/platform/jobs'
import { createSharedThrottle } from '#server/platform/shared-throttle'
import { createSignInGuard } from '#server/platform/sign-in-guard'
import { mailResets } from './password.service.ts'
import { mailSignInCode } from './sign-in-code.service.ts'

const linksKeptDays = 30
const devicesKeptDays = 180
const networksKeptDays = 30

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'account.clean': unknown
    'account.mail_reset': { wish: number }
    'account.mail_sign_in_code': { wish: number; kind: 'customer' | 'business' }
  }
}

export const accountJobs: Jobs<'account'> = {
  tasks: (db, tools) => {
    const guard = createSignInGuard(createSharedThrottle(db, tools.keys.mark))
    return {
      'account.mail_reset': ({ wish }) =>
        inTransaction(db, (tx) => mailResets(tx, wish, tools.clock.now(), tools)),
      'account.mail_sign_in_code': ({ wish, kind }) =>
        inTransaction(db, (tx) => mailSignInCode(tx, { id: wish, kind }, tools.clock.now(), guard, tools)),
      'account.clean': async () => {
        const daysAgo = (days: number) => daysBefore(tools.clock.now(), days).toISOString()
        await db.deleteFrom('mail_token').where('expires_at', '<', daysAgo(linksKeptDays)).execute()
        // Expired sessions are kept for a while: they record which devices an account knows.
        await db.deleteFrom('refresh_token').where('expires_at', '<', daysAgo(devicesKeptDays)).execute()
        await db.deleteFrom('session_network').where('last_seen_at', '<', daysAgo(networksKeptDays)).execute()
      },
    }
  },
  schedules: [{ task: 'account.clean', match: '40 18 * * *' }],
}
