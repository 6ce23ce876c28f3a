import type { Domain } from '#server/platform/domain'
import { masterRoutes, seasonRoutes } from './master.routes.ts'
import { preAssessmentJobs } from './pre-assessment.jobs.ts'
import { preAssessmentReplicaRoutes, preAssessmentRoutes } from './pre-assessment.routes.ts'
import { uploadRoutes } from './upload.routes.ts'

export const preAssessment: Domain = {
  level: 'trade',
  routes: (app, db, tools) => {
    masterRoutes(app, db, tools)
    seasonRoutes(app, db, tools)
    preAssessmentRoutes(app, db, tools)
    uploadRoutes(app, db, tools)
  },
  replicaRoutes: preAssessmentReplicaRoutes,
  jobs: preAssessmentJobs,
}
