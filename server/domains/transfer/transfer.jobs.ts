import { systemActor } from '#server/platform/actor'
import type { Jobs } from '#server/platform/jobs'
import { endExpiry, remindHolders, startAutomaticTransfers } from './transfer.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'transfer.automatic': unknown
    'transfer.remind': unknown
    'transfer.end_expiry': { customer: number }
  }
}

export const transferJobs: Jobs<'transfer'> = {
  tasks: (db, tools) => ({
    'transfer.automatic': () => startAutomaticTransfers(db, systemActor(tools.clock.now()), tools),
    'transfer.remind': () => remindHolders(db, systemActor(tools.clock.now()), tools),
    'transfer.end_expiry': ({ customer }) => endExpiry(db, customer, tools),
  }),
  schedules: [
    { task: 'transfer.automatic', match: '0 21 * * *' },
    { task: 'transfer.remind', match: '30 21 * * *' },
  ],
}
