// Reads rows of standard amounts, from JSON or a CSV file, and finds the brands and categories they name.
import { type Grade, grades } from '#contract/codes'
import { foldSearch, parseYenInput } from '#contract/text'
import { fromCsv } from '#server/platform/csv'
import type { FieldErrors } from '#server/platform/refusal'
import { foldBrand } from './brand-search.rules.ts'
import { categoryKey } from './catalogue-list.rules.ts'

export type GivenRow = Readonly<Record<string, string | number | boolean | null>>

interface AmountEntry {
  /** Of the file; of JSON, the place among the rows. */
  line: number
  brand: number
  category: number
  grade: Grade
  amount: number
}

/** As arrays of PostgreSQL, written where the file is read: a hundred thousand amounts take a while. */
export type AmountArrays = Readonly<Record<keyof AmountEntry, string>> & { count: number }

interface Given {
  rows: readonly GivenRow[]
  lines: readonly number[]
}

const names = {
  brand: ['ブランド名', 'ブランド', 'brand'],
  category: ['カテゴリ', 'カテゴリー', 'category'],
  grade: ['グレード', '状態', 'grade'],
  amount: ['金額', '基準額', '買取額', 'amount'],
} as const
export const amountColumns = (Object.keys(names) as (keyof typeof names)[]).map((key) => ({
  key,
  header: names[key][0],
}))

function readAmountCsv(text: string, most: number): Given | { problem: string } {
  const file = fromCsv(new TextEncoder().encode(text), most)
  if (!file.ok) return { problem: file.message }
  if (file.rows.length > most) return { problem: `一度に読み込めるのは${most}行までです。` }
  const given = new Map(file.header.map((header) => [foldSearch(header), header]))
  const headers = amountColumns.map(({ key, header }) => ({
    key,
    header,
    found: names[key].map((name) => given.get(foldSearch(name))).find((name) => name !== undefined),
  }))
  const lacking = headers.filter(({ found }) => found === undefined)
  if (lacking.length > 0) {
    const list = lacking.map(({ header }) => `「${header}」`).join('')
    return { problem: `${list}の列がありません。1行目に列の名前を入れてください。` }
  }
  const isFilled = (row: Record<string, string>) => Object.values(row).some((cell) => cell.trim() !== '')
  const kept = file.rows.flatMap((row, index) =>
    isFilled(row) ? [{ row, line: file.lines[index] ?? 0 }] : [],
  )
  if (kept.length === 0) return { problem: '2行目から下に、データがありません。' }
  return {
    rows: kept.map(({ row }) =>
      Object.fromEntries(headers.map(({ key, found }) => [key, row[found ?? ''] ?? ''])),
    ),
    lines: kept.map(({ line }) => line),
  }
}

export interface BrandMaster {
  id: number
  name: string
  name_kana: string
  aliases: readonly string[]
  merged_into: number | null
}
export interface CategoryMaster {
  id: number
  name: string
  parent_id: number | null
}

/** `several` when a name could mean more than one. */
type Find = (given: string | number) => number | 'none' | 'several'

const only = (found: ReadonlySet<number> | undefined): number | 'none' | 'several' => {
  const [first, ...others] = found ?? []
  return first === undefined ? 'none' : others.length > 0 ? 'several' : first
}

function gather(pairs: Iterable<readonly [string, number]>): Map<string, Set<number>> {
  const map = new Map<string, Set<number>>()
  for (const [key, id] of pairs) map.set(key, (map.get(key) ?? new Set()).add(id))
  return map
}

/** By name first, then by kana or alias: an alias may be another brand's name. */
export function brandFinder(brands: readonly BrandMaster[]): Find {
  const known = new Map(brands.map((brand) => [brand.id, brand.merged_into ?? brand.id]))
  const exact = new Map(brands.map((brand) => [brand.name, brand.merged_into ?? brand.id]))
  const byName = gather(brands.map((brand) => [foldBrand(brand.name), brand.merged_into ?? brand.id]))
  const byOther = gather(
    brands
      .filter(({ merged_into }) => merged_into === null)
      .flatMap((brand) =>
        [brand.name_kana, ...brand.aliases].map((text) => [foldBrand(text), brand.id] as const),
      ),
  )
  return (given) => {
    if (typeof given === 'number') return known.get(given) ?? 'none'
    const name = exact.get(given)
    if (name !== undefined) return name
    const found = only(byName.get(foldBrand(given)))
    return found === 'none' ? only(byOther.get(foldBrand(given))) : found
  }
}

/** By the whole path (`衣類>ニット`), or by the last name where only one category has it. */
export function categoryFinder(categories: readonly CategoryMaster[]): Find {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const path = ({ name, parent_id }: CategoryMaster): string[] => {
    const above = parent_id === null ? undefined : byId.get(parent_id)
    return [...(above ? path(above) : []), name]
  }
  const byPath = gather(categories.map((category) => [categoryKey(path(category)), category.id]))
  const byName = gather(categories.map((category) => [foldSearch(category.name), category.id]))
  return (given) => {
    if (typeof given === 'number') return byId.has(given) ? given : 'none'
    const found = only(byPath.get(categoryKey(given.split(/[>＞]/))))
    return found === 'none' ? only(byName.get(foldSearch(given))) : found
  }
}

