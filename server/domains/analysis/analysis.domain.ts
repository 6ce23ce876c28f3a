import type { Domain } from '#server/platform/domain'
import { analysisRoutes } from './analysis.routes.ts'

export const analysis: Domain = {
  level: 'trade',
  routes: analysisRoutes,
}
