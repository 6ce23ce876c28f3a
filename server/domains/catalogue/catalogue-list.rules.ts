// Parses catalogue lists: CSV files with Japanese column names, as dealers keep them in spreadsheets.
import { mostAliases } from '#contract/brand-master'
import { mostBonusYen, mostConditions } from '#contract/campaign'
import { ledgerClass } from '#contract/codes'
import { oddVariablesSentence } from '#contract/comment-text'
import type { CsvEncoding } from '#contract/csv-encoding'
import { date } from '#contract/field'
import {
  foldSearch,
  hasControlOrEmoji,
  isKana,
  normalizeDigits,
  parseYenInput,
  toFullKatakana,
} from '#contract/text'
import { fromCsv } from '#server/platform/csv'
import { type AttributeEntry, attributeColumns, readAttribute } from './attribute-list.rules.ts'
import { foldBrand } from './brand-search.rules.ts'

export interface BrandEntry {
  name: string
  name_kana: string
  aliases: string[]
}
export interface CategoryEntry {
  /** Ancestors from the top; empty for a top category. */
  above: string[]
  name: string
  ledger_class: string
  /** Optional columns: a missing one leaves the stored value unchanged. */
  name_kana?: string
  sort?: number
  is_active?: boolean
}
export interface TemplateEntry {
  short_code: string
  title: string
  body: string
  category: string
  /** An optional column, too. */
  is_active?: boolean
}
export interface CampaignEntry {
  name: string
  starts_on: string
  ends_on: string
  /** Either of the two. */
  percent: number | null
  bonus_yen: number | null
  /** Optional columns. Conditions are names as the cell has them, found when they are loaded. */
  bonus_cap?: number | null
  brands?: string
  categories?: string
  shops?: string
  is_first_only?: boolean
  is_published?: boolean
}

export interface CatalogueLists {
  brands: (BrandEntry & { line: number })[]
  categories: (CategoryEntry & { line: number })[]
  attributes: (AttributeEntry & { line: number })[]
  templates: (TemplateEntry & { line: number })[]
  campaigns: (CampaignEntry & { line: number })[]
}
export type ListName = keyof CatalogueLists
/** Loading order: attributes and templates refer to categories. */
export const listNames = [
  'brands',
  'categories',
  'attributes',
  'templates',
  'campaigns',
] as const satisfies ListName[]

export interface ListProblem {
  list: ListName
  line: number | null
  column: string
  message: string
}

interface Column {
  header: string
  max: number
  mayBeBlank?: true
  mayBreak?: true
  /** Its values then stay as they are. */
  mayBeMissing?: true
}

/** Required, unless marked: a missing column would silently clear its values. */
export const listColumns: Readonly<Record<ListName, readonly Column[]>> = {
  brands: [
    { header: 'ブランド名', max: 100 },
    { header: 'カナ', max: 100 },
    { header: '別名', max: mostAliases * 101, mayBeBlank: true },
  ],
  categories: [
    { header: '上位カテゴリ', max: 200, mayBeBlank: true },
    { header: 'カテゴリ', max: 50 },
    { header: '品目区分', max: 2 },
    { header: 'カナ', max: 50, mayBeBlank: true, mayBeMissing: true },
    { header: '順番', max: 4, mayBeBlank: true, mayBeMissing: true },
    { header: '使用', max: 10, mayBeBlank: true, mayBeMissing: true },
  ],
  attributes: attributeColumns,
  templates: [
    { header: '短い記号', max: 8 },
    { header: '題名', max: 40 },
    { header: '本文', max: 1000, mayBreak: true },
    { header: '分類', max: 50, mayBeBlank: true },
    { header: '使用', max: 10, mayBeBlank: true, mayBeMissing: true },
  ],
  campaigns: [
    { header: 'キャンペーン名', max: 60 },
    { header: '率', max: 4, mayBeBlank: true },
    { header: '金額', max: 12, mayBeBlank: true, mayBeMissing: true },
    { header: '上限', max: 12, mayBeBlank: true, mayBeMissing: true },
    { header: '開始日', max: 11 },
    { header: '終了日', max: 11 },
    { header: '対象のブランド', max: mostConditions * 101, mayBeBlank: true, mayBeMissing: true },
    { header: '対象のカテゴリ', max: mostConditions * 201, mayBeBlank: true, mayBeMissing: true },
    { header: '対象の店舗', max: mostConditions * 101, mayBeBlank: true, mayBeMissing: true },
    { header: '初めて売る方だけ', max: 10, mayBeBlank: true, mayBeMissing: true },
    { header: 'サイトでの案内', max: 10, mayBeBlank: true, mayBeMissing: true },
  ],
}

