import { itemStatus as I } from '#contract/lifecycle'
import { fieldErrors } from '#web/lib/errors.ts'
import type { FormErrors } from './bench-form.tsx'
import type { missingOf } from './bench-price.ts'
import type { Item } from './bench-types.ts'

const missingWords = {
  category: 'カテゴリを選んでください',
  grade: 'グレードを選んでください',
  basePrice: '1円以上の基準額を入力してください',
  deductions: '減額の合計が基準額を超えています',
} as const

export function errorsOf(
  item: Item,
  missing: ReturnType<typeof missingOf>,
  problem: { kind: string; error?: unknown } | undefined,
): FormErrors {
  const said = problem?.kind === 'refused' ? fieldErrors(problem.error) : {}
  return {
    ...Object.fromEntries(Object.entries(said).map(([field, messages]) => [field, messages.join(' ')])),
    ...(item.status === I.NOT_BUYABLE
      ? {}
      : Object.fromEntries(missing.map((field) => [field, missingWords[field]]))),
  }
}
