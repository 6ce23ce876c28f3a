// What makes a Japanese address one that a carrier can find. Browser and server judge by the same rule.

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

/** Places without a number of their own say so. */
const saysNone = /無番|番地?(?:なし|無し|無)|番外地/
/** Sapporo, Asahikawa and others count blocks in two directions: 北3条西6丁目 is a whole address there. */
const grid = new RegExp(`${number}(?:条|線).*${number}(?:丁目|号)`)
/** What carries a number and is still only the name of a part of a town: 南青山3丁目, 北1条, 一番町, 第12地割, 八幡町3区. */
const parts = new RegExp(`第?${number}(?:丁目|条通?|線|番町|番丁|番通|地割|区|ノ町|の町)`, 'g')
/** 十四番八号, 八番地, 三の十四: numerals of kanji count where a counter or a hyphen says that they are a number. */
const inKanji = new RegExp(`[${kanji}]+(?:番地|番(?=$|[\\d${kanji}のノ之-])|号|[のノ之-](?=[${kanji}])|$)`)
const hyphens = /[ー−―‐‑‒–—－ｰ─]/g

/**
 * Whether the line of town and number (町名・番地) names more than a town. Numerals of any width count, kanji with their
 * counters, lots such as イ12 and 字中123 and the ways to say that there is no number. A doubtful line is taken: to refuse
 * somebody's real address is worse than to ask the shop to call.
 */
export function hasHouseNumber(address1: string): boolean {
  const text = address1.normalize('NFKC').replace(/\s+/gu, '').replace(hyphens, '-')
  if (saysNone.test(text) || grid.test(text)) return true
  const rest = text.replace(parts, '').replace('麻布十番', '')
  return /\d/.test(rest) || inKanji.test(rest)
}

export const houseNumberMissing =
  '番地まで入力してください(例 南青山1-2-3)。番地のないご住所は「番地なし」と続けてください。'
