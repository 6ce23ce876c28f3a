// What one line of a file of masters says, with what it names; or sentences by field.
import { readAttributes } from '#contract/attribute-text'
import { itemGender } from '#contract/codes'
import { isDate } from '#contract/day'
import type { UploadKind } from '#contract/pre-assessment-master'
import { foldSearch, parseYenInput } from '#contract/text'
import { prospectColumns, prospectProblems } from './prospect.rules.ts'
import { attributesOf, matchKeyOf, templateProblems } from './template.rules.ts'

export type Complain = (field: string, message: string) => void
export type Cells = Readonly<Record<string, string>>

/** Columns of PostgreSQL by name. */
export type Entry = Readonly<Record<string, string | number | boolean | null | object>>

export interface Named {
  id: number
  name: string
  /** What else it may be called by. */
  others: readonly string[]
}
/** What lines may name. */
export interface Known {
  brands: readonly Named[]
  categories: readonly Named[]
  conditions: readonly Named[]
  seasons: readonly Named[]
}

/** The stored text of which a cell is what is left after Shift_JIS. */
export type LostOf = (cell: string) => string | undefined

const longestShown = 40
export const lostCharacters = (stored: string): string =>
  `Shift_JISにない文字が失われています。登録は「${[...stored].slice(0, longestShown).join('')}」です。UTF-8のCSVで保存し直してください。`

type Ids = Map<string, number | 'several'>

function note(ids: Ids, name: string, id: number): void {
  const before = ids.get(name)
  ids.set(name, before === undefined || before === id ? id : 'several')
}

/** A name as it is written comes first, then one that folds alike, then other names. */
function finder(rows: readonly Named[]): (text: string) => number | 'several' | undefined {
  const tiers: [Ids, Ids, Ids] = [new Map(), new Map(), new Map()]
  for (const { id, name, others } of rows) {
    note(tiers[0], name, id)
    note(tiers[1], foldSearch(name), id)
    for (const other of others) if (other !== '') note(tiers[2], foldSearch(other), id)
  }
  return (text) => {
    const folded = foldSearch(text)
    return tiers[0].get(text) ?? tiers[1].get(folded) ?? tiers[2].get(folded)
  }
}

export interface Finders {
  find: Readonly<Record<keyof Known, ReturnType<typeof finder>>>
  lostOf: LostOf
}

export const findersOf = (known: Known, lostOf: LostOf): Finders => ({
  find: {
    brands: finder(known.brands),
    categories: finder(known.categories),
    conditions: finder(known.conditions),
    seasons: finder(known.seasons),
  },
  lostOf,
})

function idOf(
  { find, lostOf }: Finders,
  { of, text, field }: { of: keyof Known; text: string; field: string },
  complain: Complain,
): number | null {
  if (text === '') return null
  const found = find[of](text)
  if (typeof found === 'number') return found
  const lost = lostOf(text)
  if (lost !== undefined) complain(field, lostCharacters(lost))
  else if (found === undefined) complain(field, `「${text}」は登録されていません。`)
  else complain(field, `「${text}」に当てはまるものが複数あります。`)
  return null
}

const plain = (text: string): string => text.normalize('NFKC').trim()
const isNumber = (text: string): boolean => /^\d{1,9}(?:\.\d{1,9})?$/.test(text)

function factorOf(text: string, least: number, complain: Complain): number {
  const written = plain(text).replace(/^[×xX]/, '')
  const permille = Math.round(Number(written) * 1000)
  const isExact = Math.abs(Number(written) * 1000 - permille) < 1e-6
  if (isNumber(written) && isExact && permille >= least && permille <= 10_000) return permille
  if (text !== '')
    complain('factor', `係数は ${least / 1000} から 10 までの数字で、小数は3桁までです(例 1.10)。`)
  return 0
}

function rankOf(text: string, field: string, complain: Complain): string {
  const rank = plain(text).toUpperCase()
  if (/^[A-Z0-9]{0,4}$/.test(rank)) return rank
  complain(field, 'ランクは半角の英数字4文字までです。')
  return ''
}

const genders = new Map(Object.entries(itemGender).map(([id, name]) => [foldSearch(name), Number(id)]))

function genderOf(text: string, complain: Complain): number | null {
  if (text === '') return null
  const found = genders.get(foldSearch(text))
  if (found === undefined)
    complain('gender', `${Object.values(itemGender).join('・')}のどれかを入力してください。`)
  return found ?? null
}

function dayOf(text: string, field: string, complain: Complain): string | null {
  if (text === '') return null
  const [, year, month, day] = /^(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})日?$/.exec(plain(text)) ?? []
  const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (day !== undefined && isDate(iso) && !iso.startsWith('00')) return iso
  complain(field, '日付は 2026-12-01 の形で入力してください。')
  return null
}

const mostYen = 9_999_999_999

function baseOf(text: string, complain: Complain): number {
  const base = parseYenInput(text)
  if (base !== null && base >= 0 && base <= mostYen) return base
  if (text !== '') complain('base', '金額を数字で入力してください。')
  return 0
}

