import { ekyc, identificationKind, labelOf } from '#contract/codes'
import type { identityCalls } from '#contract/identity'
import type { Tone } from '#contract/lifecycle'
import type { AskResult } from '#web/lib/ask.ts'

export type Dealer = AskResult<typeof identityCalls.checks>[number]

export function stateOf(dealer: Pick<Dealer, 'ekycStatus' | 'verifiedWith'>): {
  chip: string
  tone: Tone
  text: string
} {
  const { ekycStatus, verifiedWith: kind } = dealer
  const paper = kind === 0 ? '' : `${labelOf(identificationKind, kind)}で`
  if (ekycStatus === ekyc.APPROVED)
    return { chip: '確認済み', tone: 'ok', text: `${paper}確認が終わっています。` }
  if (ekycStatus === ekyc.REFUSED)
    return {
      chip: 'もう一度必要です',
      tone: 'late',
      text: '確認を終えられませんでした。お店から、足りないものをご案内します。',
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
    text: 'まだ行っていません。売ることをお決めいただいたあと、お店からご案内します。',
  }
}
