import type { Domain } from '#server/platform/domain'
import { stolenNoticeJobs } from './stolen-notice.jobs.ts'
import { stolenNoticeRoutes } from './stolen-notice.routes.ts'

export const stolenNotice: Domain = {
  level: 'trade',
  routes: stolenNoticeRoutes,
  jobs: stolenNoticeJobs,
}
