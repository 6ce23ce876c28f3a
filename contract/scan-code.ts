// Codes on our labels and on parcels: what a text is by its looks, and the form it is stored in. Browser and server
// must agree on both.
import { withoutSeparators } from './text.ts'

/**
 * - box: `OKB-` and twelve letters or digits, on the box.
 * - item: the sixteen letters of an item's label.
 * - item_number: request and sequence as printed beside it, `10050-3`.
 * - staff: `OKS-`, the person's number and a check digit, on a badge.
 * - parcel: a carrier's twelve digits.
 * - request: the number of a request.
 */
export type CodeKind = 'box' | 'item' | 'item_number' | 'staff' | 'parcel' | 'request' | 'unknown'

/** Half width, plain hyphens, nothing around it. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[−ー―‐‑‒–—─]/g, '-')
    .trim()

const squeezed = (text: string): string => plainOf(text).replace(/[-\s]/g, '').toUpperCase()

/** Luhn: finds every single wrong digit and nearly all neighbours that changed places. */
function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** What a person's badge says. */
export function staffCode(id: number): string {
  const digits = String(id).padStart(4, '0')
  return `OKS-${digits}${checkDigit(digits)}`
}

/** The person a badge belongs to; undefined when the check digit is wrong. */
export function staffOfCode(text: string): number | undefined {
  const digits = /^OKS(\d{5,13})$/.exec(squeezed(text))?.[1]
  if (!digits || checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return undefined
  return Number(digits.slice(0, -1))
}

/**
 * The twelve digits of a carrier's label. Labels with Codabar (NW-7) bars begin and end with one of the letters A to
 * D, which many scanners send too.
 */
function parcelDigits(text: string): string | undefined {
  const digits = withoutSeparators(plainOf(text)).replace(/^([a-d])(\d{12})[a-d]$/i, '$2')
  return /^\d{12}$/.test(digits) ? digits : undefined
}

/** What a code is by its looks, before anybody is asked. */
export function codeKind(text: string): CodeKind {
  const plain = plainOf(text)
  const close = squeezed(text)
  if (/^OKB[A-Z0-9]{12}$/.test(close)) return 'box'
  if (/^OKS\d+$/.test(close)) return 'staff'
  if (parcelDigits(text)) return 'parcel'
  if (/^\d{1,9}-\d{1,3}$/.test(plain)) return 'item_number'
  if (/^\d{1,9}$/.test(close)) return 'request'
  return /^[a-hjkmnp-z2-9]{16}$/i.test(plain) ? 'item' : 'unknown'
}

/** The code as it is stored and asked for. */
export function tidyCode(text: string): string {
  const close = squeezed(text)
  switch (codeKind(text)) {
    case 'box':
    case 'staff':
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

/** Whether it is one of the codes we print for scanners, which nobody types into a field as a text. */
export const isOwnCode = (text: string): boolean => ['box', 'item', 'staff'].includes(codeKind(text))
