import { accessories, authenticity, careNeeded, itemGender, labelOf, salesChannel } from '#contract/codes'
import { itemStatusLabel } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import type { Patch, WritableField } from './bench-types.ts'

const sets: Partial<Record<WritableField, Readonly<Record<string | number, string>>>> = {
  status: itemStatusLabel,
  gender: itemGender,
  authenticity,
  accessories,
  careNeeded,
  salesChannel,
}

export function valueText(field: WritableField, patch: Patch): string {
  const set = sets[field]
  if (set) return labelOf(set, patch[field] as number | null)
  if (field === 'brand') return patch.brandName || '—'
  if (field === 'category') return patch.categoryName || '—'
  if (field === 'priceReasonPhoto') return patch.priceReasonPhoto ? '選んだ写真' : 'なし'
  if (field === 'basePrice') return typeof patch.basePrice === 'number' ? formatYen(patch.basePrice) : '—'
  if (field === 'deductions') {
    const lines = (patch.deductions ?? []).map(({ label, place, amount }) =>
      [label, place, formatYen(-amount)].filter(Boolean).join(' '),
    )
    return lines.join('、') || 'なし'
  }
  return String(patch[field] || '—')
}
