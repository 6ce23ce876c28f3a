import type { Domain } from '#server/platform/domain'
import { adTrackingJobs } from './ad-tracking.jobs.ts'
import { adTrackingRoutes } from './ad-tracking.routes.ts'

export const adTracking: Domain = {
  level: 'ground',
  routes: adTrackingRoutes,
  jobs: adTrackingJobs,
}
