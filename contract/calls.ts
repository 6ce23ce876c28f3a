import { accountCalls } from './account.ts'
import { adTrackingCalls } from './ad-tracking.ts'
import { analysisCalls } from './analysis.ts'
import { announcementCalls } from './announcement.ts'
import { antiqueLedgerCalls } from './antique-ledger.ts'
import { assessmentCalls } from './assessment.ts'
import { bankAccountCalls } from './bank-account.ts'
import { bookCalls } from './book.ts'
import type { AnyCall } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { companyCalls } from './company.ts'
import { customerCalls } from './customer.ts'
import { identityCalls } from './identity.ts'
import { itemCalls } from './item.ts'
import { nextEngineCalls } from './next-engine.ts'
import { preAssessmentCalls } from './pre-assessment.ts'
import { productizationCalls } from './productization.ts'
import { purchaseRequestCalls } from './purchase-request.ts'
import { setupCalls } from './setup.ts'
import { termsCalls } from './terms.ts'
import { transferCalls } from './transfer.ts'

/**
 * Every call by domain. The server's catch-all for calls not built yet, the OpenAPI document and the walking
 * test read this; the browser never imports it.
 */
export const calls = {
  account: accountCalls,
  adTracking: adTrackingCalls,
  analysis: analysisCalls,
  announcement: announcementCalls,
  antiqueLedger: antiqueLedgerCalls,
  assessment: assessmentCalls,
  bankAccount: bankAccountCalls,
  book: bookCalls,
  catalogue: catalogueCalls,
  company: companyCalls,
  customer: customerCalls,
  identity: identityCalls,
  item: itemCalls,
  nextEngine: nextEngineCalls,
  preAssessment: preAssessmentCalls,
  productization: productizationCalls,
  purchaseRequest: purchaseRequestCalls,
  setup: setupCalls,
  terms: termsCalls,
  transfer: transferCalls,
} satisfies Record<string, Record<string, AnyCall>>

/** All calls in one list, with `domain.name`. */
export const allCalls: { name: string; call: AnyCall }[] = Object.entries(calls).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, AnyCall>).map(([name, call]) => ({
    name: `${domain}.${name}`,
    call,
  })),
)
