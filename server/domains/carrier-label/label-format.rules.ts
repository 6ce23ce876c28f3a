import type { LabelCarrier, LabelField, LabelProblem, ParcelKind } from '#contract/carrier-label'
import { normalizePhone, normalizePostalCode } from '#contract/text'
import { printable, startsFormula, tidy, toHalfKana, unprintable } from './label-text.rules.ts'

export interface LabelSide {
  name: string
  kana: string
  postal_code: string
  address: string
  building: string
  phone: string
}
export type LabelPart = keyof LabelSide

export interface Parcel {
  kind: ParcelKind
  /** お客様管理番号, by which the issued number finds its parcel. */
  reference: string
  request: number
  customer_name: string
  to: LabelSide
  from: LabelSide
  /** 着払い: the receiver pays. */
  isCollect: boolean
  goods: string
  /** Printed below the goods. */
  note: string
  shipOn: string
}

/** Add a format by a file of its own and an entry in `label-format-list.rules.ts`. */
export interface LabelFormat {
  carrier: LabelCarrier
  /** Prefix of the file name. */
  name: string
  header: readonly string[]
  cells: (parcel: Parcel) => string[]
  /** Parts that do not fit; the note about their length is `limits`. */
  overlong: (side: LabelSide, which: 'to' | 'from') => LabelPart[]
}

export interface FieldProblem {
  field: LabelField
  problem: LabelProblem
  text: string
  characters: string[]
  suggestion: string
}

const parts: readonly LabelPart[] = ['name', 'kana', 'postal_code', 'address', 'building', 'phone']
const optional: readonly LabelPart[] = ['kana', 'building']

const isShaped: Partial<Record<LabelPart, (text: string) => boolean>> = {
  kana: (text) => toHalfKana(text) !== null,
  postal_code: (text) => normalizePostalCode(text) !== null,
  phone: (text) => normalizePhone(text) !== null,
}

function problemOfPart(part: LabelPart, text: string): Pick<FieldProblem, 'problem' | 'characters'> | null {
  const told = (problem: LabelProblem, characters: string[] = []) => ({ problem, characters })
  if (text === '') return optional.includes(part) ? null : told('missing')
  const missing = unprintable(text)
  if (missing.length > 0) return told('characters', missing)
  if (isShaped[part]?.(text) === false) return told('format')
  return startsFormula(text) ? told('formula') : null
}

/** One problem for each field, the first that has to be solved. */
export function problemsOfParcel(parcel: Parcel, format: LabelFormat): FieldProblem[] {
  return (['to', 'from'] as const).flatMap((which) => {
    const side = parcel[which]
    const found = parts.flatMap((part): FieldProblem[] => {
      const problem = problemOfPart(part, side[part])
      if (!problem) return []
      const suggestion = problem.problem === 'characters' ? suggested(part, side[part]) : ''
      return [{ field: `${which}_${part}`, text: side[part], suggestion, ...problem }]
    })
    const fields = new Set(found.map(({ field }) => field))
    const overlong = format
      .overlong(side, which)
      .filter((part) => !fields.has(`${which}_${part}`))
      .map((part): FieldProblem => {
        const field = `${which}_${part}` as const
        return { field, problem: 'too_long', text: side[part], characters: [], suggestion: '' }
      })
    return [...found, ...overlong]
  })
}

/** Only what needs no further change. */
function suggested(part: LabelPart, text: string): string {
  const other = printable(text)
  return problemOfPart(part, other) === null ? other : ''
}

export const tidySide = (side: LabelSide): LabelSide =>
  Object.fromEntries(parts.map((part) => [part, tidy(side[part])])) as unknown as LabelSide

export function withText(parcel: Parcel, field: LabelField, text: string): Parcel {
  const which = field.startsWith('to_') ? 'to' : 'from'
  const part = field.slice(which.length + 1) as LabelPart
  return { ...parcel, [which]: { ...parcel[which], [part]: tidy(text) } }
}
