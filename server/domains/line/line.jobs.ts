import type { Jobs } from '#server/platform/jobs'
import { handleEvents, type Response, respond } from './line.events.ts'
import { cleanLine } from './line.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'line.events': unknown
    'line.respond': { event: string; response: Response }
    'line.clean': unknown
  }
}

export const lineJobs: Jobs<'line'> = {
  tasks: (db, tools) => ({
    'line.events': () => handleEvents(db, tools),
    'line.respond': (payload) => respond(db, payload, tools),
    'line.clean': () => cleanLine(db, tools.clock.now()),
  }),
  schedules: [
    // For events taken in at the moment the job before them began, and those that failed.
    { task: 'line.events', match: '* * * * *' },
    { task: 'line.clean', match: '50 * * * *' },
  ],
}
