import type { Domain } from '#server/platform/domain'
import { purchaseRequestJobs } from './purchase-request.jobs.ts'
import { purchaseRequestReplicaRoutes, purchaseRequestRoutes } from './purchase-request.routes.ts'

export const purchaseRequest: Domain = {
  level: 'trade',
  routes: purchaseRequestRoutes,
  replicaRoutes: purchaseRequestReplicaRoutes,
  jobs: purchaseRequestJobs,
}
