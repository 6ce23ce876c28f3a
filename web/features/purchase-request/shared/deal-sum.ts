import { requestStatus as S } from '#contract/lifecycle'
import { formatYen } from '#contract/text'

interface Deal {
  status: number
  /** The assessed total. Null before publication. */
  offerTotal: number | null
  /** What was sold. Null before the customer's answer. */
  agreed: { count: number; total: number } | null
}

export interface DealSum {
  term: string
  /** Undefined when nothing was sold. */
  amount?: number
  note?: string
}

export function dealSumOf({ status, offerTotal, agreed }: Deal): DealSum | null {
  if (!agreed) return offerTotal === null ? null : { term: '査定額の合計', amount: offerTotal }
  const differs = offerTotal !== null && offerTotal !== agreed.total
  const note = differs ? { note: `査定額の合計は${formatYen(offerTotal)}でした。` } : {}
  if (agreed.count === 0) return offerTotal === null ? null : { term: '売却した品はありません', ...note }
  const term = status === S.ANSWERED ? 'お売りになる金額' : 'お売りいただいた金額'
  return { term: `${term}(${agreed.count}点)`, amount: agreed.total, ...note }
}
