import { inTransaction } from '#server/platform/db'
import type { Jobs } from '#server/platform/jobs'
import { rebuildStatistics } from './price-guide.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'price-guide.rebuild': unknown
  }
}

export const priceGuideJobs: Jobs<'price-guide'> = {
  tasks: (db, tools) => ({
    'price-guide.rebuild': () => inTransaction(db, (tx) => rebuildStatistics(tx, tools.clock.now())),
  }),
  // 04:20 in Tokyo.
  schedules: [{ task: 'price-guide.rebuild', match: '20 19 * * *' }],
}