const messages = {
  missing: 'この列がありません。1行目に列の名前を入れてください。 / This column is missing.',
  odd: 'この列は使えません。列の名前を確かめてください。 / Unknown column.',
  none: '2行目から下に、データがありません。 / There are no rows.',
  blank: '入力してください。 / Must not be blank.',
  control: '制御文字や絵文字は使えません。 / Control characters and emoji are not allowed.',
  kana: 'カタカナで入力してください。 / Must be katakana.',
  manyAliases: `別名は${mostAliases}個までです。 / At most ${mostAliases} aliases.`,
  ledgerClass: '品目区分は 01 から 13 で入力してください。 / Must be 01 to 13.',
  separator: 'カテゴリの名前に「>」は使えません。 / A name must not contain ">".',
  bar: 'ブランド名に「|」は使えません。 / A name must not contain "|".',
  shortCode: '半角の英数字で入力してください。 / Must be letters a-z and digits.',
  order_number: '1 から 9999 の整数で入力してください。 / Must be a whole number from 1 to 9999.',
  use: '「する」か「しない」で入力してください。 / Must be する or しない.',
  percent: '1 から 100 の整数で入力してください。 / Must be a whole number from 1 to 100.',
  percentOrYen: '率か金額のどちらか一方を入力してください。 / Either a rate or an amount.',
  bonus: `1 から ${mostBonusYen} の整数で入力してください。 / Must be a whole number from 1 to ${mostBonusYen}.`,
  cap: '上限は、率で上乗せするときに決められます。 / Only for a rate.',
  date: '2026-11-25 の形で入力してください。 / Must look like 2026-11-25.',
  order: '開始日より後の日付にしてください。 / Must not be before the first day.',
} as const
const tooLong = (max: number) => `${max}文字以内で入力してください。 / At most ${max} characters.`
const repeated = (line: number) => `${line}行目と同じものです。 / Repeats line ${line}.`

/** Undefined: the file has no such column. */
type Cell = (header: string) => string | undefined
type Cells = (header: string) => string
type Complain = (header: string, message: string) => void
type Read<Entry> = (
  cells: Cells,
  complain: Complain,
  cell: Cell,
) => { entry: Entry; key: string; keyColumn: string }

const readers: { [Name in ListName]: Read<Omit<CatalogueLists[Name][number], 'line'>> } = {
  brands: readBrand,
  categories: readCategory,
  attributes: (cells, complain, cell) =>
    readAttribute(cells, complain, cell, { doneIn, orderProblem: messages.order_number }),
  templates: readTemplate,
  campaigns: readCampaign,
}

export type ListReading<Name extends ListName> =
  | { ok: true; entries: CatalogueLists[Name]; encoding: CsvEncoding }
  | { ok: false; problems: ListProblem[] }

export interface ListFile {
  list: ListName
  csv: string
}

export const readListFile = ({ list, csv }: ListFile): ListReading<ListName> =>
  readList(list, new TextEncoder().encode(csv))

