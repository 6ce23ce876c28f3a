import type { companyCalls } from '#contract/company'
import type { AskResult } from '#web/lib/ask.ts'

type Assessor = AskResult<typeof companyCalls.assessors>[number]

/** Whether a colleague may see the requests of a shop. */
export const seesShop =
  (shop: number) =>
  ({ shops }: Pick<Assessor, 'shops'>): boolean =>
    shops.length === 0 || shops.includes(shop)
