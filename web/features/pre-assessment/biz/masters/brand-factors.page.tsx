import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { type Brand, brandColumns, brandTexts, readBrand } from './master.rules.ts'
import { MasterPage } from './master-page.tsx'
import { CellProblems, useGrid } from './use-grid.ts'

export default function BrandFactorsPage() {
  const list = useList(calls.brands)
  const write = useMutationOf(calls.writeBrand)
  const grid = useGrid<Brand>({
    draft: 'price-brands',
    columns: brandColumns,
    rows: list.read.data?.results,
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    textsOf: brandTexts,
    save: async (texts, stored) => {
      const read = readBrand(texts)
      if ('problems' in read || !stored) throw new CellProblems('problems' in read ? read.problems : {})
      return write.mutateAsync({ params: { id: stored.id }, body: { ...read.body, version: stored.version } })
    },
  })
  const { q, rank } = list.query
  return (
    <MasterPage
      tab="brands"
      title="ブランドのランクと係数"
      kind="brands"
      csv={(options) => ask(calls.brandsCsv, options)}
      list={list}
      grid={grid}
      filters={
        <QuickFilters
          values={{ q, rank }}
          set={list.set}
          fields={[
            { name: 'q', label: '名前・カナ・別名' },
            { name: 'rank', label: 'ランク' },
          ]}
        />
      }
      lead="ランクは自社のものです。ランクごとの価格テンプレートに当てはめます。係数は、ブランドを決めていないテンプレートの基準額に掛けます。"
      empty={<Empty title="条件に合うブランドはありません" />}
    />
  )
}
