import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { readSeason, type Season, seasonColumns, seasonTexts } from './master.rules.ts'
import { ActiveFilter, MasterPage } from './master-page.tsx'
import { savedBy, useGrid } from './use-grid.ts'

export default function SeasonsPage() {
  const list = useList(calls.seasonTags)
  const create = useMutationOf(calls.createSeasonTag)
  const replace = useMutationOf(calls.replaceSeasonTag)
  const remove = useMutationOf(calls.removeSeasonTag)
  const grid = useGrid<Season>({
    draft: 'price-seasons',
    columns: seasonColumns,
    rows: list.read.data?.results,
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    textsOf: seasonTexts,
    along: (row): Readonly<Record<string, string>> =>
      row ? {} : { isActive: 'する', factorPermille: '1.00' },
    save: savedBy(readSeason, {
      create: (body) => create.mutateAsync({ body }),
      replace: (id, body) => replace.mutateAsync({ params: { id }, body }),
    }),
  })
  return (
    <MasterPage
      tab="seasons"
      title="季節タグ"
      kind="season_tags"
      csv={(options) => ask(calls.seasonTagsCsv, options)}
      list={list}
      grid={grid}
      adds="name"
      remove={{
        run: ({ id }) => remove.mutateAsync({ params: { id } }),
        body: '事前査定で使われたことがあれば、使わない印が付いて残ります。なければ消えます。',
      }}
      filters={<ActiveFilter isActive={list.query.isActive} set={list.set} />}
      lead="品物の季節です。係数は、季節を決めていないテンプレートの基準額に掛けます。月は、その季節の物がよく売れる月です。"
      empty={
        <Empty title="季節タグはまだありません">
          「冬物」「通年」などを加えると、事前査定で選べるようになります。
        </Empty>
      }
    />
  )
}
