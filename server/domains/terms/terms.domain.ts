import type { Domain } from '#server/platform/domain'
import { termsRoutes } from './terms.routes.ts'

export const terms: Domain = {
  level: 'ground',
  routes: termsRoutes,
}
