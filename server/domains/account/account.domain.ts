import type { Domain } from '#server/platform/domain'
import { accountJobs } from './account.jobs.ts'
import { accountRoutes } from './account.routes.ts'

export const account: Domain = {
  level: 'ground',
  routes: accountRoutes,
  jobs: accountJobs,
}
