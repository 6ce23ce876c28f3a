import type { Domain } from '#server/platform/domain'
import { ownDataRoutes } from './own-data.routes.ts'

export const ownData: Domain = {
  level: 'top',
  routes: ownDataRoutes,
}
