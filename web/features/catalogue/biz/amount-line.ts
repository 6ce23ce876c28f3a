import type { buyingAmountCalls } from '#contract/buying-amount'
import type { AskResult } from '#web/lib/ask.ts'

export type AmountLine = AskResult<typeof buyingAmountCalls.list>['results'][number]

export const keyOfLine = ({ brand, category }: Pick<AmountLine, 'brand' | 'category'>): string =>
  `${brand}-${category}`
