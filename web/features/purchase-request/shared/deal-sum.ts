import { requestStatus as S } from '#contract/codes'
import { formatYen } from '#contract/text'

interface Deal {
  status: number
  /** What was assessed; null before a result is out. */
  offerTotal: number | null
  /** What was sold of it; null before an answer. */
  agreed: { count: number; total: number } | null
}

export interface DealSum {
  term: string
  /** Left out where nothing was sold. */
  amount?: number
  /** What was assessed, where that is another figure. */
  note?: string
}

/** The one figure of a request: what was assessed while it is being decided, what was sold from then on. */
export function dealSumOf({ status, offerTotal, agreed }: Deal): DealSum | null {
  if (!agreed) return offerTotal === null ? null : { term: '査定額の合計', amount: offerTotal }
  const differs = offerTotal !== null && offerTotal !== agreed.total
  const note = differs ? { note: `査定額の合計は${formatYen(offerTotal)}でした。` } : {}
  if (agreed.count === 0) return offerTotal === null ? null : { term: '売却した品はありません', ...note }
  const term = status === S.ANSWERED ? 'お売りになる金額' : 'お売りいただいた金額'
  return { term: `${term}(${agreed.count}点)`, amount: agreed.total, ...note }
}
