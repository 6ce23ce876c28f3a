import type { Domain } from '#server/platform/domain'
import { savedViewRoutes } from './saved-view.routes.ts'

export const savedView: Domain = {
  level: 'ground',
  routes: savedViewRoutes,
}
