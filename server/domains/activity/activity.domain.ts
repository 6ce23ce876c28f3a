import type { Domain } from '#server/platform/domain'
import { activityRoutes } from './activity.routes.ts'

export const activity: Domain = {
  level: 'ground',
  routes: activityRoutes,
}
