import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '#server/domains/account/account.routes'
import { announcementRoutes } from '#server/domains/announcement/announcement.routes'
import { antiqueLedgerRoutes } from '#server/domains/antique-ledger/antique-ledger.routes'
import { bankAccountRoutes } from '#server/domains/bank-account/bank-account.routes'
import { bookRoutes } from '#server/domains/book/book.routes'
import { termsRoutes } from '#server/domains/terms/terms.routes'
import { transferRoutes } from '#server/domains/transfer/transfer.routes'
import type { Db } from '#server/platform/db'
import type { Routes } from '#server/platform/handle'
import type { Tools } from '#server/platform/tools'

const domains: Routes[] = [
  accountRoutes,
  announcementRoutes,
  termsRoutes,
  bankAccountRoutes,
  bookRoutes,
  transferRoutes,
  antiqueLedgerRoutes,
]

export function registerDomains(app: FastifyInstance, db: Db, tools: Tools): void {
  for (const routes of domains) routes(app, db, tools)
}
