import { type Decision, isPriced, isUnpriced, mayDecide } from '#contract/answer'
import type { ErrorCode } from '#contract/error'

export interface Decidable {
  id: number
  slug: string
  status: number
  price: number | null
  /** Recycled after an earlier answer, which is final. */
  disposed_at?: string | null
}

export interface Answer {
  decisions?: readonly { slug: string; decision: Decision }[] | undefined
  decision_all?: 'sell' | 'return' | undefined
}

export interface Resolved {
  sell: Decidable[]
  giveBack: Decidable[]
  dispose: Decidable[]
}

/** Priced items need a decision each (or `decision_all`); unpriced ones default to the application's policy. */
export function resolveAnswer(
  items: readonly Decidable[],
  answer: Answer,
  unpricedPolicy: 'return' | 'dispose',
): Resolved | ErrorCode {
  const open = items.filter(
    ({ status, disposed_at }) => (isPriced(status) || isUnpriced(status)) && !disposed_at,
  )
  const words = new Map<string, Decision>()
  for (const { slug, decision } of answer.decisions ?? []) {
    if (!open.some((item) => item.slug === slug)) return 'unknown_slug'
    // Two different decisions for one item are refused, so that the last one does not win by its position.
    if (words.has(slug) && words.get(slug) !== decision) return 'answer_incomplete'
    words.set(slug, decision)
  }
  const resolved: Resolved = { sell: [], giveBack: [], dispose: [] }
  for (const item of open) {
    const decision = decisionFor(item, words.get(item.slug), answer.decision_all, unpricedPolicy)
    if (decision === null) return 'answer_incomplete'
    if (decision === 'sell') resolved.sell.push(item)
    else if (decision === 'return') resolved.giveBack.push(item)
    else resolved.dispose.push(item)
  }
  return resolved
}

function decisionFor(
  item: Decidable,
  word: Decision | undefined,
  all: 'sell' | 'return' | undefined,
  unpricedPolicy: 'return' | 'dispose',
): Decision | null {
  const unpriced = all === 'return' ? 'return' : unpricedPolicy
  const decision = word ?? (isUnpriced(item.status) ? unpriced : all)
  return decision !== undefined && mayDecide(item.status, decision) ? decision : null
}

/** Whether the application's terms sell this total without another answer. */
export function autoAccepts(
  mode: 'review_each' | 'auto_accept_all' | 'auto_accept_from',
  least: number | null,
  total: number,
): boolean {
  return mode !== 'review_each' && least !== null && total >= least && total > 0
}

export const consentVersion = '2026-11'

export const consentIntro =
  'お選びいただいた品を、表示の金額で売却することに同意のうえ、お返事ください。本人確認が済みしだい契約が成立し、代金を残高に入れます。'
