import type { Domain } from '#server/platform/domain'
import { lineJobs } from './line.jobs.ts'
import { lineRoutes } from './line.routes.ts'

export const line: Domain = {
  level: 'people',
  routes: lineRoutes,
  jobs: lineJobs,
}
