import { withoutSeparators } from './text.ts'

/**
 * box: `OKB-…`; item: 16 letters; item_number: `10050-3`; staff: `OKS-…` and place: `OKP-…` with check digit; parcel: 12
 * digits.
 */
export type CodeKind = 'box' | 'item' | 'item_number' | 'staff' | 'place' | 'parcel' | 'request' | 'unknown'

const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−ー―‐‑‒–—─]/g, '-')
    .trim()

const squeezed = (text: string): string => plainOf(text).replace(/[-\s]/g, '').toUpperCase()

/** Luhn: detects every single wrong digit and nearly all swapped neighbours. */
function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

function numberCode(start: 'OKS' | 'OKP', id: number): string {
  const digits = String(id).padStart(4, '0')
  return `${start}-${digits}${checkDigit(digits)}`
}

/** Returns undefined when the check digit is wrong. */
function numberOfCode(start: 'OKS' | 'OKP', text: string): number | undefined {
  const code = squeezed(text)
  const digits = code.startsWith(start) ? /^\d{5,13}$/.exec(code.slice(start.length))?.[0] : undefined
  if (!digits || checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return undefined
  return Number(digits.slice(0, -1))
}

export const staffCode = (id: number): string => numberCode('OKS', id)
export const staffOfCode = (text: string): number | undefined => numberOfCode('OKS', text)
export const placeCode = (id: number): string => numberCode('OKP', id)
export const placeOfCode = (text: string): number | undefined => numberOfCode('OKP', text)

/** With blanks, as a label prints it: two article numbers side by side may have twelve digits as well. */
const grouped = /^[a-d]?\d{4}[-\s]+\d{4}[-\s]+\d{4}[a-d]?$/i

/** Twelve digits of a carrier's label. Scanners may send Codabar (NW-7) start and stop letters A–D with them. */
function parcelDigits(text: string): string | undefined {
  if (/\s/.test(plainOf(text)) && !grouped.test(plainOf(text))) return undefined
  const digits = withoutSeparators(plainOf(text)).replace(/^([a-d])(\d{12})[a-d]$/i, '$2')
  return /^\d{12}$/.test(digits) ? digits : undefined
}

export function codeKind(text: string): CodeKind {
  const plain = plainOf(text)
  const close = squeezed(text)
  if (/^OKB[A-Z0-9]{12}$/.test(close)) return 'box'
  if (/^OKS\d+$/.test(close)) return 'staff'
  if (/^OKP\d+$/.test(close)) return 'place'
  if (/^\d{1,9}-\d{1,3}$/.test(plain)) return 'item_number'
  if (parcelDigits(text)) return 'parcel'
  if (/^\d{1,9}$/.test(plain.replaceAll('-', ''))) return 'request'
  return /^[a-hjkmnp-z2-9]{16}$/i.test(plain) ? 'item' : 'unknown'
}

export function tidyCode(text: string): string {
  const close = squeezed(text)
  switch (codeKind(text)) {
    case 'box':
    case 'staff':
    case 'place':
      return `${close.slice(0, 3)}-${close.slice(3)}`
    case 'item':
      return close.toLowerCase()
    case 'parcel':
      return parcelDigits(text) ?? close
    case 'request':
      return close
    default:
      return plainOf(text)
  }
}

export const isOwnCode = (text: string): boolean => ['box', 'item', 'staff', 'place'].includes(codeKind(text))
