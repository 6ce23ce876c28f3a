import type { Domain } from '#server/platform/domain'
import { trackingImportRoutes } from './tracking-import.routes.ts'

export const trackingImport: Domain = {
  level: 'trade',
  routes: trackingImportRoutes,
}
