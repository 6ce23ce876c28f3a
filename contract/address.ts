// When two addresses are the same place: asked by the browser, which warns before an identity check is undone, and by
// the server, which undoes it. Only for comparing, never for showing.
import { foldSearch, hyphens } from './text.ts'

/** An address in its lines, without the postal code. */
export interface PlaceLines {
  prefecture: string
  city: string
  address1: string
  address2: string
}

const digitOf: Readonly<Record<string, number>> = Object.fromEntries(
  [...'〇一二三四五六七八九'].map((char, digit) => [char, digit]),
)
const unitOf: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** 二十三 and 二三 are both 23. */
function numberOf(kanji: string): string {
  if (!/[十百千]/.test(kanji)) return [...kanji].map((char) => digitOf[char]).join('')
  let sum = 0
  let digits = ''
  for (const char of kanji) {
    const unit = unitOf[char]
    if (unit === undefined) {
      digits += digitOf[char]
      continue
    }
    sum += (digits === '' ? 1 : Number(digits)) * unit
    digits = ''
  }
  return String(sum + Number(digits))
}

// Between two digits a break keeps two numbers apart; anywhere else it says nothing.
const aBreak = ' '

/**
 * One form for every way of writing an address: width, kanji numerals, 丁目・番地・番・号, the kinds of hyphen, の and
 * spaces do not matter. The numbers and their order do: `1-23` is not `12-3`, and `1-2-3` is `一丁目2番3号`.
 */
export function foldAddress(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/(\p{Script=Han})[ヶケが](?=\p{Script=Han})/gu, '$1ケ')
    .replace(/零/g, '〇')
    .replace(/[〇一二三四五六七八九十百千]+/g, (kanji) => `${aBreak}${numberOf(kanji)}${aBreak}`)
    .replace(/大字|[#♯]/g, aBreak)
    // The long vowel mark is one where a kana stands before it.
    .replace(hyphens, (char, at: number, all: string) =>
      char === 'ー' && /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(all[at - 1] ?? '') ? char : aBreak,
    )
    .replace(/(\d\s*)(?:丁目|丁(?!\s*\p{Script=Han})|番地|番(?!\s*町)|号室|号)/gu, `$1${aBreak}`)
    .replace(/(\d\s*)[のノ](?=\s*\d)/g, `$1${aBreak}`)
    .replace(/(\d)\s+(?=\d)/g, '$1-')
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))
  return foldSearch(plain)
}

/** The same of an address in lines: where one line ends, a number ends. */
export const foldPlace = ({ prefecture, city, address1, address2 }: PlaceLines): string =>
  foldAddress([prefecture, city, address1, address2].join(aBreak))
