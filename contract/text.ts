// Without dependencies: storefronts load this file. Stored columns and queries must fold text identically.

const isKatakanaSource = /[\u3041-\u3096\u309D\u309E]/g

function hiraganaToKatakana(text: string): string {
  return text.replace(isKatakanaSource, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60))
}

/** Folds width, kana, case and spaces for search. */
export function foldSearch(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/gu, '')
  // Changing kana or case can create pairs that compose, hence the repeated normalisation.
  return hiraganaToKatakana(plain).normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** Distinct bigrams of the folded text; a single character stands for itself. */
export function bigrams(text: string): string[] {
  const chars = [...foldSearch(text)]
  if (chars.length === 1) return chars
  return [...new Set(chars.slice(1).map((char, index) => `${chars[index]}${char}`))]
}

/** Converts kana to full-width katakana and collapses spaces. Leaves the rest as typed: rare kanji must not change. */
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

/** Full-width digits become half-width. */
export function normalizeDigits(text: string): string {
  return text.replace(/[０-９]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}

// Everything people type for a hyphen, including the long vowel mark of the kana keyboard.
export const hyphens = /[-ー−―‐‑‒–—－ｰ─]/g

/** Half-width digits without hyphens and spaces; other characters stay, to be refused later. */
export function withoutSeparators(text: string): string {
  return normalizeDigits(text).replace(hyphens, '').replace(/\s/gu, '')
}

/** Returns the digits of a Japanese phone number, or null: mobile and IP numbers have 11, land lines 10. */
export function normalizePhone(text: string): string | null {
  const digits = withoutSeparators(text)
    .replace(/[()（）]/g, '')
    .replace(/^[+＋]81(?:0(?=\d{9}))?/, '0')
  // Ten digits with a mobile prefix are a mobile number with a missing digit, never a land line.
  return /^0(?:[5-9]0\d{8}|(?![5-9]0)[1-9]\d{8})$/.test(digits) ? digits : null
}

/** Adds hyphens only where the grouping is certain. */
export function formatPhone(digits: string): string {
  const parts =
    /^(0[5-9]0)(\d{4})(\d{4})$/.exec(digits) ??
    /^(0120)(\d{3})(\d{3})$/.exec(digits) ??
    /^(0[36])(\d{4})(\d{4})$/.exec(digits) ??
    /^(011|044|045|052|075|078)(\d{3})(\d{4})$/.exec(digits)
  return parts ? parts.slice(1).join('-') : digits
}

/** Returns seven digits or null. */
export function normalizePostalCode(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^〒/, '')
  return /^\d{7}$/.test(digits) ? digits : null
}

/** `950-0087`; anything else is unchanged. */
export const formatPostalCode = (code: string): string => code.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')

/** Parses `１２，０００円`, `¥12,000` and `12000`; returns null for ambiguous text. */
export function parseYenInput(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/gu, '')
  const match = /^([-−]?)[¥]?(\d{1,3}(?:,\d{3})+|\d+)円?$/u.exec(plain)
  if (!match) return null
  const amount = Number(match[2]?.replaceAll(',', ''))
  if (!Number.isSafeInteger(amount)) return null
  return match[1] && amount !== 0 ? -amount : amount
}

/** Parses `１２点`, `約12点`, `12個くらい`, `1,200`; returns null for ambiguous text such as `10〜12`. */
export function parseCountInput(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/\s/gu, '')
  const match =
    /^(?:約|およそ|おおよそ|だいたい|大体)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:点|個|コ|こ|箱|枚|着|本|足|件|つ|ケ|ヶ)?(?:くらい|ぐらい|位|ほど|程度|前後)?$/u.exec(
      plain,
    )
  return match ? Number(match[1]?.replaceAll(',', '')) : null
}

/** Parses `６８．５`, `68.5cm` and `68。5`, as a kana keyboard writes it; at most two decimals, none negative. */
export function parseDecimalInput(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\s/gu, '')
    .replace(/[。・]/gu, '.')
  const match = /^(\d{1,7}(?:\.\d{0,2})?|\.\d{1,2})(?:mm|cm|m|g|kg|センチ|ミリ|号|°|度)?$/iu.exec(plain)
  return match ? Number(match[1]) : null
}

/** `12,000`. Written by hand because loading Intl's tables is slow on phones. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `¥12,000`, and `−¥500` with a minus sign, which does not break from its number as a hyphen would. */
export function formatYen(amount: number): string {
  return `${amount < 0 ? '\u2212' : ''}\u00A5${formatCount(Math.abs(amount))}`
}

/** Kana, long vowel marks, middle dots and spaces; at least one letter. */
export function isKana(text: string): boolean {
  return (
    /^[\u3041-\u3096\u3099-\u309E\u30A1-\u30FE\uFF65-\uFF9F\s]+$/u.test(text) &&
    /[\u3041-\u3096\u30A1-\u30FA\uFF66-\uFF9D]/.test(text)
  )
}

// Format characters are invisible and can reverse a name's direction. ©®™ are pictographs only to Unicode.
const controlOrEmoji =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]|\uFE0F|\u20E3|(?![©®™])\p{Extended_Pictographic}/u

/** Characters a name may not contain. 髙, 﨑, 𠮷 and variation selectors of kanji are allowed. */
export function hasControlOrEmoji(text: string): boolean {
  return controlOrEmoji.test(text)
}
