import { tokyoDate } from '#contract/day'
import { evidenceDays } from '#contract/evidence'
import { daysBefore } from '#server/platform/calendar'
import { inTransaction, useLongLimits } from '#server/platform/db'
import type { Jobs } from '#server/platform/jobs'
import { expireEstimates, reopenEstimates } from './estimate.service.ts'
import { movePreAssessmentBrand } from './master.service.ts'
import { forgetAsker, forgetProspects } from './prospect.service.ts'
import { countDrift } from './template.queries.ts'
import { forgetUploads } from './upload.queries.ts'
import { runUpload } from './upload.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'pre-assessment.count_drift': unknown
    'pre-assessment.expire': unknown
    'pre-assessment.forget': unknown
    'pre-assessment.forget_asker': { customer: number }
    'pre-assessment.given_up': { pre_assessments: readonly number[] }
    'pre-assessment.load': { upload: number }
    'pre-assessment.move_brand': { brand: number }
  }
}

export const preAssessmentJobs: Jobs<'pre-assessment'> = {
  tasks: (db, { clock }) => ({
    'pre-assessment.count_drift': () =>
      inTransaction(db, async (tx) => {
        await useLongLimits(tx)
        const at = clock.now()
        await countDrift(tx, tokyoDate(at), daysBefore(at, evidenceDays))
      }),
    'pre-assessment.expire': () => inTransaction(db, (tx) => expireEstimates(tx, clock.now())),
    'pre-assessment.given_up': ({ pre_assessments }) =>
      inTransaction(db, (tx) => reopenEstimates(tx, pre_assessments, clock.now())),
    'pre-assessment.load': ({ upload }) => runUpload(db, upload, clock.now()),
    'pre-assessment.move_brand': ({ brand }) =>
      inTransaction(db, (tx) => movePreAssessmentBrand(tx, brand, clock.now())),
    'pre-assessment.forget_asker': ({ customer }) =>
      inTransaction(db, (tx) => forgetAsker(tx, customer, clock.now())),
    'pre-assessment.forget': () =>
      inTransaction(db, async (tx) => {
        await forgetProspects(tx, clock.now())
        await forgetUploads(tx, clock.now())
      }),
  }),
  // 04:40, 00:10 and 04:50 in Tokyo.
  schedules: [
    { task: 'pre-assessment.count_drift', match: '40 19 * * *' },
    { task: 'pre-assessment.expire', match: '10 15 * * *' },
    { task: 'pre-assessment.forget', match: '50 19 * * *' },
  ],
}
