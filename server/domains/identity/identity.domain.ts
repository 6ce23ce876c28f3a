import type { Domain } from '#server/platform/domain'
import { identityJobs } from './identity.jobs.ts'
import { identityRoutes } from './identity.routes.ts'

export const identity: Domain = {
  level: 'people',
  routes: identityRoutes,
  jobs: identityJobs,
  sealed: [
    { table: 'identification', column: 'document_number_enc' },
    { table: 'identification', column: 'verified_birthday_enc' },
    { table: 'identity_check', column: 'url_enc' },
    { table: 'identity_check', column: 'result_enc' },
    { table: 'identity_capture', column: 'data_key_enc' },
  ],
}
