import type { Domain } from '#server/platform/domain'
import { custodyRoutes } from './custody.routes.ts'

export const custody: Domain = {
  level: 'ground',
  routes: custodyRoutes,
}