export function readList<Name extends ListName>(list: Name, bytes: Uint8Array): ListReading<Name> {
  const problems: ListProblem[] = []
  const add = (line: number | null, column: string, message: string) =>
    problems.push({ list, line, column, message })
  const file = fromCsv(bytes)
  if (!file.ok) {
    add(file.line, '', `${file.message} / Not a CSV file that can be read (${file.code}).`)
    return { ok: false, problems }
  }
  const columns = listColumns[list]
  const isThere = (header: string) => file.header.includes(header)
  for (const { header, mayBeMissing } of columns)
    if (!mayBeMissing && !isThere(header)) add(1, header, messages.missing)
  for (const header of file.header)
    if (!columns.some((column) => column.header === header)) add(1, header, messages.odd)
  if (problems.length > 0) return { ok: false, problems }

  const known = new Map<string, number>()
  // Spreadsheets also save empty rows below the last one.
  const filled = file.rows
    .map((row, index) => ({ row, line: file.lines[index] ?? 0 }))
    .filter(({ row }) => Object.values(row).some((cell) => cell.trim() !== ''))
  if (filled.length === 0) add(null, '', messages.none)
  const entries = filled.map(({ row, line }) => {
    const complain: Complain = (header, message) => add(line, header, message)
    for (const column of columns)
      if (isThere(column.header)) checkCell(column, row[column.header] ?? '', complain)
    const cells: Cells = (header) => (row[header] ?? '').trim()
    const read = readers[list](cells, complain, (header) => (isThere(header) ? cells(header) : undefined))
    const first = known.get(read.key)
    if (first !== undefined) complain(read.keyColumn, repeated(first))
    else if (read.key !== '') known.set(read.key, line)
    return { ...read.entry, line }
  })
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, entries: entries as CatalogueLists[Name], encoding: file.encoding }
}

function checkCell({ header, max, mayBeBlank, mayBreak }: Column, value: string, complain: Complain): void {
  const text = value.trim()
  if (text === '' && !mayBeBlank) complain(header, messages.blank)
  if ([...text].length > max) complain(header, tooLong(max))
  if (hasControlOrEmoji(mayBreak ? text.replace(/\r?\n/g, '') : text)) complain(header, messages.control)
}

function readBrand(cells: Cells, complain: Complain) {
  const name = cells('ブランド名')
  const kana = toFullKatakana(cells('カナ'))
  if (/[|｜]/.test(name)) complain('ブランド名', messages.bar)
  if (kana !== '' && !isKana(kana)) complain('カナ', messages.kana)
  const aliases = cells('別名')
    .split(/[|｜]/)
    .map((alias) => alias.trim())
  const entry: BrandEntry = {
    name,
    name_kana: kana,
    aliases: [...new Set(aliases)].filter((alias) => alias !== ''),
  }
  if (entry.aliases.length > mostAliases) complain('別名', messages.manyAliases)
  if (entry.aliases.some((alias) => [...alias].length > 100)) complain('別名', tooLong(100))
  return { entry, key: foldBrand(name), keyColumn: 'ブランド名' }
}

export const categoryKey = (path: readonly string[]): string => path.map(foldSearch).join('>')

function readCategory(cells: Cells, complain: Complain, cell: Cell) {
  const name = cells('カテゴリ')
  if (/[>＞]/.test(name)) complain('カテゴリ', messages.separator)
  const above = cells('上位カテゴリ')
    .split(/[>＞]/)
    .map((part) => part.trim())
  const digits = normalizeDigits(cells('品目区分'))
  // Spreadsheets drop the leading zero.
  const code = digits.padStart(2, '0')
  if (digits !== '' && !Object.hasOwn(ledgerClass, code)) complain('品目区分', messages.ledgerClass)
  const entry: CategoryEntry = {
    above: above.filter((part) => part !== ''),
    name,
    ledger_class: code,
    ...categoryExtras(complain, cell),
  }
  return { entry, key: name === '' ? '' : categoryKey([...entry.above, name]), keyColumn: 'カテゴリ' }
}

export const shortCodeOf = (typed: string): string => typed.normalize('NFKC').toLowerCase()
export const isShortCode = (code: string): boolean => /^[a-z0-9]+$/.test(code)

/** As they stand in the column 使用. */
export const useWords = { yes: 'する', no: 'しない' } as const

function categoryExtras(complain: Complain, cell: Cell): Partial<CategoryEntry> {
  const extras: Partial<CategoryEntry> = {}
  const kana = cell('カナ')
  if (kana !== undefined) {
    extras.name_kana = toFullKatakana(kana)
    if (kana !== '' && !isKana(extras.name_kana)) complain('カナ', messages.kana)
  }
  const place = cell('順番')
  if (place !== undefined && place !== '') {
    const digits = normalizeDigits(place)
    if (!/^\d{1,4}$/.test(digits) || Number(digits) < 1) complain('順番', messages.order_number)
    else extras.sort = Number(digits)
  }
  return { ...extras, ...usedIn(complain, cell) }
}

