// Text rules that the browser and the server must agree on to the letter. No dependency: the storefront loads
// this file, and a search term must fold the same way in a query as in the stored column.

const isKatakanaSource = /[\u3041-\u3096\u309D\u309E]/g

function hiraganaToKatakana(text: string): string {
  return text.replace(isKatakanaSource, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60))
}

/** One form for everything that should be found alike: width, kana, case and spaces do not matter. */
export function foldSearch(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/gu, '')
  // Changing kana or case can make a new pair that composes, hence the second and third normalisation.
  return hiraganaToKatakana(plain).normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** The distinct pairs of neighbouring characters of the folded text; a single character stands for itself. */
export function bigrams(text: string): string[] {
  const chars = [...foldSearch(text)]
  if (chars.length === 1) return chars
  return [...new Set(chars.slice(1).map((char, index) => `${chars[index]}${char}`))]
}

/**
 * Hiragana and half-width kana become full-width katakana, voicing marks join their letter, and any run of
 * spaces becomes one half-width space. Everything else stays as it was typed: rare kanji must not change.
 */
export function toFullKatakana(text: string): string {
  const wide = text
    .replace(/[\u309B\uFF9E]/g, '\u3099')
    .replace(/[\u309C\uFF9F]/g, '\u309A')
    .replace(/[\uFF61-\uFF9D]/g, (char) => char.normalize('NFKC'))
  return hiraganaToKatakana(wide)
    .replace(/[\u30A1-\u30FE][\u3099\u309A]/g, (pair) => pair.normalize('NFC'))
    .replace(/\u3099/g, '\u309B')
    .replace(/\u309A/g, '\u309C')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Full-width digits become half-width; nothing else changes. */
export function normalizeDigits(text: string): string {
  return text.replace(/[０-９]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}

// Everything people type for a hyphen, the long vowel mark of the kana keyboard included.
const hyphens = /[-ー−―‐‑‒–—－ｰ─]/g

/** Digits as people type them, in half width and without hyphens and spaces; other characters stay to be refused. */
export function withoutSeparators(text: string): string {
  return normalizeDigits(text).replace(hyphens, '').replace(/\s/gu, '')
}

/** The digits of a Japanese telephone number, or null: mobile and IP numbers have 11, land lines 10. */
export function normalizePhone(text: string): string | null {
  const digits = withoutSeparators(text)
    .replace(/[()（）]/g, '')
    .replace(/^[+＋]81(?:0(?=\d{9}))?/, '0')
  // A mobile prefix with ten digits is a mobile number with one digit missing, never a land line.
  return /^0(?:[5-9]0\d{8}|(?![5-9]0)[1-9]\d{8})$/.test(digits) ? digits : null
}

/** With hyphens where it is certain how the number is divided; else the digits alone. */
export function formatPhone(digits: string): string {
  const parts =
    /^(0[5-9]0)(\d{4})(\d{4})$/.exec(digits) ??
    /^(0120)(\d{3})(\d{3})$/.exec(digits) ??
    /^(0[36])(\d{4})(\d{4})$/.exec(digits) ??
    /^(011|044|045|052|075|078)(\d{3})(\d{4})$/.exec(digits)
  return parts ? parts.slice(1).join('-') : digits
}

/** Seven digits, or null. */
export function normalizePostalCode(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^〒/, '')
  return /^\d{7}$/.test(digits) ? digits : null
}

/** What a person means by an amount: `１２，０００円`, `¥12,000` and `12000` are 12000; a doubtful text is null. */
export function parseYenInput(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/gu, '')
  const match = /^([-−]?)[¥]?(\d{1,3}(?:,\d{3})+|\d+)円?$/u.exec(plain)
  if (!match) return null
  const amount = Number(match[2]?.replaceAll(',', ''))
  if (!Number.isSafeInteger(amount)) return null
  return match[1] && amount !== 0 ? -amount : amount
}

