import { ekyc, identificationKind, labelOf } from '#contract/codes'
import type { identityCalls } from '#contract/identity'
import type { Tone } from '#contract/lifecycle'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'

export type Dealer = AskResult<typeof identityCalls.checks>[number]

type Known = Pick<Dealer, 'ekycStatus' | 'verifiedWith' | 'session' | 'reviewBy'>

const otherPaper = 9

export function stateOf(dealer: Known): { chip: string; tone: Tone; text: string } {
  const { ekycStatus, verifiedWith: kind, session, reviewBy } = dealer
  const paper = kind === 0 ? '' : `${kind === otherPaper ? '書類' : labelOf(identificationKind, kind)}で`
  if (ekycStatus === ekyc.APPROVED)
    return { chip: '確認済み', tone: 'ok', text: `${paper}確認が終わっています。` }
  if (ekycStatus === ekyc.REFUSED)
    return {
      chip: 'もう一度必要です',
      tone: 'late',
      text: 'もう一度お願いしたいことがあります。理由をご覧になり、その手順だけやり直してください。',
    }
  if (session !== null && ekycStatus === ekyc.STARTED)
    return { chip: '途中です', tone: 'wait', text: '途中まで済んでいます。続きからお進みください。' }
  if (reviewBy !== null)
    return {
      chip: '確認中',
      tone: 'wait',
      text: `${shortDateTime(reviewBy)}までに確認し、結果をお知らせします。お客さまのお手続きはありません。`,
    }
  if (ekycStatus === ekyc.STARTED || ekycStatus === ekyc.IN_REVIEW)
    return {
      chip: '確認中',
      tone: 'wait',
      text: 'お店が確認を進めています。足りないものがあれば、お店からご連絡します。',
    }
  return {
    chip: 'これから',
    tone: 'gray',
    text: '箱を送る前に済ませると、お返事のあと、そのまま契約に進みます。',
  }
}

interface Next {
  text: string
  /** Whether the customer has something to do. */
  next: boolean
  session: number | null
  shop: number | undefined
}

/** Null when every dealer has its check. */
export function nextWords(dealers: readonly (Known & Pick<Dealer, 'shopIds'>)[]): Next | null {
  const left = dealers.filter(({ ekycStatus }) => ekycStatus !== ekyc.APPROVED)
  const [first] = left
  if (!first) return null
  const session = left.find((dealer) => dealer.session !== null)?.session ?? null
  // One dealer is named, in case its request is over; several are those of open requests.
  const shop = left.length === 1 ? first.shopIds[0] : undefined
  const at = (status: number) => left.some(({ ekycStatus }) => ekycStatus === status)
  if (at(ekyc.REFUSED)) return { text: '理由を見て、やり直す', next: true, session, shop }
  if (session !== null && left.every(({ reviewBy }) => reviewBy !== null))
    return { text: '提出した内容と、これからのこと', next: false, session, shop }
  return { text: session === null ? '本人確認を始める' : '本人確認を続ける', next: true, session, shop }
}
