import type { Domain } from '#server/platform/domain'
import { carrierLabelRoutes } from './carrier-label.routes.ts'

export const carrierLabel: Domain = {
  level: 'trade',
  routes: carrierLabelRoutes,
}
