import { foldSearch, normalizeDigits } from '#contract/text'

export interface Place {
  postal_code: string
  prefecture: string
  city: string
  address1: string
  address2: string
}

const hyphens = /[-ー−―‐‑‒–—－ｰ─]/g
const kanjiDigits = '〇一二三四五六七八九'

/** 十二 is 12, 二十 is 20. */
function kanjiNumber(text: string): string {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const value = (part: string, none: number) => (part === '' ? none : kanjiDigits.indexOf(part))
  if (!text.includes('十')) return [...text].map((char) => kanjiDigits.indexOf(char)).join('')
  return String(value(tens ?? '', 1) * 10 + value(ones ?? '', 0))
}

/** `１丁目２番３号`, `一丁目2-3` and `1-2-3` are one place. Only for comparing, never for showing. */
export function foldAddress(text: string): string {
  return foldSearch(text.replace(/[〇一二三四五六七八九十]+(?=丁目)/g, kanjiNumber))
    .replace(hyphens, '-')
    .replace(/(?<=\d)(丁目|番地ノ?|番|号室|号|ノ)(?=\d)/g, '-')
    .replace(/(?<=\d)(丁目|番地|番|号室|号)/g, '')
    .replace(/-+/g, '-')
    .replace(/-$/, '')
}

export function wholeAddress(place: Omit<Place, 'postal_code'>): string {
  return `${place.prefecture}${place.city}${place.address1}${place.address2}`
}

/**
 * Whether an address on a document is where the customer lives. Documents often leave out the prefecture of a
 * big city, and the house; what both name has to agree.
 */
export function isSamePlace(document: string, place: Omit<Place, 'postal_code'>): boolean {
  const given = foldAddress(document)
  const street = { ...place, address2: '' }
  const forms = [place, street, { ...place, prefecture: '' }, { ...street, prefecture: '' }]
  return given !== '' && forms.some((form) => foldAddress(wholeAddress(form)) === given)
}

/** Digits and the hyphens between them in half width; the letters stay as they were typed. */
export function tidyAddressLine(text: string): string {
  return normalizeDigits(text)
    .replace(/(?<=\d)\s*[-ー−―‐‑‒–—－ｰ─]\s*(?=\d)/g, '-')
    .replace(/\s+/gu, ' ')
    .trim()
}
