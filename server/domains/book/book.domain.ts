import type { Domain } from '#server/platform/domain'
import { bookJobs } from './book.jobs.ts'
import { bookRoutes } from './book.routes.ts'

export const book: Domain = {
  level: 'money',
  routes: bookRoutes,
  jobs: bookJobs,
}
