import type { Domain } from '#server/platform/domain'
import { companyRoutes } from './company.routes.ts'

export const company: Domain = {
  level: 'ground',
  routes: companyRoutes,
}
