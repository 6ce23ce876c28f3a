import { readAttributes, writeAttributes } from '#contract/attribute-text'
import { itemGender } from '#contract/codes'
import { isDate } from '#contract/day'
import type { preAssessmentCalls } from '#contract/pre-assessment'
import { foldSearch, formatCount, normalizeDigits, parseYenInput } from '#contract/text'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { type Choice, choiceOf, type GridColumn, type Texts } from './grid.rules.ts'

export type Template = AskResult<typeof preAssessmentCalls.priceTemplates>['results'][number]
export type TemplateBody = AskInput<typeof preAssessmentCalls.createPriceTemplate>['body']

export const templateColumns: readonly GridColumn[] = [
  { key: 'brand', header: 'ブランド', width: 124, options: [] },
  { key: 'brandRank', header: 'ランク', width: 46 },
  { key: 'category', header: 'カテゴリ', width: 122, options: [] },
  { key: 'gender', header: '対象', width: 84, options: Object.values(itemGender) },
  { key: 'condition', header: '状態', width: 108, options: [] },
  { key: 'season', header: '季節', width: 56, options: [] },
  { key: 'attributes', header: '属性', width: 72 },
  { key: 'base', header: '基準額', width: 70, align: 'end', mode: 'numeric' },
  { key: 'bandPermille', header: '幅(±%)', width: 52, align: 'end', mode: 'decimal' },
  { key: 'validFrom', header: '適用開始', width: 88 },
  { key: 'validTo', header: '適用終了', width: 88 },
]

const dayText = (day: string | null): string => (day ?? '').replaceAll('-', '/')

export const templateTexts = (row: Template | null): Texts =>
  row === null
    ? {}
    : {
        brand: row.brandName,
        brandRank: row.brandRank ?? '',
        category: row.categoryName,
        gender: row.gender === null ? '' : (itemGender[row.gender as keyof typeof itemGender] ?? ''),
        condition: row.conditionName,
        season: row.seasonName,
        attributes: writeAttributes(row.attributes),
        base: formatCount(row.base),
        bandPermille: String(row.bandPermille / 10),
        validFrom: dayText(row.validFrom),
        validTo: dayText(row.validTo),
      }

/** `2026/12/1`, `12/1` of this year or the next, `2026-12-01`. */
export function dayOf(text: string, today: string): string | undefined {
  const written = normalizeDigits(text).normalize('NFKC').trim()
  const [, year, month, day] = /^(?:(\d{4})[-/年.])?(\d{1,2})[-/月.](\d{1,2})日?$/.exec(written) ?? []
  if (month === undefined || day === undefined) return undefined
  const rest = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const thisYear = today.slice(0, 4)
  const own = year ?? (`${thisYear}-${rest}` < today ? String(Number(thisYear) + 1) : thisYear)
  return isDate(`${own}-${rest}`) ? `${own}-${rest}` : undefined
}

export interface Masters {
  brands: readonly (Choice & { nameKana: string })[]
  categories: readonly Choice[]
  conditions: readonly Choice[]
  seasons: readonly Choice[]
}

const brandOf = (brands: Masters['brands'], text: string) => {
  const wanted = foldSearch(text)
  const found = brands.filter(({ name, nameKana }) =>
    [name, nameKana].some((one) => foldSearch(one) === wanted),
  )
  return choiceOf(
    found.map(({ id }) => ({ id, name: text })),
    text,
  )
}

export type Read = { body: TemplateBody } | { problems: Record<string, string> }

/** A row as the call takes it. What nobody touched keeps its number, also where its name is that of several. */
export function readTemplate(texts: Texts, stored: Template | null, masters: Masters, today: string): Read {
  const problems: Record<string, string> = {}
  const before = templateTexts(stored)
  const cell = (name: string) => (texts[name] ?? '').trim()
  const named = (
    name: 'brand' | 'category' | 'condition' | 'season',
    find: (text: string) => ReturnType<typeof choiceOf>,
  ): number | null => {
    if (cell(name) === '') return null
    if (stored && cell(name) === before[name]) return stored[name]
    const found = find(cell(name))
    if ('id' in found) return found.id
    problems[name] = found.problem
    return null
  }
  const day = (name: 'validFrom' | 'validTo'): string | null => {
    if (cell(name) === '') return null
    const found = dayOf(cell(name), today)
    if (!found) problems[name] = '日付は 2026/12/1 の形で入力してください。'
    return found ?? null
  }
  const rank = cell('brandRank').normalize('NFKC').toUpperCase()
  if (!/^[A-Z0-9]{0,4}$/.test(rank)) problems.brandRank = 'ランクは半角の英数字4文字までです。'
  const gender = Object.entries(itemGender).find(
    ([, label]) => foldSearch(label) === foldSearch(cell('gender')),
  )
  if (cell('gender') !== '' && !gender)
    problems.gender = `対象は${Object.values(itemGender).join('・')}のどれかです。`
  const base = parseYenInput(cell('base'))
  if (base === null || base < 0) problems.base = '基準額を0円以上の数字で入力してください。'
  const band = Number(cell('bandPermille').normalize('NFKC').replace(/^±|%$/g, '') || '15')
  if (!(band >= 0 && band <= 90)) problems.bandPermille = '幅は0から90までの数字で入力してください。'
  const attributes = readAttributes(cell('attributes'), (message) => {
    problems.attributes ??= message
  })
  const body = {
    brand: named('brand', (text) => brandOf(masters.brands, text)),
    brandRank: rank === '' ? null : rank,
    category: named('category', (text) => choiceOf(masters.categories, text)),
    gender: (gender ? Number(gender[0]) : null) as TemplateBody['gender'],
    condition: named('condition', (text) => choiceOf(masters.conditions, text)),
    season: named('season', (text) => choiceOf(masters.seasons, text)),
    attributes: Object.fromEntries(attributes),
    base: base ?? 0,
    bandPermille: Math.round(band * 10),
    validFrom: day('validFrom') ?? '',
    validTo: day('validTo'),
  }
  if (body.validFrom === '') problems.validFrom ??= '適用の始まりの日を入力してください。'
  return Object.keys(problems).length > 0 ? { problems } : { body }
}

/** What a template is for, in words. */
export const templateName = (texts: Texts): string =>
  [
    texts.brand || (texts.brandRank ? `ランク${texts.brandRank}` : ''),
    texts.category,
    texts.gender,
    texts.condition,
    texts.season,
  ]
    .filter(Boolean)
    .join(' ') || '新しい行'

/** From this on a template and what is paid have parted. */
export const wideDrift = 150
