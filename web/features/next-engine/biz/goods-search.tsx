import type { ReactNode } from 'react'
import { nextEngineCalls } from '#contract/next-engine'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { NextEngineFrame } from './next-engine.page.tsx'

type Goods = AskResult<typeof nextEngineCalls.searchGoods>['data'][number]

const pieces = (number: number | null) => (number === null ? '—' : formatCount(number))

const columns: readonly Column<Goods>[] = [
  { key: 'name', card: 'title', header: '商品名', wrap: true, cell: ({ goodsName }) => goodsName || '—' },
  { key: 'code', header: '商品コード', cell: ({ goodsId }) => goodsId },
  {
    key: 'price',
    header: '売価',
    align: 'money',
    cell: ({ goodsSellingPrice }) => <Yen amount={goodsSellingPrice} />,
  },
  { key: 'stock', header: '在庫', align: 'end', cell: ({ stockQuantity }) => pieces(stockQuantity) },
  {
    key: 'free',
    header: '引き当て前',
    align: 'end',
    cell: ({ stockFreeQuantity }) => pieces(stockFreeQuantity),
  },
  { key: 'status', header: '区分', cell: ({ goodsStatusName }) => goodsStatusName || '—' },
  { key: 'supplier', header: '仕入先', cell: ({ supplierName }) => supplierName || '—' },
  {
    key: 'changed',
    header: '更新',
    cell: ({ goodsLastModifiedDate }) => (goodsLastModifiedDate ? shortDateTime(goodsLastModifiedDate) : '—'),
  },
]

type Props = { frame: NextEngineFrame; lead: ReactNode; isConnected: boolean }

export function GoodsSearch({ frame, lead, isConnected }: Props) {
  if (isConnected) return <Found frame={frame} lead={lead} />
  return (
    <ListPage {...frame}>
      {lead}
      <Empty title="接続すると、商品を探せます">
        ネクストエンジンにある商品を、名前とコードで探して、売価と在庫を確かめられます。
      </Empty>
    </ListPage>
  )
}

function Found({ frame, lead }: Omit<Props, 'isConnected'>) {
  const list = useList(nextEngineCalls.searchGoods, { size: 20 })
  const { query, read } = list
  const data = read.data && { count: read.data.count, results: read.data.data }
  return (
    <RowsPage
      {...frame}
      label="ネクストエンジンにある商品"
      columns={columns}
      list={{ ...list, read: { ...read, data } }}
      rowKey={({ goodsId }) => goodsId}
      plain
      lead={lead}
      filters={
        <QuickFilters
          values={{ q: query.q, goodsId: query.goodsId }}
          set={list.set}
          fields={[
            { name: 'q', label: '商品名' },
            { name: 'goodsId', label: '商品コード' },
          ]}
        />
      }
      empty={<Empty title="条件に合う商品は、ネクストエンジンにありません" />}
    />
  )
}
