import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { type Category, categoryColumns, categoryTexts, readCategory } from './master.rules.ts'
import { MasterPage } from './master-page.tsx'
import { CellProblems, useGrid } from './use-grid.ts'

export default function CategoryFactorsPage() {
  const list = useList(calls.categories, { size: 100 })
  const write = useMutationOf(calls.writeCategory)
  const grid = useGrid<Category>({
    draft: 'price-categories',
    columns: categoryColumns,
    rows: list.read.data?.results,
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    textsOf: categoryTexts,
    save: async (texts, stored) => {
      const read = readCategory(texts)
      if ('problems' in read || !stored) throw new CellProblems('problems' in read ? read.problems : {})
      return write.mutateAsync({ params: { id: stored.id }, body: { ...read.body, version: stored.version } })
    },
  })
  return (
    <MasterPage
      tab="categories"
      title="カテゴリの係数"
      kind="categories"
      csv={(options) => ask(calls.categoriesCsv, options)}
      list={list}
      grid={grid}
      filters={
        <QuickFilters
          values={{ q: list.query.q }}
          set={list.set}
          fields={[{ name: 'q', label: 'カテゴリ' }]}
        />
      }
      lead="係数は、そのカテゴリを決めていないテンプレートの基準額に掛けます。1.00は掛けないのと同じです。"
      empty={<Empty title="条件に合うカテゴリはありません" />}
    />
  )
}
