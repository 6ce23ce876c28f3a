import { gradeBandLabel } from '#contract/codes'
import type { preAssessmentCalls } from '#contract/pre-assessment'
import { foldSearch, normalizeDigits } from '#contract/text'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import {
  checkText,
  factorText,
  type GridColumn,
  isChecked,
  monthsOf,
  permilleOf,
  type Texts,
} from './grid.rules.ts'

type Calls = typeof preAssessmentCalls
export type Brand = AskResult<Calls['brands']>['results'][number]
export type Category = AskResult<Calls['categories']>['results'][number]
export type Condition = AskResult<Calls['itemStatuses']>['results'][number]
export type Season = AskResult<Calls['seasonTags']>['results'][number]

type Read<Body> = { body: Body } | { problems: Record<string, string> }

const factorColumn: GridColumn = {
  key: 'factorPermille',
  header: '係数',
  width: 84,
  align: 'end',
  mode: 'decimal',
}
const activeColumn: GridColumn = { key: 'isActive', header: '使う', width: 56, kind: 'check' }
const sortColumn: GridColumn = { key: 'sort', header: '順番', width: 64, align: 'end', mode: 'numeric' }

export const brandColumns: readonly GridColumn[] = [
  { key: 'name', header: 'ブランド', width: 200, isFixed: true },
  { key: 'rank', header: 'ランク', width: 84 },
  factorColumn,
]
export const categoryColumns: readonly GridColumn[] = [
  { key: 'name', header: 'カテゴリ', width: 240, isFixed: true },
  factorColumn,
]
export const conditionColumns: readonly GridColumn[] = [
  { key: 'name', header: '状態', width: 130 },
  { key: 'gradeBand', header: 'グレード', width: 92, options: Object.keys(gradeBandLabel) },
  { key: 'description', header: '説明', width: 260 },
  sortColumn,
  factorColumn,
  activeColumn,
]
export const seasonColumns: readonly GridColumn[] = [
  { key: 'name', header: '季節', width: 130 },
  { key: 'months', header: '月', width: 160 },
  sortColumn,
  factorColumn,
  activeColumn,
]

export const brandTexts = (row: Brand | null): Texts =>
  row === null ? {} : { name: row.name, rank: row.rank, factorPermille: factorText(row.factorPermille) }

export const categoryTexts = (row: Category | null): Texts =>
  row === null
    ? {}
    : { name: [...row.path, row.name].join(' > '), factorPermille: factorText(row.factorPermille) }

export const conditionTexts = (row: Condition | null): Texts =>
  row === null
    ? {}
    : {
        name: row.name,
        gradeBand: row.gradeBand,
        description: row.description,
        sort: String(row.sort),
        factorPermille: factorText(row.factorPermille),
        isActive: checkText(row.isActive),
      }

export const seasonTexts = (row: Season | null): Texts =>
  row === null
    ? {}
    : {
        name: row.name,
        months: row.months.join(','),
        sort: String(row.sort),
        factorPermille: factorText(row.factorPermille),
        isActive: checkText(row.isActive),
      }

function reader(texts: Texts) {
  const problems: Record<string, string> = {}
  return {
    problems,
    text: (key: string) => (texts[key] ?? '').trim(),
    factor: (least: number): number => {
      const permille = permilleOf(texts.factorPermille?.trim() || '1')
      if (permille !== null && permille >= least && permille <= 10_000) return permille
      problems.factorPermille = `係数は${least === 0 ? '0' : '0.001'}から10までの数字で入力してください(例 1.10)。`
      return 1000
    },
    sort: (): number => {
      const written = normalizeDigits(texts.sort ?? '').trim() || '0'
      if (/^\d{1,4}$/.test(written)) return Number(written)
      problems.sort = '順番は0から9999までの整数で入力してください。'
      return 0
    },
  }
}

const readOf = <Body>(body: Body, problems: Record<string, string>): Read<Body> =>
  Object.keys(problems).length > 0 ? { problems } : { body }

type BrandBody = Omit<AskInput<Calls['writeBrand']>['body'], 'version'>
export function readBrand(texts: Texts): Read<BrandBody> {
  const { problems, text, factor } = reader(texts)
  const rank = text('rank').normalize('NFKC').toUpperCase()
  if (!/^[A-Z0-9]{0,4}$/.test(rank)) problems.rank = 'ランクは半角の英数字4文字までです。'
  return readOf({ rank, factorPermille: factor(1) }, problems)
}

export function readCategory(texts: Texts): Read<{ factorPermille: number }> {
  const { problems, factor } = reader(texts)
  return readOf({ factorPermille: factor(1) }, problems)
}

type ConditionBody = AskInput<Calls['createItemStatus']>['body']
export function readCondition(texts: Texts): Read<ConditionBody> {
  const { problems, text, factor, sort } = reader(texts)
  const band = foldSearch(text('gradeBand'))
  const gradeBand = Object.entries(gradeBandLabel).find(([code, label]) =>
    [code, label].some((one) => foldSearch(one) === band),
  )?.[0]
  if (text('name') === '') problems.name = '状態の名前を入力してください。'
  if (!gradeBand) problems.gradeBand = `グレードは${Object.keys(gradeBandLabel).join('・')}のどれかです。`
  return readOf(
    {
      name: text('name'),
      gradeBand: (gradeBand ?? 'B') as ConditionBody['gradeBand'],
      description: text('description'),
      sort: sort(),
      factorPermille: factor(0),
      isActive: isChecked(texts.isActive ?? 'する'),
    },
    problems,
  )
}

export interface SeasonBody {
  name: string
  months: number[]
  sort: number
  factorPermille: number
  isActive: boolean
}
export function readSeason(texts: Texts): Read<SeasonBody> {
  const { problems, text, factor, sort } = reader(texts)
  const months = monthsOf(text('months'))
  if (text('name') === '') problems.name = '季節の名前を入力してください。'
  if (!months) problems.months = '月は「10,11,12」または「10-2」の形で入力してください。'
  return readOf(
    {
      name: text('name'),
      months: months ?? [],
      sort: sort(),
      factorPermille: factor(0),
      isActive: isChecked(texts.isActive ?? 'する'),
    },
    problems,
  )
}
