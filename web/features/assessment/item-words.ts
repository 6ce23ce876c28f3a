import { formatYen } from '#contract/text'
import type { AssessedItem } from './shared/assessment-types.ts'

export const itemName = ({ name, categoryName, seq }: Pick<AssessedItem, 'name' | 'categoryName' | 'seq'>) =>
  name || categoryName || `${seq}点目`

/** With its brand, as in a list. */
export const itemTitle = (item: Pick<AssessedItem, 'brandName' | 'name' | 'categoryName' | 'seq'>): string =>
  `${item.brandName} ${itemName(item)}`.trim()

type Line = Pick<AssessedItem['deductions'][number], 'label' | 'place'>

export const deductionName = ({ label, place }: Line): string =>
  place && !label.includes(place) ? `${place}の${label}` : label

export const priceText = (price: number | null): string => (price === null ? '値段なし' : formatYen(price))
