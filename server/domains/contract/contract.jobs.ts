import type { Jobs } from '#server/jobs'
import { allById, eachAlone } from '#server/platform/each'
import { closable } from './contract.queries.ts'
import { tryContract } from './contract.service.ts'

export const contractJobs: Jobs = {
  tasks: (db, tools) => ({
    'contract.try': async (payload) => {
      await tryContract(db, Number(payload.request), tools.clock.now(), tools)
    },
    // A deal must not wait because one job was lost: whatever could be closed is tried again. Some of it cannot (an
    // account of a company, somebody under age), so all of it is gone through.
    'contract.scan': async () => {
      const found = allById((after, limit) => closable(db, after, limit))
      await eachAlone(found, tools.log, async ({ id }) => {
        await tryContract(db, id, tools.clock.now(), tools)
      })
    },
  }),
  schedules: [{ task: 'contract.scan', match: '*/10 * * * *' }],
}
