import type { Domain } from '#server/platform/domain'
import { notificationJobs } from './notification.jobs.ts'
import { notificationRoutes } from './notification.routes.ts'

export const notification: Domain = {
  level: 'top',
  routes: notificationRoutes,
  jobs: notificationJobs,
}
