import type { Jobs } from '#server/platform/jobs'
import { deleteOldVisits } from './ad-tracking.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'ad-tracking.clean': unknown
  }
}

export const adTrackingJobs: Jobs<'ad-tracking'> = {
  tasks: (db, tools) => ({
    'ad-tracking.clean': () => deleteOldVisits(db, tools.clock.now()),
  }),
  schedules: [{ task: 'ad-tracking.clean', match: '50 18 * * *' }],
}
