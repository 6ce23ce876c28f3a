import type { Domain } from '#server/platform/domain'
import { productizationJobs } from './productization.jobs.ts'
import { productizationRoutes } from './productization.routes.ts'

export const productization: Domain = {
  level: 'goods',
  routes: productizationRoutes,
  jobs: productizationJobs,
}
