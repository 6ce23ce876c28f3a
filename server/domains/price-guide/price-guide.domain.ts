import type { Domain } from '#server/platform/domain'
import { priceGuideJobs } from './price-guide.jobs.ts'
import { priceGuideRoutes } from './price-guide.routes.ts'

export const priceGuide: Domain = {
  level: 'goods',
  routes: priceGuideRoutes,
  jobs: priceGuideJobs,
}
