import { allById, eachAlone } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import { closable } from './deal.queries.ts'
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
    // A deal must not wait because one job was lost: whatever could be closed is tried again. Some of it cannot (an
    // account of a company, somebody under age), so all of it is gone through.
    'deal.scan': async () => {
      const found = allById((after, limit) => closable(db, after, limit))
      await eachAlone(found, tools.log, async ({ id }) => {
        await closeDeal(db, id, tools.clock.now(), tools)
      })
    },
  }),
  schedules: [{ task: 'deal.scan', match: '*/10 * * * *' }],
}
