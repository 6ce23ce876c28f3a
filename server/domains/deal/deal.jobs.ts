import { allById, forEachLogged } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import { closableRequests } from './deal.queries.ts'
import { closeDeal } from './deal.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'deal.close': { request: number }
    'deal.scan': unknown
  }
}

export const dealJobs: Jobs<'deal'> = {
  tasks: (db, tools) => ({
    'deal.close': async ({ request }) => {
      await closeDeal(db, request, tools.clock.now(), tools)
    },
    // Retries in case a job was lost. Some can never be closed (a company's account, a minor), so it pages through all.
    'deal.scan': async () => {
      const found = allById((after, limit) => closableRequests(db, after, limit))
      await forEachLogged(found, tools.log, async ({ id }) => {
        await closeDeal(db, id, tools.clock.now(), tools)
      })
    },
  }),
  schedules: [{ task: 'deal.scan', match: '*/10 * * * *' }],
}