function bandOf(text: string, complain: Complain): number {
  const written = plain(text).replace(/%$/, '').trim()
  const permille = Math.round(Number(written) * 10)
  if (isNumber(written) && Math.abs(Number(written) * 10 - permille) < 1e-6 && permille <= 900)
    return permille
  if (text !== '') complain('band', '幅は 0 から 90 までの数字で、小数は1桁までです。')
  return 0
}

function templateEntry(cells: Cells, finders: Finders, complain: Complain): Entry {
  const cell = (name: string) => cells[name] ?? ''
  const named = (of: keyof Known, field: string) => idOf(finders, { of, text: cell(field), field }, complain)
  const rank = rankOf(cell('brand_rank'), 'brand_rank', complain)
  const given = {
    brand: named('brands', 'brand'),
    brand_rank: rank === '' ? null : rank,
    category: named('categories', 'category'),
    gender: genderOf(cell('gender'), complain),
    condition: named('conditions', 'condition'),
    season: named('seasons', 'season'),
    attributes: attributesOf(
      Object.fromEntries(readAttributes(cell('attributes'), (message) => complain('attributes', message))),
    ),
  }
  const figures = {
    base: baseOf(cell('base'), complain),
    band_permille: bandOf(cell('band'), complain),
    valid_from: dayOf(cell('valid_from'), 'valid_from', complain) ?? '9999-12-31',
    valid_to: dayOf(cell('valid_to'), 'valid_to', complain),
  }
  for (const [field, messages] of Object.entries(templateProblems({ ...given, ...figures })))
    for (const message of messages) complain(field, message)
  return { ...given, ...figures, match_key: matchKeyOf(given) }
}

function monthsOf(text: string, complain: Complain): number[] {
  const months = plain(text)
    .split(/[,、・\s]+/)
    .map((part) => part.replace(/月$/, ''))
  if (months.length <= 12 && months.every((month) => /^(?:[1-9]|1[0-2])$/.test(month)))
    return [...new Set(months.map(Number))].sort((one, other) => one - other)
  if (text !== '') complain('months', '月は 10,11,12 の形で、1 から 12 までの数字で入力してください。')
  return []
}

const longestSeason = 30
const lastPlace = 9999

function seasonEntry(cells: Cells, { find }: Finders, complain: Complain): Entry {
  const cell = (name: string) => cells[name] ?? ''
  const sort = plain(cell('sort')) || '0'
  if (!/^\d{1,4}$/.test(sort)) complain('sort', `順番は 0 から ${lastPlace} までの数字です。`)
  const use = cell('use') || 'する'
  if (use !== 'する' && use !== 'しない') complain('use', '「する」か「しない」を入力してください。')
  const name = cell('name')
  if (name.length > longestSeason) complain('name', `${longestSeason}文字以内で入力してください。`)
  const known = find.seasons(name)
  return {
    season: typeof known === 'number' ? known : null,
    name,
    months: `{${monthsOf(cell('months'), complain).join(',')}}`,
    factor_permille: factorOf(cell('factor'), 0, complain),
    sort: Number(sort) || 0,
    is_active: use === 'する',
  }
}

const longestOfProspect = { name: 60, name_kana: 60, phone: 20, email: 254, note: 500 } as const

function prospectEntry(cells: Cells, complain: Complain): Entry {
  const { name = '', name_kana = '', phone = '', email = '', note: remark = '' } = cells
  const given = { name, name_kana, phone, email, note: remark }
  for (const [field, most] of Object.entries(longestOfProspect))
    if ((cells[field] ?? '').length > most) complain(field, `${most}文字以内で入力してください。`)
  for (const [field, messages] of Object.entries(prospectProblems(given)))
    for (const message of messages) complain(field, message)
  return prospectColumns(given)
}

export function entryOf(kind: UploadKind, cells: Cells, finders: Finders, complain: Complain): Entry {
  const cell = (name: string) => cells[name] ?? ''
  const named = (of: keyof Known, field: string) => idOf(finders, { of, text: cell(field), field }, complain)
  switch (kind) {
    case 'brands':
      return {
        brand: named('brands', 'brand'),
        rank: rankOf(cell('rank'), 'rank', complain),
        factor_permille: factorOf(cell('factor'), 1, complain),
      }
    case 'categories':
      return {
        category: named('categories', 'category'),
        factor_permille: factorOf(cell('factor'), 1, complain),
      }
    case 'season_tags':
      return seasonEntry(cells, finders, complain)
    case 'price_templates':
      return templateEntry(cells, finders, complain)
    default:
      return prospectEntry(cells, complain)
  }
}

/** What a line is about: two lines of one file must not say two things of it. People may be alike, so none here. */
export function keyOf(kind: UploadKind, entry: Entry): string | null {
  switch (kind) {
    case 'brands':
      return String(entry.brand)
    case 'categories':
      return String(entry.category)
    case 'season_tags':
      return foldSearch(String(entry.name))
    case 'price_templates':
      return `${entry.match_key} ${entry.valid_from}`
    default:
      return null
  }
}
