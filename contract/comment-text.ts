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
  ブランド: article.brandName,
  カテゴリ: article.categoryName,
  品名: article.name,
  色: article.color,
  サイズ: article.size,
  素材: article.material,
  状態: article.grade ? labelOf(gradeBandLabel, article.grade.slice(0, 1)) : '',
  査定額: price === null ? '' : formatYen(price),
})

/** The text for this article, and the variables that it has no value for yet: they are left out. */
export function fillComment(
  body: string,
  article: Commented,
  price: number | null,
): { text: string; missing: CommentVariable[] } {
  const values = valuesOf(article, price)
  const missing = new Set<CommentVariable>()
  const text = body.replaceAll(named, (whole, inner: string) => {
    const name = inner.trim()
    if (!isVariable(name)) return whole
    if (values[name] === '') missing.add(name)
    return values[name]
  })
  return { text, missing: [...missing] }
}

/** `/ks` before the caret, at the start or after something that is no word or address. */
export function typedCode(before: string): { code: string; length: number } | undefined {
  const found = /(?:^|[^0-9A-Za-z０-９Ａ-Ｚａ-ｚ/／:.])([/／]([0-9A-Za-z０-９Ａ-Ｚａ-ｚ]{1,8}))$/.exec(before)
  const [, typed = '', code = ''] = found ?? []
  return code === '' ? undefined : { code: code.normalize('NFKC').toLowerCase(), length: typed.length }
}
