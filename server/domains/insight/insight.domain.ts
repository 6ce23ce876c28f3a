import type { Domain } from '#server/platform/domain'
import { insightRoutes } from './insight.routes.ts'

export const insight: Domain = {
  level: 'top',
  routes: insightRoutes,
}
