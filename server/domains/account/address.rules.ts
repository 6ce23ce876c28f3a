import type { PlaceLines } from '#contract/address'
import { hyphens, normalizeDigits } from '#contract/text'

export interface Place extends PlaceLines {
  postal_code: string
}

const betweenDigits = new RegExp(`(?<=\\d)\\s*${hyphens.source}\\s*(?=\\d)`, 'g')

export function tidyAddressLine(text: string): string {
  return normalizeDigits(text).replace(betweenDigits, '-').replace(/\s+/gu, ' ').trim()
}
