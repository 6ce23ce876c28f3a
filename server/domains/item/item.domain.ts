import type { Domain } from '#server/platform/domain'
import { itemRoutes } from './item.routes.ts'

export const item: Domain = {
  level: 'trade',
  routes: itemRoutes,
}
