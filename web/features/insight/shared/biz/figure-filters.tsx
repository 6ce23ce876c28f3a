import { type GapBand, gapBandLabel, type Outcome, outcomeLabel } from '#contract/insight'
import { monthDay } from '#web/lib/dates.ts'
import { type ActiveFilter, FilterChips } from '#web/ui/filter-chips.tsx'

type Value = string | number | undefined
/** What a figure's link narrows a list by. */
export type FigureQuery = Partial<
  Record<
    | 'publishedFrom'
    | 'publishedTo'
    | 'leadOver'
    | 'endedFrom'
    | 'endedTo'
    | 'outcome'
    | 'purchasedFrom'
    | 'purchasedTo'
    | 'soldFrom'
    | 'soldTo'
    | 'pricedBy'
    | 'pastGap'
    | 'brand'
    | 'category',
    Value
  >
>
type Name = keyof FigureQuery

const days = [
  { label: '結果の公開', from: 'publishedFrom', to: 'publishedTo' },
  { label: 'お返事', from: 'endedFrom', to: 'endedTo' },
  { label: '買取', from: 'purchasedFrom', to: 'purchasedTo' },
  { label: '販売', from: 'soldFrom', to: 'soldTo' },
] as const

const leadText = (minutes: number): string =>
  `${minutes >= 1440 ? `${(minutes / 1440).toFixed(1)}日` : `${(minutes / 60).toFixed(1)}時間`}を超えた`

const words: Partial<Record<Name, { label: string; text: (value: Value) => string }>> = {
  leadOver: { label: '届いてから公開まで', text: (value) => leadText(Number(value)) },
  outcome: {
    label: 'お返事の内容',
    text: (value) => (value === 'refused' ? '売却にならなかった' : outcomeLabel[value as Outcome]),
  },
  pricedBy: { label: 'はじめに査定した人', text: (value) => `番号 ${value}` },
  pastGap: {
    label: 'これまでの買取との差',
    text: (value) => (value === 'wide' ? '±15%の外' : gapBandLabel[value as GapBand]),
  },
  brand: { label: 'ブランド', text: (value) => (value === 0 ? 'なし' : `番号 ${value}`) },
  category: { label: 'カテゴリ', text: (value) => (value === 0 ? 'なし' : `番号 ${value}`) },
}

type Props = {
  query: FigureQuery
  set: (changes: Record<string, undefined>) => void
  /** Names of numbers, where the page knows them. */
  nameOf?: (name: Name, value: Value) => string | undefined
}

/** Filters that links from figures set; each can be taken off. Nothing where there are none. */
export function FigureFilters({ query, set, nameOf }: Props) {
  const off = (names: readonly Name[]) => () =>
    set(Object.fromEntries(names.map((name) => [name, undefined])))
  const periods: ActiveFilter[] = days.flatMap(({ label, from, to }) => {
    const [first, last] = [query[from], query[to]]
    if (first === undefined && last === undefined) return []
    const value =
      first === last
        ? monthDay(String(first))
        : [first, last].map((day) => (day ? monthDay(String(day)) : '')).join('–')
    return [{ key: from, label, value, onRemove: off([from, to]) }]
  })
  const others: ActiveFilter[] = (Object.keys(words) as Name[]).flatMap((name) => {
    const value = query[name]
    const of = words[name]
    if (value === undefined || !of) return []
    return [
      { key: name, label: of.label, value: nameOf?.(name, value) ?? of.text(value), onRemove: off([name]) },
    ]
  })
  const filters = [...periods, ...others]
  if (filters.length === 0) return null
  const all = [...days.flatMap(({ from, to }) => [from, to]), ...(Object.keys(words) as Name[])]
  return <FilterChips filters={filters} onClear={off(all)} />
}
