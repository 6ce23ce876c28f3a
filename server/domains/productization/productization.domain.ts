import type { Domain } from '#server/platform/domain'
import { productizationJobs } from './productization.jobs.ts'
import { productizationReplicaRoutes, productizationRoutes } from './productization.routes.ts'

export const productization: Domain = {
  level: 'goods',
  routes: productizationRoutes,
  replicaRoutes: productizationReplicaRoutes,
  jobs: productizationJobs,
}
