import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '#server/domains/account/account.routes'
import { announcementRoutes } from '#server/domains/announcement/announcement.routes'
import { antiqueLedgerRoutes } from '#server/domains/antique-ledger/antique-ledger.routes'
import { assessmentRoutes } from '#server/domains/assessment/assessment.routes'
import { bankAccountRoutes } from '#server/domains/bank-account/bank-account.routes'
import { bookRoutes } from '#server/domains/book/book.routes'
import { catalogueRoutes } from '#server/domains/catalogue/catalogue.routes'
import { companyRoutes, companySetupRoutes } from '#server/domains/company/company.routes'
import { customerRoutes } from '#server/domains/customer/customer.routes'
import { dealRoutes } from '#server/domains/deal/deal.routes'
import { identityRoutes } from '#server/domains/identity/identity.routes'
import { itemRoutes } from '#server/domains/item/item.routes'
import { productizationRoutes } from '#server/domains/productization/productization.routes'
import { purchaseRequestRoutes } from '#server/domains/purchase-request/purchase-request.routes'
import { termsRoutes } from '#server/domains/terms/terms.routes'
import { transferRoutes } from '#server/domains/transfer/transfer.routes'
import type { Db } from '#server/platform/db'
import type { Routes } from '#server/platform/handle'
import type { Tools } from '#server/platform/tools'

const domains: Routes[] = [
  assessmentRoutes,
  dealRoutes,
  itemRoutes,
  productizationRoutes,
  purchaseRequestRoutes,
  accountRoutes,
  announcementRoutes,
  catalogueRoutes,
  companyRoutes,
  companySetupRoutes,
  termsRoutes,
  bankAccountRoutes,
  customerRoutes,
  identityRoutes,
  bookRoutes,
  transferRoutes,
  antiqueLedgerRoutes,
]

export function registerDomains(app: FastifyInstance, db: Db, tools: Tools): void {
  for (const routes of domains) routes(app, db, tools)
}
