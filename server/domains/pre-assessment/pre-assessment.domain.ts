import type { Domain } from '#server/platform/domain'
import { masterRoutes } from './master.routes.ts'
import { preAssessmentJobs } from './pre-assessment.jobs.ts'
import { preAssessmentRoutes } from './pre-assessment.routes.ts'

export const preAssessment: Domain = {
  level: 'trade',
  routes: (app, db, tools) => {
    masterRoutes(app, db, tools)
    preAssessmentRoutes(app, db, tools)
  },
  jobs: preAssessmentJobs,
}
