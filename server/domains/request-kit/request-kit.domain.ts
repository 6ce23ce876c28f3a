import type { Domain } from '#server/platform/domain'
import { requestKitRoutes } from './request-kit.routes.ts'

export const requestKit: Domain = {
  level: 'trade',
  routes: requestKitRoutes,
}
