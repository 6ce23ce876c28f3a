import { inTransaction } from '#server/platform/db'
import type { Jobs } from '#server/platform/jobs'
import { deleteUnusedPictures } from './store-picture.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'store-look.clean': unknown
  }
}

export const storeLookJobs: Jobs<'store-look'> = {
  tasks: (db, tools) => ({
    'store-look.clean': () => inTransaction(db, (tx) => deleteUnusedPictures(tx, tools.clock.now())),
  }),
  // 04:35 in Tokyo.
  schedules: [{ task: 'store-look.clean', match: '35 19 * * *' }],
}
