import type { Domain } from '#server/platform/domain'
import { analysisJobs } from './analysis.jobs.ts'
import { analysisRoutes } from './analysis.routes.ts'

export const analysis: Domain = {
  level: 'trade',
  routes: analysisRoutes,
  jobs: analysisJobs,
}
