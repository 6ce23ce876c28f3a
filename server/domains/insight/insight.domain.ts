import type { Domain } from '#server/platform/domain'
import { insightReplicaRoutes } from './insight.routes.ts'

export const insight: Domain = {
  level: 'top',
  replicaRoutes: insightReplicaRoutes,
}
