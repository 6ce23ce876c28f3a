import { identificationKind, labelOf } from '#contract/codes'
import type { companyCalls } from '#contract/company'
import type { customerCalls } from '#contract/customer'
import type { AskResult } from '#web/lib/ask.ts'
import type { ChipTone } from '#web/ui/status-chip.tsx'

type Customer = AskResult<typeof customerCalls.get>
type Shop = AskResult<typeof companyCalls.shop>

export type Dealer = {
  id: number
  name: string
  shops: string[]
  ekycStatus: number
  identificationKind: number
}

/** The dealers there is business with: each has the duty itself, and its shops share one check. */
export function dealersOf(
  customer: Pick<Customer, 'relatedShops'> | undefined,
  shops: readonly Pick<Shop, 'id' | 'name' | 'company'>[],
): Dealer[] {
  const dealers = new Map<number, Dealer>()
  for (const related of customer?.relatedShops ?? []) {
    const shop = shops.find(({ id }) => id === related.shop)
    const { identification } = related
    // A shop that is only kept in mind has nothing to check yet.
    const isOnlyFavorite = related.isFavorite && !related.hasTransactions && identification.ekycStatus === 0
    if (!shop || isOnlyFavorite) continue
    const known = dealers.get(shop.company.id)
    if (known) known.shops.push(shop.name)
    else dealers.set(shop.company.id, { ...identification, ...shop.company, shops: [shop.name] })
  }
  return [...dealers.values()]
}

/** Where a check stands, in words, and who acts next. */
export function stateOf(dealer: Pick<Dealer, 'ekycStatus' | 'identificationKind'>): {
  chip: string
  tone: ChipTone
  text: string
} {
  const { ekycStatus, identificationKind: kind } = dealer
  const paper = kind === 0 ? '' : `${labelOf(identificationKind, kind)}で`
  if (ekycStatus === 3) return { chip: '確認済み', tone: 'ok', text: `${paper}確認が終わっています。` }
  if (ekycStatus === 5)
    return {
      chip: 'もう一度必要です',
      tone: 'late',
      text: '確認を終えられませんでした。お店から、足りないものをご案内します。',
    }
  if (ekycStatus === 1 || ekycStatus === 2)
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
