import type { Domain } from '#server/platform/domain'
import { customerReplicaRoutes, customerRoutes } from './customer.routes.ts'

export const customer: Domain = {
  level: 'people',
  routes: customerRoutes,
  replicaRoutes: customerReplicaRoutes,
  sealed: [{ table: 'customer', column: 'birthday_enc' }],
}
