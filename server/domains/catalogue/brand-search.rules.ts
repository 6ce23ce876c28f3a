// How brands are found: one folding for what is stored and for what is typed.
import { foldSearch } from '#contract/text'

/** Punctuation that people leave out or type in another way. The long vowel mark of kana is a letter. */
const punctuation = /[-‐‑‒–—−'’‘`´"“”.・･·&,!#*()/]/g
const vFollowed: Readonly<Record<string, string>> = {
  ヴァ: 'バ',
  ヴィ: 'ビ',
  ヴェ: 'ベ',
  ヴォ: 'ボ',
  ヴ: 'ブ',
}

/**
 * `HERMÈS` is typed as `hermes`, `A.P.C.` as `apc` and `ルイ・ヴィトン` as `ルイビトン`: accents, punctuation and the two
 * ways of writing a V make no difference. A text of nothing but punctuation stays, so that it does not find everything.
 */
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

/** What a search for a brand looks at, a line for each spelling. `&` is read as アンド and often left out. */
export function brandSearchText(brand: {
  name: string
  name_kana: string
  aliases: readonly string[]
}): string {
  const { name, name_kana, aliases } = brand
  const spellings = [name, name_kana, name_kana.replaceAll(' アンド ', ' '), ...aliases]
  return [...new Set(spellings.map(foldBrand))].filter((text) => text !== '').join('\n')
}

/** The pattern of a LIKE that finds the text anywhere in `search_text`. */
export const brandLike = (text: string): string => `%${foldBrand(text).replaceAll(/[\\%_]/g, '\\$&')}%`
