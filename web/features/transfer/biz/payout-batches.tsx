import { Link, useNavigate } from '@tanstack/react-router'
import { payoutBatchStateLabel } from '#contract/codes'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { ask } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { StateChip } from './payout-parts.tsx'
import type { BatchRow } from './payout-types.ts'
import type { PayoutView } from './payouts.page.tsx'

export type PayoutTabs = {
  tabs: readonly TabItem<PayoutView>[]
  tab: PayoutView
  onTab: (view: PayoutView) => void
}

const columns: readonly Column<BatchRow>[] = [
  {
    key: 'id',
    card: 'named',
    header: '番号',
    cell: ({ id }) => (
      <Link to="/biz/payouts/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'state', card: 'chip', header: '状況', cell: ({ state }) => <StateChip state={state} /> },
  { key: 'payDate', header: '振込指定日', cell: ({ payDate }) => formatDateJa(payDate) },
  { key: 'lineCount', header: '件数', cell: ({ lineCount }) => lineCount, align: 'end' },
  { key: 'total', header: '合計', cell: ({ total }) => <Yen amount={total} />, align: 'money' },
  { key: 'createdBy', header: '作成', cell: ({ createdBy }) => createdBy },
  { key: 'approvedBy', header: '承認', cell: ({ approvedBy }) => approvedBy || '—' },
  { key: 'createdAt', header: '作成日時', cell: ({ createdAt }) => formatDateTimeJa(createdAt) },
]

export function PayoutBatches({
  tabs,
  view,
}: {
  tabs: PayoutTabs
  view: Exclude<PayoutView, 'waiting' | 'special'>
}) {
  const list = useList(transferCalls.batches)
  const navigate = useNavigate()
  return (
    <RowsPage
      plain
      name="payout-batches"
      title="振込"
      label="振込データの一覧"
      {...tabs}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/biz/payouts/$id', params: { id: String(id) } })}
      actions={
        <PersonalCsvButton
          name="振込データ"
          load={(options) => ask(transferCalls.batchesCsv, { query: list.filter, ...options })}
        />
      }
      empty={
        <Empty
          title={
            view === 'all'
              ? '振込データはまだありません'
              : `「${payoutBatchStateLabel[view]}」の振込データはありません`
          }
          action={
            <QuietLink to="/biz/payouts" search={{}}>
              振込待ちを見る
            </QuietLink>
          }
        >
          振込待ちから振込データを作ると、ここに並びます。
        </Empty>
      }
    />
  )
}
