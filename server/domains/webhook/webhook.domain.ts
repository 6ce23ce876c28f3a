import type { Domain } from '#server/platform/domain'
import { webhookJobs } from './webhook.jobs.ts'
import { webhookRoutes } from './webhook.routes.ts'

export const webhook: Domain = {
  level: 'ground',
  routes: webhookRoutes,
  jobs: webhookJobs,
  sealed: [
    { table: 'webhook_endpoint', column: 'secret_enc' },
    { table: 'webhook_endpoint', column: 'previous_secret_enc' },
  ],
}
