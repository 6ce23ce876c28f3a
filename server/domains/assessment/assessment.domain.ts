import type { Domain } from '#server/platform/domain'
import { assessmentRoutes } from './assessment.routes.ts'

export const assessment: Domain = {
  level: 'trade',
  routes: assessmentRoutes,
}
