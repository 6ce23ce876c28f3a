import type { Domain } from '#server/platform/domain'
import { saleReplicaRoutes, saleRoutes } from './sale.routes.ts'

export const sale: Domain = {
  level: 'goods',
  routes: saleRoutes,
  replicaRoutes: saleReplicaRoutes,
}
