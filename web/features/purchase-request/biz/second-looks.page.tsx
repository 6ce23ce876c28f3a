import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { requestStatus as R } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { monthDay } from '#web/lib/dates.ts'
import { useListState } from '#web/lib/list-state.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { BizRequestRow } from '../shared/biz/types.ts'
import { RequestPanel } from './request-panel.tsx'

const SIZE = 20

type Row = BizRequestRow & { reason: string | undefined }

const columns: readonly Column<Row>[] = [
  {
    key: 'id',
    header: '番号',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/bench/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'customer', header: 'お客さま', cell: (row) => row.customerName },
  { key: 'reason', header: 'ご希望・理由', wrap: true, cell: (row) => row.reason ?? '…' },
  { key: 'total', header: '前の査定額', align: 'money', cell: (row) => <Yen amount={row.offerTotal} /> },
  { key: 'since', header: '戻った日', cell: (row) => monthDay(row.statusChangedAt) },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

export default function SecondLooksPage() {
  const list = useListState(purchaseRequestCalls.bizList)
  const navigate = useNavigate()
  const open = Number(list.search.open) || undefined
  const read = useQuery({
    ...queryOf(purchaseRequestCalls.bizList, {
      query: { view: 'second_look', page: list.page, size: SIZE, ordering: 'status_changed_at' },
    }),
    placeholderData: keepPreviousData,
  })
  const found = read.data?.results ?? []
  // The reason is only in the request itself; these lists are short.
  const details = useQueries({
    queries: found.map(({ id }) => queryOf(purchaseRequestCalls.bizGet, { params: { id } })),
  })
  const rows: Row[] = found.map((row, index) => {
    const detail = details[index]?.data
    const count = detail?.secondLookItems.length ?? 0
    const asked = detail?.secondLookReason && `${count > 0 ? `${count}点 ・ ` : ''}${detail.secondLookReason}`
    const reopened = detail?.statusHistory.findLast(({ toStatus }) => toStatus === R.REASSESSING)
    return { ...row, reason: detail && (asked || reopened?.reason || '理由の記載はありません') }
  })
  return (
    <RowsPage
      name="second-looks"
      title="再査定"
      label="再査定の一覧"
      columns={columns}
      list={{ ...list, size: SIZE }}
      read={{ ...read, data: read.data && { count: read.data.count, results: rows } }}
      rowKey={({ id }) => id}
      selected={open}
      onSelect={(id) => list.put({ open: id })}
      onOpen={({ id }) => navigate({ to: '/biz/bench/$id', params: { id: String(id) } })}
      detail={open && <RequestPanel key={open} id={open} />}
      detailLabel="選んだ申し込み"
      empty={
        <Empty
          title="再査定を待つ箱はありません"
          action={
            <QuietLink to="/biz/requests" search={{ view: 'assessing' }}>
              査定を見る
            </QuietLink>
          }
        />
      }
    />
  )
}
