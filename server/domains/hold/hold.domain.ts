import type { Domain } from '#server/platform/domain'
import { holdRoutes } from './hold.routes.ts'

export const hold: Domain = {
  level: 'ground',
  routes: holdRoutes,
}
