// CP932, which Japanese Excel calls Shift_JIS. It lacks characters that names and brands have (𠮷, é, wave dash).

let codes: Uint16Array | undefined

/** By UTF-16 code unit: one byte, or two as a number above 255; 0 where there is none. Inverts the platform's decoder. */
function codesByUnit(): Uint16Array {
  const decoder = new TextDecoder('shift_jis')
  const found = new Uint16Array(0x10000)
  for (let byte = 0; byte < 0x80; byte++) found[byte] = byte
  for (let byte = 0xa1; byte < 0xe0; byte++) found[decoder.decode(Uint8Array.of(byte)).charCodeAt(0)] = byte
  for (const lead of leads) {
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      const unit = text.charCodeAt(0)
      // The first code of a character counts.
      if (text.length === 1 && unit !== 0xfffd && found[unit] === 0) found[unit] = lead * 256 + trail
    }
  }
  return found
}

/** Without ED and EE: NEC's copy of IBM's characters, which Windows reads but does not write. */
const leads = [
  ...Array.from({ length: 0x1f }, (_, index) => 0x81 + index),
  ...Array.from({ length: 0x1d }, (_, index) => 0xe0 + index),
].filter((lead) => lead !== 0xed && lead !== 0xee)

const usualSubstitutes: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '–': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
  '•': '・',
  '©': '(C)',
  '®': '(R)',
  '™': 'TM',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
  𠮷: '吉',
  𠮟: '叱',
  𣘺: '橋',
  𠀋: '丈',
  㐂: '喜',
}

/** What print sets for a character that is missing. */
const geta = '〓'

const isEncodable = (text: string): boolean => {
  codes ??= codesByUnit()
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (codes[unit] === 0 && unit !== 0) return false
  }
  return true
}

/** Letters with marks typed apart (か and ゛) are the same characters. */
const composed = (text: string): string => text.replace(/\P{Mn}\p{Mn}+/gu, (part) => part.normalize('NFC'))

/** Each character of the text that CP932 lacks. */
export const missingInCp932 = (text: string): string[] =>
  isEncodable(text) ? [] : [...composed(text)].filter((character) => !isEncodable(character))

/** A close character that CP932 has: the plain form (é as e, Ⅻ as XII), else 〓. Nothing for a variation selector. */
export function cp932Substitute(character: string): string {
  const usual = usualSubstitutes[character]
  if (usual !== undefined) return usual
  if (/^[\p{Mn}\p{Cf}]+$/u.test(character)) return ''
  const plain = [character.normalize('NFKC'), character.normalize('NFKD').replace(/\p{Mn}/gu, '')]
  return plain.find((text) => text !== '' && isEncodable(text)) ?? geta
}

/** The text with substitutes for what CP932 lacks. */
export const forCp932 = (text: string): string =>
  isEncodable(text)
    ? text
    : Array.from(composed(text), (one) => (isEncodable(one) ? one : cp932Substitute(one))).join('')

/** For text that `forCp932` returned. */
export function toCp932(text: string): Uint8Array {
  codes ??= codesByUnit()
  const bytes = new Uint8Array(text.length * 2)
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const code = codes[text.charCodeAt(at)] as number
    if (code > 255) bytes[end++] = code >> 8
    bytes[end++] = code & 255
  }
  return bytes.subarray(0, end)
}
