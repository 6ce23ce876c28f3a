import { Link, useNavigate } from '@tanstack/react-router'
import { labelOf, salesChannel } from '#contract/codes'
import { productizationCalls } from '#contract/productization'
import { gradeText, itemStatusText, itemTone } from '#web/features/purchase-request/shared/biz/statuses.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { GoodsFiles } from './goods-files.tsx'

type Row = AskResult<typeof productizationCalls.list>['results'][number]

const toItem = ({ request, slug }: Row) =>
  ({ to: '/biz/bench/$id', params: { id: String(request) }, search: { item: slug } }) as const

const columns: readonly Column<Row>[] = [
  {
    key: 'code',
    card: 'title',
    header: '番号',
    cell: (row) => <Link {...toItem(row)}>{`${row.request}-${row.seq}`}</Link>,
  },
  { key: 'brand', card: 'title', header: 'ブランド', cell: (row) => row.brandName || '—' },
  { key: 'name', card: 'title', header: '商品', cell: (row) => row.name || row.categoryName || '—' },
  { key: 'grade', header: 'グレード', cell: (row) => gradeText(row.grade) },
  {
    key: 'status',
    card: 'chip',
    header: '状況',
    cell: (row) => <StatusChip tone={itemTone(row.status)}>{itemStatusText(row.status)}</StatusChip>,
  },
  { key: 'price', header: '買取額', align: 'money', cell: (row) => <Yen amount={row.price} /> },
  { key: 'channel', header: '売り先', cell: (row) => labelOf(salesChannel, row.salesChannel) },
  { key: 'bought', header: '買取日', cell: (row) => monthDay(row.purchasedAt) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
]

export default function ProductizationPage() {
  const list = useList(productizationCalls.list)
  const navigate = useNavigate()
  return (
    <RowsPage
      name="productization"
      title="商品化"
      label="商品化の一覧"
      columns={columns}
      list={list}
      rowKey={({ slug }) => slug}
      onOpen={(row) => navigate(toItem(row))}
      actions={<GoodsFiles filter={list.filter} />}
      empty={<Empty title="商品化を待つ品はありません">買取が成立すると、ここに並びます。</Empty>}
    />
  )
}
