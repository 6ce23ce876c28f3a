import type { Domain } from '#server/platform/domain'
import { productizationRoutes } from './productization.routes.ts'

export const productization: Domain = {
  level: 'goods',
  routes: productizationRoutes,
}
