import { foldSearch } from '#contract/text'
import { containing } from '#server/platform/like'

/** The long vowel mark of kana counts as a letter. */
const punctuation = /[-‐‑‒–—−'’‘`´"“”.・･·&,!#*()/]/g
const vFollowed: Readonly<Record<string, string>> = {
  ヴァ: 'バ',
  ヴィ: 'ビ',
  ヴェ: 'ベ',
  ヴォ: 'ボ',
  ヴ: 'ブ',
}

/** Folds accents, punctuation and both spellings of V. A text of only punctuation stays: empty would match all. */
export function foldBrand(text: string): string {
  const folded = foldSearch(text)
  const plain = folded
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replace(/ヴ[ァィェォ]?/g, (letters) => vFollowed[letters] ?? letters)
    .replace(punctuation, '')
  return plain === '' ? folded : plain
}

/** One line per spelling. `&` is read as アンド and often left out. */
export function brandSearchText(brand: {
  name: string
  name_kana: string
  aliases: readonly string[]
}): string {
  const { name, name_kana, aliases } = brand
  const spellings = [name, name_kana, name_kana.replaceAll(' アンド ', ' '), ...aliases]
  return [...new Set(spellings.map(foldBrand))].filter((text) => text !== '').join('\n')
}

export const brandLike = (text: string): string => containing(foldBrand(text))

/** Several, as pasted from a column or a sentence. Blanks and commas are parts of names. */
export const brandTerms = (text: string): string[] =>
  [...new Set(text.split(/[\n\r\t|｜、;；]+/).map(foldBrand))].filter((term) => term !== '').slice(0, 100)
