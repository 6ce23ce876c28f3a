// Rules about addresses, asked by the forms and by the server.
import { foldSearch, hyphens } from './text.ts'

/** An address in its lines, without the postal code. */
export interface PlaceLines {
  prefecture: string
  city: string
  address1: string
  address2: string
}

/** The address in one line, without its postal code. */
export const addressLine = ({ prefecture, city, address1, address2 }: PlaceLines): string =>
  `${prefecture}${city}${address1}${address2 ? ` ${address2}` : ''}`

const kanji = '〇一二三四五六七八九十百千'
const number = `(?:\\d+|[${kanji}]+)`

/** Legal forms of addresses without a house number. */
const saysNone = /無番|番地?(?:なし|無し|無)|番外地/
/** Grid addresses (Sapporo, Asahikawa): 北3条西6丁目 is complete without a house number. */
const grid = new RegExp(`${number}(?:条|線).*${number}(?:丁目|号)`)
/** Parts of town names that contain a number but are not the house number: 南青山3丁目, 北1条, 一番町, 第12地割, 八幡町3区. */
const parts = new RegExp(`第?${number}(?:丁目|条通?|線|番町|番丁|番通|地割|区|ノ町|の町)`, 'g')
/** Kanji numerals count only with a counter or separator (十四番八号, 八番地, 三の十四), because town names contain them too. */
const inKanji = new RegExp(`[${kanji}]+(?:番地|番(?=$|[\\d${kanji}のノ之-])|号|[のノ之-](?=[${kanji}])|$)`)

/**
 * Whether the 町名・番地 line contains a house number, or states that there is none. Accepts digits of any width, kanji
 * numerals with counters, and lot numbers such as イ12 and 字中123. Ambiguous lines pass: refusing a real address is worse
 * than accepting an incomplete one.
 */
export function hasHouseNumber(address1: string): boolean {
  const text = address1.normalize('NFKC').replace(/\s+/gu, '').replace(hyphens, '-')
  if (saysNone.test(text) || grid.test(text)) return true
  const rest = text.replace(parts, '').replace('麻布十番', '')
  return /\d/.test(rest) || inKanji.test(rest)
}

export const houseNumberMissing =
  '番地まで入力してください(例 南青山1-2-3)。番地のないご住所は「番地なし」と続けてください。'

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
