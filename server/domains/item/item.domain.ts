import type { Domain } from '#server/platform/domain'
import { itemJobs } from './item.jobs.ts'
import { itemReplicaRoutes, itemRoutes } from './item.routes.ts'

export const item: Domain = {
  level: 'trade',
  routes: itemRoutes,
  replicaRoutes: itemReplicaRoutes,
  jobs: itemJobs,
}
