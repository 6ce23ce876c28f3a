import type { Domain } from '#server/platform/domain'
import { saleRoutes } from './sale.routes.ts'

export const sale: Domain = {
  level: 'goods',
  routes: saleRoutes,
}
