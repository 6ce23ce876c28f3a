import type { Jobs } from '#server/platform/jobs'
import { compareBrandsAgain, compareIfPending } from './compare.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'stolen_notice.compare': { notice: number }
    'stolen_notice.compare_brands': { brands: number[] }
  }
}

/** In case the process that registered the notice ended before it had compared it. */
export const stolenNoticeJobs: Jobs<'stolen_notice'> = {
  tasks: (db, { clock }) => ({
    'stolen_notice.compare': ({ notice }) => compareIfPending(db, notice, clock.now()),
    'stolen_notice.compare_brands': ({ brands }) => compareBrandsAgain(db, brands, clock.now()),
  }),
}
