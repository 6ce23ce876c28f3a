import { codeKind, tidyCode } from './scan-code.ts'
import { normalizePhone } from './text.ts'

export type SearchCode =
  | { kind: 'box' | 'item' | 'parcel' | 'phone' | 'email'; value: string }
  | { kind: 'email_start'; value: string }
  /** Not one of our codes: a parcel number without a check digit, a product number. */
  | { kind: 'other'; value: string }
  | { kind: 'request'; id: number }
  | { kind: 'item_number'; request: number; seq: number }

export type SearchTerms = { codes: readonly SearchCode[] } | { words: string }

/** More is a pasted spreadsheet column, not a search. */
export const mostCodes = 100

const separators = /[\s,、，;；]+/u
const tokensOf = (text: string): string[] => text.split(separators).filter(Boolean)

function emailOf(text: string): SearchCode | undefined {
  if (separators.test(text)) return undefined
  const plain = text.normalize('NFKC').toLowerCase()
  const [name, host] = plain.split('@')
  if (!name || host === undefined || plain.split('@').length > 2) return undefined
  return { kind: /\.[a-z]{2,}$/.test(host) ? 'email' : 'email_start', value: plain }
}

function otherOf(text: string): SearchCode | undefined {
  const plain = tidyCode(text)
  return /^(?=.*\d)[A-Z0-9-]{6,30}$/i.test(plain) ? { kind: 'other', value: plain } : undefined
}

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

/** A number with spaces in it, as on a label or business card. */
function spacedOf(text: string): SearchCode | undefined {
  const phone = normalizePhone(text)
  if (phone) return { kind: 'phone', value: phone }
  const kind = codeKind(text)
  return kind === 'box' || kind === 'parcel' ? { kind, value: tidyCode(text) } : undefined
}

export const severalCodes = (text: string): boolean => {
  const terms = searchTerms(text)
  return 'codes' in terms && terms.codes.length > 1
}

/** How many codes a text holds that are too many for one search; 0 where they are not, or where it is words. */
export function codesBeyond(text: string): number {
  const tokens = tokensOf(text)
  return tokens.length > mostCodes && tokens.every(codeOf) ? tokens.length : 0
}

/** As people write it, and as `code-search` names what it found. */
export function textOfCode(code: SearchCode): string {
  if (code.kind === 'request') return String(code.id)
  if (code.kind === 'item_number') return `${code.request}-${code.seq}`
  return code.kind === 'other' ? code.value.toUpperCase() : code.value
}

/** Codes if the whole text is codes separated by blanks, commas or line breaks; otherwise words. */
export function searchTerms(text: string): SearchTerms {
  const tokens = tokensOf(text)
  const whole = tokens.length > 1 ? spacedOf(text) : codeOf(text)
  if (whole) return { codes: [whole] }
  const codes = tokens.map(codeOf)
  if (codes.length === 0 || codes.length > mostCodes || codes.includes(undefined)) return { words: text }
  return { codes: codes as SearchCode[] }
}
