import type { Domain } from '#server/platform/domain'
import { dealJobs } from './deal.jobs.ts'
import { dealRoutes } from './deal.routes.ts'

export const deal: Domain = {
  level: 'top',
  routes: dealRoutes,
  jobs: dealJobs,
}
