import type { Domain } from '#server/platform/domain'
import { storeLookJobs } from './store-look.jobs.ts'
import { storeLookRoutes } from './store-look.routes.ts'

export const storeLook: Domain = {
  level: 'ground',
  routes: storeLookRoutes,
  jobs: storeLookJobs,
}
