import type { Domain } from '#server/platform/domain'
import { activityReplicaRoutes, activityRoutes } from './activity.routes.ts'

export const activity: Domain = {
  level: 'ground',
  routes: activityRoutes,
  replicaRoutes: activityReplicaRoutes,
}
