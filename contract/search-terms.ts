// What people type or paste into a search: codes of any kind, or words.
import { codeKind, tidyCode } from './scan-code.ts'
import { normalizePhone, withoutSeparators } from './text.ts'

export type SearchCode =
  | { kind: 'box' | 'item' | 'parcel' | 'phone' | 'email'; value: string }
  /** The beginning of a mail address. */
  | { kind: 'email_start'; value: string }
  /** Letters and digits that are no code of ours: a parcel of a carrier without a check digit, a product number. */
  | { kind: 'other'; value: string }
  | { kind: 'request'; id: number }
  | { kind: 'item_number'; request: number; seq: number }

export type SearchTerms = { codes: readonly SearchCode[] } | { words: string }

/** More than this is a pasted column of a whole spreadsheet, not a search. */
const MOST_CODES = 100

function emailOf(text: string): SearchCode | undefined {
  const plain = text.normalize('NFKC').toLowerCase()
  const [name, host] = plain.split('@')
  if (!name || host === undefined || plain.split('@').length > 2) return undefined
  return { kind: /\.[a-z]{2,}$/.test(host) ? 'email' : 'email_start', value: plain }
}

function otherOf(text: string): SearchCode | undefined {
  const plain = tidyCode(text)
  return /^(?=.*\d)[A-Z0-9-]{6,30}$/i.test(plain) ? { kind: 'other', value: plain } : undefined
}

/** One code, or undefined for what is no code. */
function codeOf(text: string): SearchCode | undefined {
  const tidy = tidyCode(text)
  switch (codeKind(text)) {
    case 'box':
      return { kind: 'box', value: tidy }
    case 'item':
      return { kind: 'item', value: tidy }
    case 'parcel':
      return { kind: 'parcel', value: tidy }
    case 'request':
      return { kind: 'request', id: Number(tidy) }
    case 'item_number': {
      const [request, seq] = tidy.split('-')
      return { kind: 'item_number', request: Number(request), seq: Number(seq) }
    }
    default: {
      const phone = normalizePhone(text)
      return phone ? { kind: 'phone', value: phone } : (emailOf(text) ?? otherOf(text))
    }
  }
}

/** A number that is written with blanks in it, as on a label or a visiting card. */
function spacedOf(text: string): SearchCode | undefined {
  const phone = normalizePhone(text)
  if (phone) return { kind: 'phone', value: phone }
  const digits = withoutSeparators(text.normalize('NFKC'))
  // Also three numbers of requests, hence the check digit.
  const isParcel = /^\d{12}$/.test(digits) && Number(digits.slice(0, 11)) % 7 === Number(digits.slice(11))
  return isParcel ? { kind: 'parcel', value: digits } : undefined
}

/** Codes when all of it is codes, parted by blanks, commas or line ends; else words, such as a name. */
export function searchTerms(text: string): SearchTerms {
  const whole = spacedOf(text) ?? codeOf(text)
  if (whole) return { codes: [whole] }
  const tokens = text.split(/[\s,、，;]+/u).filter(Boolean)
  const codes = tokens.map(codeOf)
  if (codes.length === 0 || codes.length > MOST_CODES || codes.includes(undefined)) return { words: text }
  return { codes: codes as SearchCode[] }
}
