import type { Domain } from '#server/platform/domain'
import { notificationJobs } from './notification.jobs.ts'

export const notification: Domain = {
  level: 'top',
  jobs: notificationJobs,
}
