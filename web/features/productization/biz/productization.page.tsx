import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf, salesChannel } from '#contract/codes'
import { productizationCalls } from '#contract/productization'
import { monthDay } from '#web/features/purchase-request/shared/biz/dates.ts'
import { useListState } from '#web/features/purchase-request/shared/biz/list-state.ts'
import { Failed } from '#web/features/purchase-request/shared/biz/query-state.tsx'
import { rowKeys } from '#web/features/purchase-request/shared/biz/row-keys.ts'
import { itemStatusText, itemTone } from '#web/features/purchase-request/shared/biz/statuses.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Yen } from '#web/ui/yen.tsx'

type Row = AskResult<typeof productizationCalls.list>['results'][number]

const columns: readonly Column<Row>[] = [
  { key: 'code', header: '番号', cell: (row) => `${row.request}-${row.seq}` },
  { key: 'brand', header: 'ブランド', cell: (row) => row.brandName || '—' },
  { key: 'name', header: '商品', cell: (row) => row.name || row.categoryName || '—' },
  { key: 'grade', header: 'グレード', cell: (row) => row.grade ?? '—' },
  {
    key: 'status',
    header: '状況',
    cell: (row) => <StatusChip tone={itemTone(row.status)}>{itemStatusText(row.status)}</StatusChip>,
  },
  { key: 'price', header: '買取額', align: 'end', cell: (row) => <Yen amount={row.price} /> },
  { key: 'channel', header: '売り先', cell: (row) => labelOf(salesChannel, row.salesChannel) },
  { key: 'bought', header: '買取日', cell: (row) => monthDay(row.purchasedAt) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
]

/** Bought pieces on their way to sale. */
export default function ProductizationPage() {
  const [selected, setSelected] = useState<string>()
  const list = useListState(productizationCalls.list)
  const read = useQuery({
    ...queryOf(productizationCalls.list, { query: list.input }),
    placeholderData: keepPreviousData,
  })
  useShortcuts(
    rowKeys({ rows: read.data?.results, keyOf: ({ slug }) => slug, selected, onSelect: setSelected }),
  )
  return (
    <ListPage
      title="商品化"
      pagination={
        read.data && { page: list.page, size: list.size, total: read.data.count, onPage: list.setPage }
      }
    >
      {read.error && !read.data ? (
        <Failed state={read} />
      ) : (
        <DataTable
          label="商品化の一覧"
          columns={columns}
          rows={read.data?.results}
          rowKey={({ slug }) => slug}
          selected={selected ?? null}
          onSelect={({ slug }) => setSelected(slug)}
          loading={read.isPlaceholderData}
          empty={<Empty title="商品化を待つ品はありません">買い取りが成立すると、ここに並びます。</Empty>}
        />
      )}
    </ListPage>
  )
}
