import type { AttributeShown } from '#contract/category-attribute'
import { itemStatus as I } from '#contract/lifecycle'
import { completenessOf, missingOf, type ProductFacts, productStage } from '#contract/product'
import { itemTransitions } from '#contract/status-move'
import { hasControlOrEmoji } from '#contract/text'

/** What staff may do with it now. */
export function productMoves(
  item: { status: number; is_held: boolean; is_sold: boolean },
  requestStatus: number,
  missing: readonly string[],
): { to: number; label: string }[] {
  if (item.is_held || item.is_sold) return []
  return itemTransitions
    .filter(
      ({ from, to, by, during }) =>
        from === item.status &&
        by === 'staff' &&
        during.includes(requestStatus) &&
        (to === I.PRODUCTIZING || (to === I.PRODUCTIZED && missing.length === 0)),
    )
    .map(({ to, label }) => ({ to, label }))
}

export function stateOf(facts: ProductFacts) {
  const missing = missingOf(facts)
  return { missing, stage: productStage(missing), completeness: completenessOf(facts) }
}

type Value = string | number | boolean
export type CheckedValue = { ok: true; value: Value | null } | { ok: false; message: string }

const mostNumber = 9_999_999.99

/** Blank takes the value off. */
export function checkValue(
  { value_type, choices, unit }: Pick<AttributeShown, 'value_type' | 'choices' | 'unit'>,
  given: string | number | boolean | null,
): CheckedValue {
  const value = typeof given === 'string' ? given.trim() : given
  if (value === null || value === '') return { ok: true, value: null }
  const bad = (message: string): CheckedValue => ({ ok: false, message })
  if (value_type === 'BOOLEAN')
    return typeof value === 'boolean' ? { ok: true, value } : bad('「ある」か「ない」で入力してください。')
  if (value_type === 'NUMBER') {
    if (typeof value !== 'number') return bad(`数値で入力してください${unit && `(${unit})`}。`)
    if (value < 0 || value > mostNumber) return bad(`0 から ${mostNumber} の数値を入力してください。`)
    // Of 1.005 the hundredfold is no whole number, as floating point has it.
    if (Number(value.toFixed(2)) !== value) return bad('小数点以下は2桁までで入力してください。')
    return { ok: true, value }
  }
  if (typeof value !== 'string') return bad('文字で入力してください。')
  if (hasControlOrEmoji(value)) return bad('絵文字などの使えない文字を取り除いてください。')
  if (choices.length > 0 && !choices.includes(value))
    return bad(`「${choices.join('」「')}」から選んでください。`)
  return { ok: true, value }
}
