import type { Jobs } from '#server/platform/jobs'
import { deleteExpiredSignIns } from './sign-in-provider.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'sign-in-provider.clean': unknown
  }
}

export const signInProviderJobs: Jobs<'sign-in-provider'> = {
  tasks: (db, tools) => ({
    'sign-in-provider.clean': () => deleteExpiredSignIns(db, tools.clock.now()),
  }),
  schedules: [{ task: 'sign-in-provider.clean', match: '35 * * * *' }],
}
