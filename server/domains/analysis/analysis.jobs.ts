import type { Jobs } from '#server/platform/jobs'
import { indexMissing, indexPhoto } from './look-alike.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'analysis.photo': { photo: number }
    'analysis.photos': unknown
  }
}

export const analysisJobs: Jobs<'analysis'> = {
  tasks: (db, tools) => ({
    'analysis.photo': ({ photo }) => indexPhoto(db, photo, tools),
    'analysis.photos': async () => {
      await indexMissing(db, tools)
    },
  }),
  // 04:40 in Tokyo.
  schedules: [{ task: 'analysis.photos', match: '40 19 * * *' }],
}
