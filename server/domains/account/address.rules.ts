import { foldAddress, foldPlace, type PlaceLines } from '#contract/address'
import { hyphens, normalizeDigits } from '#contract/text'

export interface Place extends PlaceLines {
  postal_code: string
}

/**
 * Whether an address on a document is where the customer lives. Documents often leave out the prefecture of a
 * big city, and the house; what both name has to agree.
 */
export function isSamePlace(document: string, place: PlaceLines): boolean {
  const given = foldAddress(document)
  const street = { ...place, address2: '' }
  const forms = [place, street, { ...place, prefecture: '' }, { ...street, prefecture: '' }]
  return given !== '' && forms.some((form) => foldPlace(form) === given)
}

const betweenDigits = new RegExp(`(?<=\\d)\\s*${hyphens.source}\\s*(?=\\d)`, 'g')

/** Digits and the hyphens between them in half width; the letters stay as they were typed. */
export function tidyAddressLine(text: string): string {
  return normalizeDigits(text).replace(betweenDigits, '-').replace(/\s+/gu, ' ').trim()
}
