// Texts of goods as other systems take them.
import { forCp932, missingInCp932, toCp932 } from '#server/platform/cp932'

/** Leading quotes match too: our own reader takes one off. */
export const startsFormula = (text: string): boolean => /^'*[=+\-@＝＋－＠]/.test(text)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const oneNewline = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Nothing of the text becomes a tag. */
export const toHtml = (text: string): string =>
  text === ''
    ? ''
    : `<p>${oneNewline(text)
        .replace(/[&<>"]/g, (character) => entities[character] ?? character)
        .replaceAll('\n', '<br>')}</p>`

const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
}

function characterOf(name: string): string | null {
  const number = /^#x([\da-f]{1,6})$/i.exec(name)?.[1]
  const decimal = /^#(\d{1,7})$/.exec(name)?.[1]
  if (number === undefined && decimal === undefined) return characters[name] ?? null
  const point = number === undefined ? Number(decimal) : Number.parseInt(number, 16)
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    ? String.fromCodePoint(point)
    : null
}

/** Null where there is more than paragraphs and line breaks, which would be lost. */
export function fromHtml(html: string): string | null {
  const lines = oneNewline(html)
    .replace(/\n?<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/p>\s*<p>/gi, '\n\n')
    .replace(/^\s*<p>/i, '')
    .replace(/<\/p>\s*$/i, '')
  if (/<[a-z/!?]/i.test(lines)) return null
  let isKnown = true
  const text = lines.replace(/&(#?\w+);/g, (whole, name: string) => {
    const character = characterOf(name)
    if (character === null) isKnown = false
    return character ?? whole
  })
  return isKnown ? text : null
}

/** Of the maker of a machine, not of JIS X 0208, and half-width kana: systems that say Shift_JIS often refuse them. */
function outsideJis(): string {
  const decoder = new TextDecoder('shift_jis')
  const leads = [0x87, ...Array.from({ length: 0x10 }, (_, index) => 0xed + index)]
  const trails = Array.from({ length: 0xbd }, (_, index) => 0x40 + index)
  const all = leads.flatMap((lead) => trails.map((trail) => decoder.decode(Uint8Array.of(lead, trail))))
  // Some are also in JIS, by another code, which is the one that is written.
  const found = all.filter(
    (text) => text.length === 1 && text !== '\uFFFD' && (toCp932(text)[0] ?? 0) !== 0x81,
  )
  return [...new Set(found)].join('')
}

let outside: RegExp | undefined
const findOutside = (): RegExp => {
  outside ??= new RegExp(`[\uFF61-\uFF9F${outsideJis()}]`, 'g')
  return outside
}

const usualForms: Readonly<Record<string, string>> = {
  ...{ 髙: '高', 﨑: '崎', 濵: '浜', 德: '徳', 瀨: '瀬', 增: '増', 黑: '黒', 緖: '緒', 曻: '昇', 敎: '教' },
  ...{ 淸: '清', 靑: '青', 橫: '横', 寬: '寛', 朗: '朗', 晴: '晴', 薰: '薫', 祐: '祐', 福: '福', 礰: '礫' },
}

function inJis(character: string): string {
  const usual = usualForms[character] ?? character.normalize('NFKC')
  const isTaken = missingInCp932(usual).length === 0 && usual.search(findOutside()) < 0
  return isTaken ? usual : geta
}
const geta = '〓'

/** With its marks. */
const halfKana = /[\uFF61-\uFF9F]+/g
const fullKana = (kana: string): string =>
  kana.normalize('NFKC').replaceAll('\u3099', '゛').replaceAll('\u309A', '゜')

/** A set of characters that a format can write. */
export interface CharacterSet {
  missing: (text: string) => string[]
  /** Close characters of the set for those missing. */
  written: (text: string) => string
}

export const characterSets = {
  any: { missing: () => [], written: (text) => text },
  cp932: { missing: missingInCp932, written: forCp932 },
  jis: {
    missing: (text) => [...missingInCp932(text), ...(text.match(findOutside()) ?? [])],
    written: (text) => forCp932(text).replace(halfKana, fullKana).replace(findOutside(), inJis),
  },
} as const satisfies Record<string, CharacterSet>
