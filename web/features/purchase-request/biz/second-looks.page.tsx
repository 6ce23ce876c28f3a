import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { requestStatus as R } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { monthDay } from '#web/lib/dates.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import type { BizRequestRow } from '../shared/biz/types.ts'
import { RequestPanel } from './request-panel.tsx'

type Row = BizRequestRow & { reason: string | undefined }

const columns: readonly Column<Row>[] = [
  {
    key: 'id',
    card: 'title',
    header: '番号',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/bench/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'customer', card: 'title', header: 'お客さま', cell: (row) => row.customerName },
  { key: 'reason', card: 'text', header: 'ご希望・理由', wrap: true, cell: (row) => row.reason ?? '…' },
  { key: 'since', header: '戻った日', cell: (row) => monthDay(row.statusChangedAt) },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

export default function SecondLooksPage() {
  const list = useList(purchaseRequestCalls.bizList, {
    always: { view: 'second_look', ordering: 'status_changed_at' },
    size: 20,
  })
  const { open, read } = list
  const navigate = useNavigate()
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
      list={{ ...list, read: { ...read, data: read.data && { ...read.data, results: rows } } }}
      rowKey={({ id }) => id}
      selected={open}
      onSelect={list.setOpen}
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
