import { tokyoDate } from '#contract/day'
import { evidenceDays } from '#contract/evidence'
import { daysBefore } from '#server/platform/calendar'
import { inTransaction, useLongLimits } from '#server/platform/db'
import type { Jobs } from '#server/platform/jobs'
import { countDrift } from './template.queries.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'pre-assessment.count_drift': unknown
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
  }),
  // 04:40 in Tokyo.
  schedules: [{ task: 'pre-assessment.count_drift', match: '40 19 * * *' }],
}
