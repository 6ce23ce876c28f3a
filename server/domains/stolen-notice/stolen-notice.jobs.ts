import type { Jobs } from '#server/platform/jobs'
import { compareIfPending } from './compare.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'stolen_notice.compare': { notice: number }
  }
}

/** In case the process that registered the notice ended before it had compared it. */
export const stolenNoticeJobs: Jobs<'stolen_notice'> = {
  tasks: (db, { clock }) => ({
    'stolen_notice.compare': ({ notice }) => compareIfPending(db, notice, clock.now()),
  }),
}
