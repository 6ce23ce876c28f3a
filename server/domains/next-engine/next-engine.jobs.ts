import type { Jobs } from '#server/platform/jobs'
import { keepConnectionsAlive } from './next-engine.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'next-engine.keep_alive': unknown
  }
}

export const nextEngineJobs: Jobs<'next-engine'> = {
  tasks: (db, tools) => ({
    'next-engine.keep_alive': () => keepConnectionsAlive(db, tools),
  }),
  // 05:10 in Tokyo.
  schedules: [{ task: 'next-engine.keep_alive', match: '10 20 * * *' }],
}
