import { type Decision, isPriced, isUnpriced, mayDecide } from '#contract/answer'
import type { AnswerTotals as Said } from '#contract/consent'

export interface AnswerItem {
  slug: string
  price: number | null
  itemStatus: number
}

/** The price is part of the choice: after a price change the customer decides again. */
export type Choices = Readonly<Record<string, { decision: Decision; price: number | null }>>

/** Items that still need a decision; those already on their way back do not. */
export const openItems = <Item extends AnswerItem>(items: readonly Item[]): Item[] =>
  items.filter(({ itemStatus }) => isPriced(itemStatus) || isUnpriced(itemStatus))

/** Items with a price start undecided; the others start with the wish given in the application. */
export function decisionOf(item: AnswerItem, choices: Choices, unpricedPolicy: string): Decision | undefined {
  const choice = Object.hasOwn(choices, item.slug) ? choices[item.slug] : undefined
  if (choice && choice.price === item.price && mayDecide(item.itemStatus, choice.decision))
    return choice.decision
  if (isPriced(item.itemStatus)) return undefined
  return unpricedPolicy === 'dispose' ? 'dispose' : 'return'
}

/** The return fee is charged once, however many items go back. */
export function totalsOf(
  items: readonly AnswerItem[],
  choices: Choices,
  policy: { unpricedPolicy: string; returnCost: number },
): AnswerTotals {
  const decided = openItems(items).map((item) => ({
    price: item.price ?? 0,
    decision: decisionOf(item, choices, policy.unpricedPolicy),
  }))
  const count = (decision: Decision | undefined) =>
    decided.filter((entry) => entry.decision === decision).length
  const back = count('return')
  return {
    sell: count('sell'),
    amount: decided.reduce((sum, entry) => sum + (entry.decision === 'sell' ? entry.price : 0), 0),
    back,
    disposed: count('dispose'),
    undecided: count(undefined),
    returnCost: back > 0 ? policy.returnCost : 0,
  }
}

export function decideAll(
  items: readonly AnswerItem[],
  choices: Choices,
  decision: 'sell' | 'return',
): Choices {
  const priced = openItems(items).filter(({ itemStatus }) => isPriced(itemStatus))
  return {
    ...choices,
    ...Object.fromEntries(priced.map((item) => [item.slug, { decision, price: item.price }])),
  }
}

export interface AnswerTotals extends Said {
  undecided: number
  returnCost: number
}
