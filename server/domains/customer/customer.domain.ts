import type { Domain } from '#server/platform/domain'
import { customerRoutes } from './customer.routes.ts'

export const customer: Domain = {
  level: 'people',
  routes: customerRoutes,
  sealed: [{ table: 'customer', column: 'birthday_enc' }],
}
