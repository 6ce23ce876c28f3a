import { ekyc } from '#contract/codes'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import type { Tools } from '#server/platform/tools'
import { lockedSubject } from './identity.queries.ts'
import { expiredSessions, reviewsOf, sessionsToThin } from './session.queries.ts'
import { closedAsWithout, faceDays, traceDays } from './session.rules.ts'
import { closeSession, dropCaptures, eraseSession } from './session.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'identity.expire': unknown
    'identity.thin': unknown
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

const before = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000)

async function thinSessions(db: Db, { clock, log }: Tools): Promise<void> {
  const actor = systemActor(clock.now())
  const terms = { faces: before(actor.at, faceDays), traces: before(actor.at, traceDays) }
  const found = allById((after, limit) => sessionsToThin(db, terms, after, limit))
  await forEachLogged(found, log, ({ id, customer_id, is_trace }) =>
    inTransaction(db, async (tx) => {
      await lockedSubject(tx, customer_id)
      if (is_trace) await eraseSession(tx, actor, id)
      else await dropCaptures(tx, actor, id, ['face'])
    }),
  )
}

/** Hourly: ends what was not finished in time. Nightly at 3:30 (Tokyo): deletes what need not be kept. */
export const identityJobs: Jobs<'identity'> = {
  tasks: (db, tools) => ({
    'identity.expire': () => expireSessions(db, tools),
    'identity.thin': () => thinSessions(db, tools),
  }),
  schedules: [
    { task: 'identity.expire', match: '7 * * * *' },
    { task: 'identity.thin', match: '30 18 * * *' },
  ],
}
