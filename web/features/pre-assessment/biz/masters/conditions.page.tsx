import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { type Condition, conditionColumns, conditionTexts, readCondition } from './master.rules.ts'
import { ActiveFilter, MasterPage } from './master-page.tsx'
import { savedBy, useGrid } from './use-grid.ts'

export default function ConditionsPage() {
  const list = useList(calls.itemStatuses)
  const create = useMutationOf(calls.createItemStatus)
  const replace = useMutationOf(calls.replaceItemStatus)
  const remove = useMutationOf(calls.removeItemStatus)
  const grid = useGrid<Condition>({
    draft: 'price-conditions',
    columns: conditionColumns,
    rows: list.read.data?.results,
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    textsOf: conditionTexts,
    along: (row): Readonly<Record<string, string>> =>
      row ? {} : { isActive: 'する', factorPermille: '1.00' },
    save: savedBy(readCondition, {
      create: (body) => create.mutateAsync({ body }),
      replace: (id, body) => replace.mutateAsync({ params: { id }, body }),
    }),
  })
  return (
    <MasterPage
      tab="conditions"
      title="状態"
      list={list}
      grid={grid}
      adds="name"
      remove={{
        run: ({ id }) => remove.mutateAsync({ params: { id } }),
        body: '事前査定で使われたことがあれば、使わない印が付いて残ります。なければ消えます。',
      }}
      filters={<ActiveFilter isActive={list.query.isActive} set={list.set} />}
      lead="お客さまの言葉で選べる状態です。グレードは、過去の買取と比べるときに使います。"
      empty={
        <Empty title="状態はまだありません">
          「新品」「目立つ傷なし」などを加えると、事前査定で選べるようになります。
        </Empty>
      }
    />
  )
}
