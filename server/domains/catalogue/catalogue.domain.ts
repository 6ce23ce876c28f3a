import type { Domain } from '#server/platform/domain'
import { catalogueRoutes } from './catalogue.routes.ts'

export const catalogue: Domain = {
  level: 'ground',
  routes: catalogueRoutes,
}
