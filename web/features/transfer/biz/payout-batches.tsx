import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { payoutBatchStateLabel } from '#contract/codes'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import { queryOf } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { useColumns } from '#web/ui/use-columns.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { PaymentCard, TableOrCards, useIsPhone } from './payout-cards.tsx'
import { StateChip } from './payout-parts.tsx'
import type { BatchRow } from './payout-types.ts'
import type { PayoutView } from './payouts.page.tsx'

export type PayoutTabs = {
  items: readonly TabItem<PayoutView>[]
  value: PayoutView
  onChange: (view: PayoutView) => void
}

const SIZE = 50

const columns: readonly Column<BatchRow>[] = [
  {
    key: 'id',
    header: '番号',
    cell: ({ id }) => (
      <Link to="/biz/payouts/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'state', header: '状況', cell: ({ state }) => <StateChip state={state} /> },
  { key: 'payDate', header: '振込指定日', cell: ({ payDate }) => formatDateJa(payDate) },
  { key: 'lineCount', header: '件数', cell: ({ lineCount }) => lineCount, align: 'end' },
  { key: 'total', header: '合計', cell: ({ total }) => <Yen amount={total} />, align: 'money' },
  { key: 'createdBy', header: '作成', cell: ({ createdBy }) => createdBy },
  { key: 'approvedBy', header: '承認', cell: ({ approvedBy }) => approvedBy || '—' },
  { key: 'createdAt', header: '作成日時', cell: ({ createdAt }) => formatDateTimeJa(createdAt) },
]

export function PayoutBatches({ tabs, view }: { tabs: PayoutTabs; view: Exclude<PayoutView, 'waiting'> }) {
  const { value, change } = useListSearch(transferCalls.batches)
  const navigate = useNavigate()
  const page = Number(value.page ?? 1)
  const isPhone = useIsPhone()
  const { shown, chooser } = useColumns('payout-batches', columns)
  const batches = useQuery({
    ...queryOf(transferCalls.batches, {
      query: { state: view === 'all' ? undefined : view, page, size: SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="振込"
      tabs={tabs.items}
      tab={tabs.value}
      onTab={tabs.onChange}
      tools={!isPhone && chooser}
      pagination={
        batches.data && {
          page,
          size: SIZE,
          total: batches.data.count,
          onPage: (next) => change({ page: next }),
        }
      }
    >
      {batches.isError ? (
        <Failed state={batches} />
      ) : (
        <TableOrCards
          label="振込データの一覧"
          columns={shown}
          rows={batches.data?.results}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/biz/payouts/$id', params: { id: String(id) } })}
          loading={batches.isPlaceholderData}
          card={(batch) => (
            <PaymentCard
              title={
                <>
                  <Link to="/biz/payouts/$id" params={{ id: String(batch.id) }}>
                    振込データ {batch.id}
                  </Link>{' '}
                  <StateChip state={batch.state} />
                </>
              }
              amount={batch.total}
            >
              <small>
                {formatDateJa(batch.payDate)}の振込・{batch.lineCount}件
                <br />
                作成 {batch.createdBy} {formatDateTimeJa(batch.createdAt)}
                {batch.approvedBy && `・承認 ${batch.approvedBy}`}
              </small>
            </PaymentCard>
          )}
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
      )}
    </ListPage>
  )
}
