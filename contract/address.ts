// Address rules shared by the forms and the server.

interface Place {
  prefecture: string
  city: string
  address1: string
  address2: string
}

/** The address in one line, without its postal code. */
export const addressLine = ({ prefecture, city, address1, address2 }: Place): string =>
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
const hyphens = /[ー−―‐‑‒–—－ｰ─]/g

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
