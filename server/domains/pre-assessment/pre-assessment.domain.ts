import type { Domain } from '#server/platform/domain'
import { masterRoutes } from './master.routes.ts'
import { preAssessmentJobs } from './pre-assessment.jobs.ts'

export const preAssessment: Domain = {
  level: 'trade',
  routes: masterRoutes,
  jobs: preAssessmentJobs,
}
