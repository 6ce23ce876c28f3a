import type { Domain } from '#server/platform/domain'
import { identityRoutes } from './identity.routes.ts'

export const identity: Domain = {
  level: 'people',
  routes: identityRoutes,
  sealed: [
    { table: 'identification', column: 'document_number_enc' },
    { table: 'identification', column: 'verified_birthday_enc' },
  ],
}
