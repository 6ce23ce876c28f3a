import type { Domain } from '#server/platform/domain'
import { inspectionRoutes } from './inspection.routes.ts'

export const inspection: Domain = {
  level: 'ground',
  routes: inspectionRoutes,
}
