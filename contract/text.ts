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
export const hyphens = /[-ー−―‐‑‒–—－ｰ─]/g

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

/** `950-0087`; anything else stays as it is. */
export const formatPostalCode = (code: string): string => code.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')

/** What a person means by an amount: `１２，０００円`, `¥12,000` and `12000` are 12000; a doubtful text is null. */
export function parseYenInput(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/gu, '')
  const match = /^([-−]?)[¥]?(\d{1,3}(?:,\d{3})+|\d+)円?$/u.exec(plain)
  if (!match) return null
  const amount = Number(match[2]?.replaceAll(',', ''))
  if (!Number.isSafeInteger(amount)) return null
  return match[1] && amount !== 0 ? -amount : amount
}

/**
 * Parses a count as people type it: `１２点`, `約12点`, `12個くらい`, `1,200`. Returns null for ambiguous text such as
 * `10〜12`.
 */
export function parseCountInput(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/gu, '')
  const match =
    /^(?:約|およそ|おおよそ|だいたい|大体)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:点|個|コ|こ|箱|枚|着|本|足|件|つ|ケ|ヶ)?(?:くらい|ぐらい|位|ほど|程度|前後)?$/u.exec(
      plain,
    )
  return match ? Number(match[1]?.replaceAll(',', '')) : null
}

/** `12,000`. By hand, because the library's tables of numbers take a telephone longer to load than a page to draw. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `¥12,000`, and `−¥500` with a true minus sign, which does not break from its number as a hyphen would. */
export function formatYen(amount: number): string {
  return `${amount < 0 ? '\u2212' : ''}\u00A5${formatCount(Math.abs(amount))}`
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