/** `¥12,000`, and `−¥500` with a true minus sign, which does not break from its number as a hyphen would. */
export function formatYen(amount: number): string {
  const grouped = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '\u2212' : ''}\u00A5${grouped}`
}

/** Only kana, with the long vowel mark, middle dots and spaces; at least one letter. */
export function isKana(text: string): boolean {
  return (
    /^[\u3041-\u3096\u3099-\u309E\u30A1-\u30FE\uFF65-\uFF9F\s]+$/u.test(text) &&
    /[\u3041-\u3096\u30A1-\u30FA\uFF66-\uFF9D]/.test(text)
  )
}

// Format characters count as controls: they are invisible and can turn the reading direction of a name around.
// The copyright and trade mark signs are pictographs to Unicode but ordinary letters to everybody else.
const controlOrEmoji =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]|\uFE0F|\u20E3|(?![©®™])\p{Extended_Pictographic}/u

/** The only characters a name may not contain. 髙, 﨑, 𠮷 and variant selectors of kanji are all welcome. */
export function hasControlOrEmoji(text: string): boolean {
  return controlOrEmoji.test(text)
}

function partsOf(date: string): [year: number, month: number, day: number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // A year below 100 would be taken for one of the 20th century by Date; no date here is that old.
  if (year < 100 || new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) !== date) return null
  return [year, month, day]
}

/** True for a `YYYY-MM-DD` that is in the calendar. */
export function isDate(text: string): boolean {
  return partsOf(text) !== null
}

function knownDate(date: string): [year: number, month: number, day: number] {
  const parts = partsOf(date)
  if (!parts) throw new RangeError(`Not a calendar date: ${date}`)
  return parts
}

export type EraName = '令和' | '平成' | '昭和' | '大正'

// Newest first. The day of a change of reign belongs to the new era.
const eras: readonly { name: EraName; start: string; end: string }[] = [
  { name: '令和', start: '2019-05-01', end: '9999-12-31' },
  { name: '平成', start: '1989-01-08', end: '2019-04-30' },
  { name: '昭和', start: '1926-12-25', end: '1989-01-07' },
  { name: '大正', start: '1912-07-30', end: '1926-12-24' },
]

export const eraNames: readonly EraName[] = eras.map((era) => era.name)

/** The era and its year, or null for no date or one before 大正. */
export function eraOf(date: string): { era: EraName; year: number } | null {
  const parts = partsOf(date)
  const era = eras.find(({ start }) => date >= start)
  return parts && era ? { era: era.name, year: parts[0] - Number(era.start.slice(0, 4)) + 1 } : null
}

/** The date in the common calendar, or null when the era had no such day: 昭和64 ends on January 7. */
export function fromEra(era: EraName, year: number, month: number, day: number): string | null {
  const found = eras.find(({ name }) => name === era)
  if (!found || !Number.isInteger(year) || year < 1) return null
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  const date = `${pad(Number(found.start.slice(0, 4)) + year - 1, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  return isDate(date) && date >= found.start && date <= found.end ? date : null
}

/**
 * The age in full years (満年齢) that holds for the whole of the given day.
 *
 * By the law on counting ages a person grows older at the last instant of the day before the birthday. Asked
 * for a day, that instant is the start of the birthday itself, so somebody is 18 from the 18th birthday on and
 * still 17 on the day before. Someone born on February 29 grows older at the end of February 28: on March 1 in
 * an ordinary year, on February 29 in a leap year. Comparing month and day as text says exactly that.
 */
export function ageOn(birthday: string, date: string): number {
  const [bornYear] = knownDate(birthday)
  const [year] = knownDate(date)
  return year - bornYear - (date.slice(5) < birthday.slice(5) ? 1 : 0)
}

const weekdays = '日月火水木金土'

/** `2026年12月1日(火)` */
export function formatDateJa(date: string): string {
  const [year, month, day] = knownDate(date)
  return `${year}年${month}月${day}日(${weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]})`
}

// Japan has kept one offset without summer time since 1952, so a fixed shift is exact.
const tokyoOffset = 9 * 60 * 60 * 1000

/** `2026年11月21日(土) 14:30`, always on the clock of Tokyo, wherever the reader or the server is. */
export function formatDateTimeJa(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) throw new RangeError(`Not an instant: ${instant}`)
  const tokyo = new Date(time + tokyoOffset).toISOString()
  return `${formatDateJa(tokyo.slice(0, 10))} ${tokyo.slice(11, 16)}`
}
