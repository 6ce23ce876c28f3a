import type { Domain } from '#server/platform/domain'
import { transferJobs } from './transfer.jobs.ts'
import { transferRoutes } from './transfer.routes.ts'

export const transfer: Domain = {
  level: 'money',
  routes: transferRoutes,
  jobs: transferJobs,
  sealed: [{ table: 'transfer', column: 'account_number_enc' }],
}
