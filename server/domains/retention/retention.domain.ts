import type { Domain } from '#server/platform/domain'
import { retentionJobs } from './retention.jobs.ts'

export const retention: Domain = {
  level: 'top',
  jobs: retentionJobs,
}
