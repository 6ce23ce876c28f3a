import { itemGender } from '#contract/codes'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import type { ListQuery } from '#web/lib/list-state.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { BrandFilter } from './brand-filter.tsx'
import type { TemplateMasters } from './use-template-grid.ts'

type Query = ListQuery<typeof calls.priceTemplates>
type Props = {
  query: Query
  set: (changes: { [K in keyof Query]?: string | number | undefined }) => void
  masters: TemplateMasters
}

const options = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))

/** The brand, which is searched for; the others are chosen. */
export function TemplateBrandFilter({ query, set }: Omit<Props, 'masters'>) {
  const { brand } = query
  const isNamed = brand !== undefined && brand > 0
  const named = useCallWithPrevious(calls.priceTemplates, { query: { brand, size: 1 } }, isNamed).data
    ?.results[0]
  return (
    <BrandFilter
      brand={brand}
      name={isNamed ? named?.brandName : undefined}
      onChoose={(next) => set({ brand: next })}
    />
  )
}

export function TemplateFilters({ query, set, masters }: Props) {
  const { rank, category, gender, condition, season, on, isDrifting } = query
  return (
    <QuickFilters
      values={{
        rank,
        ...{ category: textOf(category), gender: textOf(gender), condition: textOf(condition) },
        ...{ season: textOf(season), on, isDrifting: textOf(isDrifting) },
      }}
      set={set}
      fields={[
        { name: 'category', label: 'カテゴリ', options: options(masters.categories) },
        {
          name: 'gender',
          label: '対象',
          options: Object.entries(itemGender).map(([value, label]) => ({ value, label })),
        },
        { name: 'condition', label: '状態', options: options(masters.conditions) },
        { name: 'season', label: '季節', options: options(masters.seasons) },
        { name: 'rank', label: 'ランク' },
        { name: 'on', label: '適用の日', type: 'date' },
        { name: 'isDrifting', label: '実績との差', options: [{ value: 'true', label: '±15%を超える' }] },
      ]}
    />
  )
}
