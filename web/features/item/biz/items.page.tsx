import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { itemStatusLabel, labelOf } from '#contract/codes'
import { itemCalls } from '#contract/item'
import { useStaff } from '#web/features/purchase-request/shared/biz/account.ts'
import { CsvButton } from '#web/features/purchase-request/shared/biz/csv-button.tsx'
import { monthDay } from '#web/features/purchase-request/shared/biz/dates.ts'
import { useListState } from '#web/features/purchase-request/shared/biz/list-state.ts'
import { Failed } from '#web/features/purchase-request/shared/biz/query-state.tsx'
import { QuickFilters } from '#web/features/purchase-request/shared/biz/quick-filters.tsx'
import { rowKeys } from '#web/features/purchase-request/shared/biz/row-keys.ts'
import { itemStatusText, itemTone } from '#web/features/purchase-request/shared/biz/statuses.ts'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Yen } from '#web/ui/yen.tsx'

type Row = AskResult<typeof itemCalls.bizList>['results'][number]

const columns: readonly Column<Row>[] = [
  { key: 'code', header: '番号', sortBy: 'id', cell: (row) => `${row.request}-${row.seq}` },
  { key: 'brand', header: 'ブランド', cell: (row) => row.brandName || '—' },
  { key: 'name', header: '商品', sortBy: 'name', cell: (row) => row.name || row.categoryName || '—' },
  { key: 'grade', header: 'グレード', cell: (row) => row.grade ?? '—' },
  {
    key: 'status',
    header: '状況',
    sortBy: 'status',
    cell: (row) => <StatusChip tone={itemTone(row.status)}>{itemStatusText(row.status)}</StatusChip>,
  },
  {
    key: 'price',
    header: '査定額',
    align: 'end',
    sortBy: 'price',
    cell: (row) => <Yen amount={row.price} />,
  },
  { key: 'customer', header: 'お客さま', cell: (row) => row.customerName },
  { key: 'bought', header: '買取日', cell: (row) => monthDay(row.purchasedAt) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
]

/** Every piece that ever came in, found by name, person or code. */
export default function ItemsPage() {
  const list = useListState(itemCalls.bizList)
  const navigate = useNavigate()
  const staff = useStaff()
  const [selected, setSelected] = useState<string>()
  const { query } = list
  const read = useQuery({
    ...queryOf(itemCalls.bizList, { query: list.input }),
    placeholderData: keepPreviousData,
  })
  const rows = read.data?.results
  const open = (slug: string) => {
    const row = rows?.find((each) => each.slug === slug)
    if (row)
      void navigate({
        to: '/biz/bench/$id',
        params: { id: String(row.request) },
        search: { item: slug },
      })
  }
  useShortcuts(rowKeys({ rows, keyOf: ({ slug }) => slug, selected, onSelect: setSelected, onOpen: open }))
  const load = () => {
    const { page: _page, size: _size, ...filter } = list.input as Record<string, unknown>
    return ask(itemCalls.csv, { query: filter })
  }
  return (
    <ListPage
      title="商品一覧"
      actions={staff?.isAdmin && <CsvButton name="商品一覧" load={load} />}
      filters={
        <QuickFilters
          values={{ ...query, status: query.status === undefined ? undefined : String(query.status) }}
          set={list.set}
          fields={[
            {
              name: 'status',
              label: '状況',
              options: Object.entries(itemStatusLabel).map(([value, label]) => ({ value, label })),
            },
            { name: 'name', label: '商品名' },
            { name: 'customer_name', label: 'お客さま' },
            { name: 'slug', label: '商品コード' },
          ]}
        />
      }
      pagination={
        read.data && { page: list.page, size: list.size, total: read.data.count, onPage: list.setPage }
      }
    >
      {read.error && !rows ? (
        <Failed state={read} />
      ) : (
        <DataTable
          label={query.status === undefined ? '商品の一覧' : labelOf(itemStatusLabel, query.status)}
          columns={columns}
          rows={rows}
          rowKey={({ slug }) => slug}
          selected={selected ?? null}
          onSelect={({ slug }) => setSelected(slug)}
          onOpen={({ slug }) => open(slug)}
          ordering={list.ordering}
          onOrdering={list.setOrdering}
          loading={read.isPlaceholderData}
          empty={<Empty title="条件に合う商品はありません" />}
        />
      )}
    </ListPage>
  )
}
