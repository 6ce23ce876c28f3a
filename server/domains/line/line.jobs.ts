import type { Jobs } from '#server/platform/jobs'
import { handleEvent } from './line.events.ts'
import { cleanLine } from './line.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'line.event': { event: string }
    'line.clean': unknown
  }
}

export const lineJobs: Jobs<'line'> = {
  tasks: (db, tools) => ({
    'line.event': ({ event }) => handleEvent(db, event, tools),
    'line.clean': () => cleanLine(db, tools.clock.now()),
  }),
  schedules: [{ task: 'line.clean', match: '50 * * * *' }],
}
