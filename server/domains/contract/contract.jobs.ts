import type { Jobs } from '#server/jobs'
import { eachAlone } from '#server/platform/each'
import { closable } from './contract.queries.ts'
import { tryContract } from './contract.service.ts'

export const contractJobs: Jobs = {
  tasks: (db, tools) => ({
    'contract.try': async (payload) => {
      await tryContract(db, Number(payload.request), tools.clock.now(), tools)
    },
    // A deal must not wait because one job was lost: whatever could be closed is tried again.
    'contract.scan': async () => {
      const found = (await closable(db, 200)).map((id) => ({ id }))
      await eachAlone(found, tools.log, async ({ id }) => {
        await tryContract(db, id, tools.clock.now(), tools)
      })
    },
  }),
  schedules: [{ task: 'contract.scan', match: '*/10 * * * *' }],
}
