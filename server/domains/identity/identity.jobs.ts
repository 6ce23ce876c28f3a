import { ekyc } from '#contract/codes'
import { systemActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import type { Tools } from '#server/platform/tools'
import { readAtProvider, waitingChecks } from './check.queries.ts'
import { cancelCheck, readCheck } from './check.read.ts'
import { lockedSubject } from './identity.queries.ts'
import { closeSession, eraseSession } from './session.close.ts'
import { expiredSessions, reviewsOf, sessionsToThin } from './session.queries.ts'
import { closedAsWithout, faceDays, traceDays } from './session.rules.ts'
import { dropCaptures } from './session.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'identity.expire': unknown
    'identity.thin': unknown
    'identity.read_check': { check: number }
    'identity.cancel_check': { check: number }
    'identity.poll_checks': unknown
  }
}

async function expireSessions(db: Db, { clock, log }: Tools): Promise<void> {
  const actor = systemActor(clock.now())
  const find = (after: number, limit: number) => expiredSessions(db, actor.at, ekyc.IN_REVIEW, after, limit)
  await forEachLogged(allById(find), log, ({ id, customer_id }) =>
    inTransaction(db, async (tx) => {
      await lockedSubject(tx, customer_id)
      // The customer may have handed it in meanwhile.
      const [still] = await expiredSessions(tx, actor.at, ekyc.IN_REVIEW, id - 1, 1)
      if (still?.id === id)
        await closeSession(tx, actor, still, closedAsWithout(await reviewsOf(tx, id), 'expired'))
    }),
  )
}

async function thinSessions(db: Db, { clock, log }: Tools): Promise<void> {
  const actor = systemActor(clock.now())
  const terms = { faces: daysBefore(actor.at, faceDays), traces: daysBefore(actor.at, traceDays) }
  const found = allById((after, limit) => sessionsToThin(db, terms, after, limit))
  await forEachLogged(found, log, ({ id, customer_id, is_trace }) =>
    inTransaction(db, async (tx) => {
      await lockedSubject(tx, customer_id)
      if (is_trace) await eraseSession(tx, actor, id)
      else await dropCaptures(tx, actor, id, ['face'])
    }),
  )
}

const minutesQuiet = 5

/** For messages of the provider that never came, and results that never do. */
async function pollChecks(db: Db, tools: Tools): Promise<void> {
  const quietSince = new Date(tools.clock.now().getTime() - minutesQuiet * 60_000)
  const found = allById((after, limit) => waitingChecks(db, quietSince, after, limit))
  await forEachLogged(found, tools.log, ({ id }) => inTransaction(db, (tx) => readAtProvider(tx, id)))
}

/** Hourly: ends what was not finished in time. Nightly at 3:30 (Tokyo): deletes what need not be kept. */
export const identityJobs: Jobs<'identity'> = {
  tasks: (db, tools) => ({
    'identity.expire': () => expireSessions(db, tools),
    'identity.thin': () => thinSessions(db, tools),
    'identity.read_check': ({ check }) => readCheck(db, check, tools),
    'identity.cancel_check': ({ check }) => cancelCheck(db, check, tools),
    'identity.poll_checks': () => pollChecks(db, tools),
  }),
  schedules: [
    { task: 'identity.expire', match: '7 * * * *' },
    { task: 'identity.poll_checks', match: '*/5 * * * *' },
    { task: 'identity.thin', match: '30 18 * * *' },
  ],
}