/** Undefined where the file says nothing. */
function doneIn(header: string, complain: Complain, cell: Cell): boolean | undefined {
  const use = cell(header)
  if (use === undefined || use === '') return undefined
  if (use !== useWords.yes && use !== useWords.no) complain(header, messages.use)
  return use === useWords.yes
}

function usedIn(complain: Complain, cell: Cell): { is_active?: boolean } {
  const is_active = doneIn('使用', complain, cell)
  return is_active === undefined ? {} : { is_active }
}

function readTemplate(cells: Cells, complain: Complain, cell: Cell) {
  const code = shortCodeOf(cells('短い記号'))
  if (code !== '' && !isShortCode(code)) complain('短い記号', messages.shortCode)
  const odd = oddVariablesSentence(cells('本文'))
  if (odd !== undefined) complain('本文', `${odd} / Unknown variable.`)
  const entry: TemplateEntry = {
    short_code: code,
    title: cells('題名'),
    body: cells('本文').replaceAll('\r\n', '\n'),
    category: cells('分類'),
    ...usedIn(complain, cell),
  }
  return { entry, key: code, keyColumn: '短い記号' }
}

/** Campaigns with the same name return every season. */
export const campaignKey = ({ name, starts_on }: Pick<CampaignEntry, 'name' | 'starts_on'>): string =>
  `${foldSearch(name)} ${starts_on}`

function readCampaign(cells: Cells, complain: Complain, cell: Cell) {
  const name = cells('キャンペーン名')
  const starts_on = readDay(cells, '開始日', complain)
  const ends_on = readDay(cells, '終了日', complain)
  if (starts_on !== '' && ends_on !== '' && ends_on < starts_on) complain('終了日', messages.order)
  const entry: CampaignEntry = {
    ...{ name, starts_on, ends_on },
    ...readBonus(cells, complain, cell),
    ...readConditions(complain, cell),
  }
  return { entry, key: name === '' ? '' : campaignKey(entry), keyColumn: 'キャンペーン名' }
}

function readBonus(cells: Cells, complain: Complain, cell: Cell) {
  const rate = cells('率').normalize('NFKC').replace(/%$/, '').trim()
  const percent = /^\d{1,3}$/.test(rate) ? Number(rate) : 0
  if (rate !== '' && (percent < 1 || percent > 100)) complain('率', messages.percent)
  const bonus_yen = readBonusYen(cell('金額') ?? '', '金額', complain)
  if ((rate === '') === (cells('金額') === '')) complain('率', messages.percentOrYen)
  const limit = cell('上限')
  const bonus_cap = readBonusYen(limit ?? '', '上限', complain)
  if (bonus_cap !== null && rate === '') complain('上限', messages.cap)
  return {
    ...{ percent: rate === '' ? null : percent, bonus_yen },
    ...(limit === undefined ? {} : { bonus_cap }),
  }
}

function readBonusYen(text: string, header: string, complain: Complain): number | null {
  if (text === '') return null
  // What Shift_JIS has in the place of the backslash is a yen sign.
  const amount = parseYenInput(text.replace(/^\\/, ''))
  if (amount !== null && amount >= 1 && amount <= mostBonusYen) return amount
  complain(header, messages.bonus)
  return null
}

function readConditions(complain: Complain, cell: Cell): Partial<CampaignEntry> {
  const [brands, categories, shops] = [cell('対象のブランド'), cell('対象のカテゴリ'), cell('対象の店舗')]
  const is_first_only = doneIn('初めて売る方だけ', complain, cell)
  const is_published = doneIn('サイトでの案内', complain, cell)
  return {
    ...(brands === undefined ? {} : { brands }),
    ...(categories === undefined ? {} : { categories }),
    ...(shops === undefined ? {} : { shops }),
    ...(is_first_only === undefined ? {} : { is_first_only }),
    ...(is_published === undefined ? {} : { is_published }),
  }
}

/** Spreadsheets turn `2026-01-05` into `2026/1/5` or `2026年1月5日`. */
function readDay(cells: Cells, header: string, complain: Complain): string {
  const text = cells(header).normalize('NFKC')
  if (text === '') return ''
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?$/.exec(text) ?? []
  const read = date.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  if (!read.success) complain(header, messages.date)
  return read.success ? read.data : ''
}
