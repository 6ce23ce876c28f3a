import type { ParcelKind, ReadReference } from '#contract/carrier-label'
import { requestStatus as S } from '#contract/lifecycle'
import type { IssuedResult } from '#contract/tracking-import'

export interface IssuedNumber {
  line: number
  reference: ReadReference
  number: string
}

/** What a reference means: a return, a kit, or a box of a pickup. */
export interface IssuedTarget {
  kind: ParcelKind
  request: number
  box: number | null
  status: number
  /** Null where the carrier is free to choose. */
  carrier: string | null
  number: string
  /** Whether it can still get a number. */
  is_open: boolean
  is_kit_sent: boolean
  is_arranged: boolean
}

export interface IssuedVerdict {
  line: number
  result: IssuedResult
  request: number | null
  box: number | null
}

const keyOf = ({ kind, request, box }: ReadReference): string => `${kind}-${request}-${box ?? ''}`

/** `taken`: numbers of other parcels, as `number` → keys of their references. */
export function judgeNumbers(
  targets: readonly IssuedTarget[],
  numbers: readonly IssuedNumber[],
  carrier: string,
  isTaken: (number: string, of: ReadReference) => boolean,
): IssuedVerdict[] {
  const byKey = new Map(targets.map((target) => [keyOf(target), target]))
  const numbersOf = new Map<string, Set<string>>()
  const keysOf = new Map<string, Set<string>>()
  for (const { reference, number } of numbers) {
    const key = keyOf(reference)
    numbersOf.set(key, (numbersOf.get(key) ?? new Set()).add(number))
    keysOf.set(number, (keysOf.get(number) ?? new Set()).add(key))
  }
  const done = new Set<string>()
  return numbers.map(({ line, reference, number }) => {
    const key = keyOf(reference)
    const target = byKey.get(key)
    if (!target) return { line, result: 'unknown_reference', request: null, box: null }
    const found = { line, request: target.request, box: target.box }
    if ((numbersOf.get(key)?.size ?? 0) > 1) return { ...found, result: 'doubled' }
    const result = resultFor(target, number, carrier)
    if (result === 'known' || done.has(key)) return { ...found, result: 'known' }
    const isNew = result !== 'other_number' && result !== 'closed' && result !== 'other_carrier'
    if (isNew && ((keysOf.get(number)?.size ?? 0) > 1 || isTaken(number, reference)))
      return { ...found, result: 'number_used' }
    done.add(key)
    return { ...found, result }
  })
}

function resultFor(target: IssuedTarget, number: string, carrier: string): IssuedResult {
  const { kind, status, is_open } = target
  const isSame = target.number === number
  const isUnbooked = kind === 'pickup' && status === S.APPLIED
  if (isSame && !isUnbooked) return 'known'
  if (!is_open) return 'closed'
  if (target.carrier !== null && target.carrier !== carrier) return 'other_carrier'
  if (target.number !== '' && !isSame) return 'other_number'
  if (kind === 'return') return 'return_numbered'
  if (kind === 'kit') return target.is_kit_sent ? 'kit_numbered' : 'kit_sent'
  if (!isUnbooked) return 'pickup_numbered'
  return target.is_arranged ? 'pickup_booked' : 'not_arranged'
}
