import { hyphens, normalizeDigits } from '#contract/text'

const betweenDigits = new RegExp(`(?<=\\d)\\s*${hyphens.source}\\s*(?=\\d)`, 'g')

export function tidyAddressLine(text: string): string {
  return normalizeDigits(text).replace(betweenDigits, '-').replace(/\s+/gu, ' ').trim()
}
