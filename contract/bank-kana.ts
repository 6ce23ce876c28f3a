// Bank names use half-width kana, capitals, digits and a few signs, one byte each.
import { withoutSeparators } from './text.ts'

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((char, index) => [char, to.charAt(index)])
}

const halfKana = new Map(
  pairs(
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン',
    'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ',
  ),
)

// Banks have no small or historical kana: キョウ becomes キヨウ.
const commonKana = new Map(
  pairs(
    'ァィゥェォッャュョヮヵヶヰヱヲㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ',
    'アイウエオツヤユヨワカケイエオクシストヌハヒフヘホムラリルレロ',
  ),
)

const suggestions = new Map([
  ...pairs(',、。/~〜「」[]{}', '...---()()()'),
  ['&', 'ｱﾝﾄﾞ'],
  ['+', 'ﾌﾟﾗｽ'],
  ['@', 'ｱﾂﾄ'],
  ['(株)', 'ｶ)'],
  ['株式会社', 'ｶ)'],
  ['(有)', 'ﾕ)'],
  ['ヷ', 'ﾊﾞ'],
])

const longVowelOrHyphen = /^[-ー―‐‑‒–—−─]$/
const voicedMark = /^[\u3099\u309B\uFF9E]$/
const semiVoicedMark = /^[\u309A\u309C\uFF9F]$/
const canBeVoiced = /[ｳｶ-ﾄﾊ-ﾎ]$/
const canBeSemiVoiced = /[ﾊ-ﾎ]$/

function toKatakana(text: string): string {
  return text.replace(/[\u3041-\u3096]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60))
}

export interface BankKanaProblem {
  char: string
  /** Positions count from 1. */
  position: number
  byte: number
  suggestion?: string
}

export type BankKanaResult = { ok: true; kana: string } | { ok: false; problems: BankKanaProblem[] }

function bankChar(char: string): string | undefined {
  if (/^[0-9A-Z ().]$/.test(char)) return char
  if (/^[a-z]$/.test(char)) return char.toUpperCase()
  if (longVowelOrHyphen.test(char)) return '-'
  if (char === '・') return ' '
  // NFD splits ガ into カ and a mark; half-width kana writes the mark as its own character.
  const [letter = '', mark = ''] = toKatakana(char).normalize('NFD')
  const base = halfKana.get(commonKana.get(letter) ?? letter)
  if (base === undefined || mark === '') return base
  if (mark === '\u3099') return canBeVoiced.test(base) ? `${base}ﾞ` : undefined
  return mark === '\u309A' ? `${base}ﾟ` : undefined
}

function bankForm(before: string, char: string): string | undefined {
  if (voicedMark.test(char)) return canBeVoiced.test(before) ? 'ﾞ' : undefined
  if (semiVoicedMark.test(char)) return canBeSemiVoiced.test(before) ? 'ﾟ' : undefined
  if (!ownForms.has(char)) ownForms.set(char, ownForm(char))
  return ownForms.get(char)
}

/** Names of a bank file have few different characters and are compared several times. */
const ownForms = new Map<string, string | undefined>()

function ownForm(char: string): string | undefined {
  const forms = [...char.normalize('NFKC')].map(bankChar)
  return forms.includes(undefined) ? undefined : forms.join('')
}

function suggestionFor(char: string): string | undefined {
  const plain = char.normalize('NFKC')
  const known = suggestions.get(plain)
  if (known !== undefined) return known
  const letter = plain.normalize('NFD').charAt(0).toUpperCase()
  if (/^\p{Script=Latin}/u.test(plain) && /^[A-Z]$/.test(letter)) return letter
  return /^\s$/u.test(char) ? ' ' : undefined
}

