import type { Jobs } from '#server/platform/jobs'
import { cleanDeliveries, sendDue } from './sending.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'webhook.send': unknown
    'webhook.clean': unknown
  }
}

export const webhookJobs: Jobs<'webhook'> = {
  tasks: (db, tools) => ({
    'webhook.send': () => sendDue(db, tools),
    'webhook.clean': () => cleanDeliveries(db, tools.clock.now()),
  }),
  schedules: [
    { task: 'webhook.send', match: '* * * * *' },
    { task: 'webhook.clean', match: '50 18 * * *' },
  ],
}
