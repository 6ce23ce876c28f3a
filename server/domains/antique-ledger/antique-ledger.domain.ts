import { sql } from 'kysely'
import type { Domain } from '#server/platform/domain'
import { antiqueLedgerJobs } from './antique-ledger.jobs.ts'
import { antiqueLedgerRoutes } from './antique-ledger.routes.ts'

export const antiqueLedger: Domain = {
  level: 'goods',
  routes: antiqueLedgerRoutes,
  jobs: antiqueLedgerJobs,
  sealed: [{ table: 'antique_ledger_person', column: 'document_enc', row: sql`encode(salt, 'hex')` }],
}