const gradeOf = (text: string): Grade | undefined => {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s_-]/g, '')
  return grades.find((grade) => grade.replace('_', '') === plain)
}

const mostYen = 9_999_999_999

function amountOf(given: string | number): number | string {
  // What Shift_JIS has in the place of the backslash is a yen sign.
  const amount = typeof given === 'number' ? given : parseYenInput(given.trim().replace(/^\\/, ''))
  if (amount === null || !Number.isSafeInteger(amount)) return '金額を数字で入力してください。'
  if (amount < 1) return '1円以上で入力してください。'
  return amount > mostYen ? '金額が大きすぎます。' : amount
}

const words = {
  blank: 'この項目は必須です。',
  several: (name: string) => `「${name}」に当てはまるものが複数あります。`,
  none: (name: string | number) =>
    typeof name === 'number'
      ? `主キー "${name}" は不正です - データが存在しません。`
      : `「${name}」は登録されていません。`,
}

export interface Masters {
  brands: readonly BrandMaster[]
  categories: readonly CategoryMaster[]
}
interface Finders {
  brand: Find
  category: Find
}

export type AmountReading =
  | { ok: true; amounts: AmountArrays }
  | { ok: false; problem: string }
  | { ok: false; rows: FieldErrors[]; lines: number[] }

/** Rows of JSON, or the text of a CSV file. */
export type AmountSource = { rows: readonly GivenRow[] } | { csv: string; most: number }

export interface AmountFile {
  source: AmountSource
  masters: Masters
}

export function readAmountFile({ source, masters }: AmountFile): AmountReading {
  const given =
    'rows' in source
      ? { rows: source.rows, lines: source.rows.map((_, index) => index + 1) }
      : readAmountCsv(source.csv, source.most)
  return 'problem' in given ? { ok: false, problem: given.problem } : readGiven(given, masters)
}

const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

function readGiven(given: Given, { brands, categories }: Masters): AmountReading {
  const read = readAmounts(given, { brand: brandFinder(brands), category: categoryFinder(categories) })
  if (!read.ok) return read
  const column = (key: keyof AmountEntry) => arrayOf(read.entries.map((entry) => entry[key]))
  const columns = { line: column('line'), brand: column('brand'), category: column('category') }
  return {
    ok: true,
    amounts: { ...columns, grade: column('grade'), amount: column('amount'), count: read.entries.length },
  }
}

type Read = { ok: true; entries: AmountEntry[] } | { ok: false; rows: FieldErrors[]; lines: number[] }

function readAmounts({ rows, lines }: Given, find: Finders): Read {
  const seen = new Map<string, number>()
  const problems: FieldErrors[] = []
  const entries = rows.map((row, index) => {
    const problem: Record<string, string[]> = {}
    const line = lines[index] ?? 0
    const entry = readRow(row, find, (field, message) => {
      problem[field] = [message]
    })
    if (Object.keys(problem).length === 0) {
      const key = `${entry.brand} ${entry.category} ${entry.grade}`
      const before = seen.get(key)
      if (before === undefined) seen.set(key, line)
      else problem.grade = [`${before}行目と同じブランド・カテゴリ・グレードです。`]
    }
    problems.push(problem)
    return { line, ...entry }
  })
  return problems.every((problem) => Object.keys(problem).length === 0)
    ? { ok: true, entries }
    : { ok: false, rows: problems, lines: [...lines] }
}

function readRow(row: GivenRow, find: Finders, complain: (field: string, message: string) => void) {
  const cell = (field: string): string | number | undefined => {
    const value = row[field]
    const text = typeof value === 'string' ? value.trim() : value
    if (typeof text === 'number' || (typeof text === 'string' && text !== '')) return text
    complain(field, words.blank)
    return undefined
  }
  const keyOf = (field: keyof Finders): number => {
    const given = cell(field)
    if (given === undefined) return 0
    const found = find[field](given)
    if (typeof found === 'number') return found
    complain(field, found === 'none' ? words.none(given) : words.several(String(given)))
    return 0
  }
  const [brand, category] = [keyOf('brand'), keyOf('category')]
  const given = cell('grade')
  const grade = given === undefined ? undefined : gradeOf(String(given))
  if (given !== undefined && !grade) complain('grade', 'グレードは S1 から D3 で入力してください。')
  const yen = cell('amount')
  const amount = yen === undefined ? 0 : amountOf(yen)
  if (typeof amount === 'string') complain('amount', amount)
  return { brand, category, grade: grade ?? 'S_1', amount: typeof amount === 'number' ? amount : 0 }
}
