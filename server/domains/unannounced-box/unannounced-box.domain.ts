import type { Domain } from '#server/platform/domain'
import { unannouncedBoxJobs } from './unannounced-box.jobs.ts'
import { unannouncedBoxRoutes } from './unannounced-box.routes.ts'

export const unannouncedBox: Domain = {
  level: 'ground',
  routes: unannouncedBoxRoutes,
  jobs: unannouncedBoxJobs,
}
