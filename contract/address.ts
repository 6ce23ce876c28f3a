import { prefectures } from './codes.ts'
import { type Checks, problemsOf, sentences } from './problem.ts'
import { foldSearch, hasControlOrEmoji, hyphens, normalizePostalCode } from './text.ts'

export interface PlaceLines {
  prefecture: string
  city: string
  address1: string
  address2: string
}

export interface Place extends PlaceLines {
  postal_code: string
}

export const addressLine = ({ prefecture, city, address1, address2 }: PlaceLines): string =>
  `${prefecture}${city}${address1}${address2 ? ` ${address2}` : ''}`

const kanji = '〇一二三四五六七八九十百千'
const number = `(?:\\d+|[${kanji}]+)`

const noHouseNumber = /無番|番地?(?:なし|無し|無)|番外地/
/** Grid addresses (Sapporo, Asahikawa) are complete without a house number: 北3条西6丁目. */
const grid = new RegExp(`${number}(?:条|線).*${number}(?:丁目|号)`)
/** Numbers in town names that are not house numbers: 南青山3丁目, 北1条, 一番町, 第12地割, 八幡町3区. */
const parts = new RegExp(`第?${number}(?:丁目|条通?|線|番町|番丁|番通|地割|区|ノ町|の町)`, 'g')
/** Kanji numerals need a counter or separator (十四番八号, 三の十四), because town names contain them too. */
const inKanji = new RegExp(`[${kanji}]+(?:番地|番(?=$|[\\d${kanji}のノ之-])|号|[のノ之-](?=[${kanji}])|$)`)

/** Whether the 町名・番地 line has a house number or states that there is none. Ambiguous lines pass. */
export function hasHouseNumber(address1: string): boolean {
  const text = address1.normalize('NFKC').replace(/\s+/gu, '').replace(hyphens, '-')
  if (noHouseNumber.test(text) || grid.test(text)) return true
  const rest = text.replace(parts, '').replace('麻布十番', '')
  return /\d/.test(rest) || inKanji.test(rest)
}

export const houseNumberMissing =
  '番地まで入力してください(例 南青山1-2-3)。番地のないご住所は「番地なし」と続けてください。'

/** Rules of a complete address beyond the schema. */
export function addressProblems(place: Place, { houseNumber = true } = {}) {
  return problemsOf([
    ['postal_code', normalizePostalCode(place.postal_code) === null, sentences.postal],
    ['prefecture', !(prefectures as readonly string[]).includes(place.prefecture), sentences.prefecture],
    ...(['city', 'address1', 'address2'] as const).flatMap(
      (line): Checks => [
        [line, line !== 'address2' && place[line] === '', sentences.required],
        [line, hasControlOrEmoji(place[line]), sentences.characters],
      ],
    ),
    ['address1', houseNumber && !hasHouseNumber(place.address1), houseNumberMissing],
  ])
}

const digitOf: Readonly<Record<string, number>> = Object.fromEntries(
  [...'〇一二三四五六七八九'].map((char, digit) => [char, digit]),
)
const unitOf: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

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

// A separator keeps two numbers apart; elsewhere it is dropped.
const aBreak = ' '

/** Normalises width, numerals, 丁目・番地・番・号, hyphens and spaces: `1-2-3` equals `一丁目2番3号`. */
export function foldAddress(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/(\p{Script=Han})[ヶケが](?=\p{Script=Han})/gu, '$1ケ')
    .replace(/零/g, '〇')
    .replace(/[〇一二三四五六七八九十百千]+/g, (kanji) => `${aBreak}${numberOf(kanji)}${aBreak}`)
    .replace(/大字|[#♯]/g, aBreak)
    // After a kana it is a long vowel mark, not a hyphen.
    .replace(hyphens, (char, at: number, all: string) =>
      char === 'ー' && /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(all[at - 1] ?? '') ? char : aBreak,
    )
    .replace(/(\d\s*)(?:丁目|丁(?!\s*\p{Script=Han})|番地|番(?!\s*町)|号室|号)/gu, `$1${aBreak}`)
    .replace(/(\d\s*)[のノ](?=\s*\d)/g, `$1${aBreak}`)
    .replace(/(\d)\s+(?=\d)/g, '$1-')
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))
  return foldSearch(plain)
}

export const foldPlace = ({ prefecture, city, address1, address2 }: PlaceLines): string =>
  foldAddress([prefecture, city, address1, address2].join(aBreak))

/** Compares a document's address with the customer's. Documents may omit the prefecture and the building. */
export function isSamePlace(document: string, place: PlaceLines): boolean {
  const given = foldAddress(document)
  const street = { ...place, address2: '' }
  const forms = [place, street, { ...place, prefecture: '' }, { ...street, prefecture: '' }]
  return given !== '' && forms.some((form) => foldPlace(form) === given)
}
