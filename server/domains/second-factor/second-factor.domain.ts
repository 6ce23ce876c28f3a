import { sql } from 'kysely'
import type { Domain } from '#server/platform/domain'
import { secondFactorRoutes } from './second-factor.routes.ts'

export const secondFactor: Domain = {
  level: 'ground',
  routes: secondFactorRoutes,
  sealed: [{ table: 'totp_factor', column: 'secret_enc', row: sql`account_id::text` }],
}