/** Converts a name to bank form, or returns every character that cannot be converted (such as kanji). */
export function toBankKana(text: string): BankKanaResult {
  const problems: BankKanaProblem[] = []
  let kana = ''
  let position = 0
  for (const char of text) {
    position += 1
    const form = bankForm(kana, char)
    if (form === undefined) {
      const suggestion = suggestionFor(char)
      problems.push({
        char,
        position,
        byte: kana.length + 1,
        ...(suggestion === undefined ? {} : { suggestion }),
      })
      // The placeholder keeps later byte positions right.
      kana += '?'
    } else if (form !== ' ' || /[^ ]$/.test(kana)) {
      kana += form
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, kana: kana.trimEnd() }
}

// Legal forms by name, and by reading where it cannot be part of another word.
const legalForms: readonly [abbreviation: string, ...names: string[]][] = [
  ['ｶ', '株式会社', '(株)', 'カブシキガイシヤ', 'カブシキカイシヤ'],
  ['ﾕ', '有限会社', '(有)', 'ユウゲンガイシヤ', 'ユウゲンカイシヤ'],
  ['ﾒ', '合名会社', '(名)', 'ゴウメイガイシヤ', 'ゴウメイカイシヤ'],
  ['ｼ', '合資会社', '(資)', 'ゴウシガイシヤ', 'ゴウシカイシヤ'],
  ['ﾄﾞ', '合同会社', '(同)', 'ゴウドウガイシヤ', 'ゴウドウカイシヤ'],
  ['ｲ', '医療法人社団', '医療法人財団', '社会医療法人', '医療法人', 'イリヨウホウジン'],
  ['ｻﾞｲ', '一般財団法人', '公益財団法人', '財団法人', '(財)', 'ザイダンホウジン'],
  ['ｼﾔ', '一般社団法人', '公益社団法人', '社団法人', '(社)', 'シヤダンホウジン'],
  ['ｼﾕｳ', '宗教法人', 'シユウキヨウホウジン'],
  ['ｶﾞｸ', '学校法人', '(学)', 'ガツコウホウジン'],
  ['ﾌｸ', '社会福祉法人', 'シヤカイフクシホウジン'],
  ['ｿ', '相互会社', 'ソウゴガイシヤ'],
  ['ﾄｸﾋ', '特定非営利活動法人', 'NPO法人'],
  ['ﾁﾄﾞｸ', '地方独立行政法人'],
  ['ﾄﾞｸ', '独立行政法人'],
  ['ﾍﾞﾝ', '弁護士法人'],
  ['ｼﾎｳ', '司法書士法人'],
  ['ｾﾞｲ', '税理士法人'],
  ['ｷﾞﾖ', '行政書士法人'],
  ['ﾛｳﾑ', '社会保険労務士法人'],
  ['ﾉｳ', '農事組合法人'],
  ['ﾀﾞｲ', '国立大学法人', '公立大学法人'],
  ['ﾎｺﾞ', '更生保護法人'],
  ['ｶﾝﾘ', '管理組合法人', '管理組合'],
  ['ｴｲ', '営業所'],
  ['ｼﾕﾂ', '出張所'],
]

const businessForms: readonly [abbreviation: string, ...names: string[]][] = [
  ['ﾚﾝ', '連合会'],
  ['ｷﾖｳｸﾐ', '協同組合'],
  ['ｾｲﾒｲ', '生命保険'],
  ['ｶｻｲ', '火災海上保険', '火災海上'],
  ['ｹﾝﾎﾟ', '健康保険組合'],
  ['ﾛｳｸﾐ', '労働組合'],
]

const abbreviations = new Map(
  [...legalForms, ...businessForms].flatMap(([short, ...names]) =>
    names.map((name) => [name, short] as const),
  ),
)
const bracketed = new Set(legalForms.map(([short]) => short))
const longestFirst = [...abbreviations.keys()].sort((a, b) => b.length - a.length)
const corporateName = new RegExp(longestFirst.map((name) => name.replace(/[()]/g, '\\$&')).join('|'), 'g')

/** Shortens a legal form as banks do: `ｶ)` at the start, `(ｶ` at the end, `(ｶ)` in the middle. */
export function abbreviateCorporate(text: string): string {
  // NFKC would turn a standalone voicing mark into a space and a mark.
  const plain = text.replaceAll('\u309B', '\u3099').replaceAll('\u309C', '\u309A').normalize('NFKC')
  // Same length as `plain`, so match indexes apply to both.
  const folded = toKatakana(plain).replace(/[ァ-ヶ]/g, (char) => commonKana.get(char) ?? char)
  let result = ''
  let end = 0
  for (const match of folded.matchAll(corporateName)) {
    const short = abbreviations.get(match[0]) ?? ''
    result = (result + plain.slice(end, match.index)).trimEnd()
    end = match.index + match[0].length
    if (!bracketed.has(short)) {
      result += short
      continue
    }
    const last = plain.slice(end).trim() === ''
    result += result.trim() === '' ? `${short})` : last ? `(${short}` : `(${short})`
    while (plain.charAt(end) === ' ') end += 1
  }
  return result + plain.slice(end)
}

export function bankBytes(kana: string): number {
  return [...kana].reduce((bytes, char) => bytes + (/^[\x20-\x7E\uFF61-\uFF9F]$/.test(char) ? 1 : 2), 0)
}

/** Cuts to the byte limit without splitting a letter from its voicing mark. */
export function cutToBytes(kana: string, bytes: number): string {
  let end = Math.min(bytes, kana.length)
  while (end > 0 && /^[ﾞﾟ]/.test(kana.slice(end))) end -= 1
  return kana.slice(0, end)
}

export const holderNameBytes = 30

function comparable(text: string): string | null {
  const result = toBankKana(abbreviateCorporate(text))
  return result.ok ? cutToBytes(result.kana.replaceAll(' ', ''), holderNameBytes) : null
}

/** Compares two names as banks do: ignores spaces and what exceeds the field. Unconvertible names never match. */
export function sameBankName(a: string, b: string): boolean {
  const name = comparable(a)
  return name !== null && name !== '' && name === comparable(b)
}

export function parseAccountNumber(text: string): string | null {
  const digits = withoutSeparators(text)
  return /^\d{1,7}$/.test(digits) ? digits.padStart(7, '0') : null
}
