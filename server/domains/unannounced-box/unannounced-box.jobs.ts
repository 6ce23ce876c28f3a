import type { Jobs } from '#server/platform/jobs'
import { eraseSenders } from './unannounced-box.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'unannounced-box.erase': unknown
  }
}

export const unannouncedBoxJobs: Jobs<'unannounced-box'> = {
  tasks: (db, tools) => ({
    'unannounced-box.erase': () => eraseSenders(db, tools.clock.now(), tools),
  }),
  schedules: [{ task: 'unannounced-box.erase', match: '35 18 * * *' }],
}
