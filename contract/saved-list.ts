import type * as z from 'zod'
import { antiqueLedgerCalls } from './antique-ledger.ts'
import { bookCalls } from './book.ts'
import { brandMasterCalls } from './brand-master.ts'
import { businessUserCalls } from './business-user.ts'
import { buyingAmountCalls } from './buying-amount.ts'
import { campaignMasterCalls } from './campaign-master.ts'
import { categoryAttributeCalls } from './category-attribute.ts'
import { categoryMasterCalls } from './category-master.ts'
import { commentTemplateCalls } from './comment-template.ts'
import { customerCalls } from './customer.ts'
import { changing, paged, query, windowed } from './field.ts'
import { itemCalls } from './item.ts'
import type { Permission } from './permission.ts'
import { preAssessmentCalls } from './pre-assessment.ts'
import { productizationCalls } from './productization.ts'
import { purchaseRequestCalls } from './purchase-request.ts'
import { saleCalls } from './sale.ts'
import type { SavedList } from './saved-view.ts'
import { setupCalls } from './setup.ts'
import { transferCalls } from './transfer.ts'

interface Kept {
  may: Permission
  parameters: Readonly<Record<string, z.ZodType>>
}

/** `more`: parameters of the page itself, such as the tab that a list is on. */
function kept({ may, query }: { may: Permission; query: z.ZodObject }, more: Kept['parameters'] = {}): Kept {
  const places = { ...paged, ...windowed, ...changing }
  const filters = Object.entries(query.shape).filter(([name]) => !Object.hasOwn(places, name))
  return { may, parameters: { ...(Object.fromEntries(filters) as Kept['parameters']), ...more } }
}

/** What a view of each list may hold. */
export const savedLists: Readonly<Record<SavedList, Kept>> = {
  requests: kept(purchaseRequestCalls.bizList),
  items: kept(itemCalls.bizList),
  sales: kept(saleCalls.list),
  customers: kept(customerCalls.shopCustomers, { shop: query.int }),
  ledger: kept(antiqueLedgerCalls.list),
  users: kept(businessUserCalls.list),
  brands: kept(brandMasterCalls.list),
  categories: kept(categoryMasterCalls.list),
  'category-attributes': kept(categoryAttributeCalls.list),
  products: kept(productizationCalls.list),
  'pre-assessments': kept(preAssessmentCalls.assessments),
  amounts: kept(buyingAmountCalls.list),
  campaigns: kept(campaignMasterCalls.list),
  'comment-templates': kept(commentTemplateCalls.list),
  announcements: kept(setupCalls.announcements),
  companies: kept(setupCalls.companies),
  entries: kept(bookCalls.entries, { view: query.choice(['entries']) }),
  'payout-batches': kept(transferCalls.batches),
}

/** Only what the list reads: a view neither breaks its page nor brings anything else to it. */
export function readableSearch(list: SavedList, search: string): string {
  const { parameters } = savedLists[list]
  const kept = [...new Map(new URLSearchParams(search))]
    .filter(([name, value]) => {
      const schema = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      return value !== '' && schema?.safeParse(value).success === true
    })
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(kept).toString()
}
