import { gradeBandLabel, labelOf } from './codes.ts'
import { formatYen } from './text.ts'

/** What a comment template may name in braces, filled in from the article. */
export const commentVariables = [
  'ブランド',
  'カテゴリ',
  '品名',
  '色',
  'サイズ',
  '素材',
  '状態',
  '査定額',
] as const
export type CommentVariable = (typeof commentVariables)[number]

// Also the wide braces that an IME types.
const named = /[{｛]([^{}｛｝]*)[}｝]/g
const brace = /[{}｛｝]/

const isVariable = (name: string): name is CommentVariable =>
  (commentVariables as readonly string[]).includes(name)

/** The names in braces that mean nothing, each once, and a brace without its other half. */
export function oddVariables(body: string): string[] {
  const names = [...body.matchAll(named)].map(([, name = '']) => name.trim())
  const odd = names.filter((name) => !isVariable(name)).map((name) => `{${name}}`)
  const rest = brace.exec(body.replaceAll(named, ''))
  return [...new Set([...odd, ...(rest ? [rest[0].normalize('NFKC')] : [])])]
}

/** Named in the refusal of a template; undefined when all is well. */
export function oddVariablesSentence(body: string): string | undefined {
  const odd = oddVariables(body)
  if (odd.length === 0) return undefined
  const known = commentVariables.map((name) => `{${name}}`).join(' ')
  return `「${odd.join('」「')}」は差し込めません。使えるのは ${known} です。`
}

export interface Commented {
  brandName: string
  categoryName: string
  name: string
  color: string
  size: string
  material: string
  grade: string | null
}

const valuesOf = (article: Commented, price: number | null): Readonly<Record<CommentVariable, string>> => ({
  ブランド: article.brandName.trim(),
  カテゴリ: article.categoryName.trim(),
  品名: article.name.trim(),
  色: article.color.trim(),
  サイズ: article.size.trim(),
  素材: article.material.trim(),
  状態: article.grade ? labelOf(gradeBandLabel, article.grade.slice(0, 1)) : '',
  査定額: price === null ? '' : formatYen(price),
})

/** What a template put into the comment in place of a variable. */
export interface Filled {
  variable: CommentVariable
  text: string
}

/** The text for this article, and the variables that it has no value for yet: they are left out. */
export function fillComment(
  body: string,
  article: Commented,
  price: number | null,
): { text: string; filled: Filled[]; missing: CommentVariable[] } {
  const values = valuesOf(article, price)
  const filled = new Map<CommentVariable, string>()
  const missing = new Set<CommentVariable>()
  const text = body.replaceAll(named, (whole, inner: string) => {
    const name = inner.trim()
    if (!isVariable(name)) return whole
    if (values[name] === '') missing.add(name)
    else filled.set(name, values[name])
    return values[name]
  })
  return {
    text,
    filled: [...filled].map(([variable, value]) => ({ variable, text: value })),
    missing: [...missing],
  }
}

/** Kept per article; more than a comment can hold. */
export const mostFilled = 40

export function withFilled(before: readonly Filled[], more: readonly Filled[]): Filled[] {
  const isAgain = (old: Filled) =>
    more.some(({ variable, text }) => variable === old.variable && text === old.text)
  return [...before.filter((old) => !isAgain(old)), ...more].slice(-mostFilled)
}

/** What the comment says, and what the article says by now: blank when it says nothing. */
export interface Outdated extends Filled {
  now: string
}

// `M` is not in `AMI`, ¥12 not in ¥12,800.
function patternOf(word: string): string {
  const before = /^[0-9A-Za-z]/.test(word) ? '(?<![0-9A-Za-z])' : ''
  const after = /[0-9A-Za-z]$/.test(word) ? '(?![0-9A-Za-z]|,[0-9])' : ''
  return before + word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after
}

/** Longest first: 紺 is not said in 紺色, nor コート in ウールコート where either is a word of the article. */
const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(
    [...words]
      .sort((one, other) => other.length - one.length)
      .map(patternOf)
      .join('|') || '(?!)',
    'g',
  )

/** The words of the article before it changed that its comment still has. */
export function outdatedWords(
  comment: string,
  filled: readonly Filled[],
  article: Commented,
  price: number | null,
): Outdated[] {
  const values = valuesOf(article, price)
  const current = new Set(filled.map(({ variable }) => values[variable]).filter(Boolean))
  const changed = filled.filter(({ variable, text }) => values[variable] !== text && !current.has(text))
  if (changed.length === 0) return []
  const words = new Set([...changed.map(({ text }) => text), ...current])
  const said = new Set([...comment.matchAll(anyOf([...words]))].map(([word]) => word))
  return changed
    .filter(({ text }) => said.has(text))
    .map(({ variable, text }) => ({ variable, text, now: values[variable] }))
}

/** With the words of the article as it is now, as far as it has them. */
export function refreshComment(
  comment: string,
  filled: readonly Filled[],
  article: Commented,
  price: number | null,
): { comment: string; filled: Filled[] } {
  const values = valuesOf(article, price)
  const known = outdatedWords(comment, filled, article, price).filter(({ now }) => now !== '')
  const now = new Map(known.map((one) => [one.text, one.now]))
  const current = filled.map(({ variable }) => values[variable]).filter(Boolean)
  const words = [...new Set([...now.keys(), ...current])]
  return {
    comment: comment.replaceAll(anyOf(words), (word) => now.get(word) ?? word),
    filled: withFilled(
      filled.filter(({ text }) => !now.has(text)),
      known.map((one) => ({ variable: one.variable, text: one.now })),
    ),
  }
}

/** `/ks` before the caret, at the start or after something that is no word or address. */
export function typedCode(before: string): { code: string; length: number } | undefined {
  const found = /(?:^|[^0-9A-Za-z０-９Ａ-Ｚａ-ｚ/／:.])([/／]([0-9A-Za-z０-９Ａ-Ｚａ-ｚ]{1,8}))$/.exec(before)
  const [, typed = '', code = ''] = found ?? []
  return code === '' ? undefined : { code: code.normalize('NFKC').toLowerCase(), length: typed.length }
}
