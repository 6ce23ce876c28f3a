import type { Jobs } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { expireTransfers, startAutomaticTransfers } from './transfer.service.ts'

/** Early each morning (Tokyo), before the house makes its batch. */
export const transferJobs: Jobs = {
  tasks: (db, tools) => ({
    'transfer.automatic': async () => {
      await startAutomaticTransfers(db, systemActor(tools.clock.now()), tools)
    },
    'transfer.expire': () => expireTransfers(db, systemActor(tools.clock.now())),
  }),
  schedules: [
    { task: 'transfer.automatic', match: '0 21 * * *' },
    { task: 'transfer.expire', match: '30 21 * * *' },
  ],
}
