import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { type NextEngineOrderState, nextEngineCalls, nextEngineOrderStateLabel } from '#contract/next-engine'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay, shortDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { NextEngineFrame } from './next-engine.page.tsx'

type Order = AskResult<typeof nextEngineCalls.orders>['results'][number]

const toneOf: Readonly<Record<NextEngineOrderState, Tone>> = {
  recorded: 'ok',
  returned: 'gray',
  canceled: 'gray',
  problem: 'late',
}

const columns: readonly Column<Order>[] = [
  {
    key: 'item',
    card: 'title',
    header: '商品',
    wrap: true,
    cell: ({ request, slug, brandName, name }) => (
      <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: slug }}>
        {[brandName, name].filter(Boolean).join(' ') || slug}
      </Link>
    ),
  },
  { key: 'order', header: '伝票番号', cell: ({ orderId }) => orderId },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state }) => (
      <StatusChip tone={toneOf[state]}>{labelOf(nextEngineOrderStateLabel, state)}</StatusChip>
    ),
  },
  {
    key: 'error',
    card: 'text',
    header: '確かめること',
    cell: ({ error }) =>
      error !== '' && <div style={{ minWidth: 220, maxWidth: 520, whiteSpace: 'normal' }}>{error}</div>,
  },
  { key: 'price', header: '単価', align: 'money', cell: ({ price }) => <Yen amount={price} /> },
  { key: 'on', header: '受注日', cell: ({ orderedOn }) => monthDay(orderedOn) || '—' },
  { key: 'seen', header: '取り込んだ日時', cell: ({ seenAt }) => shortDateTime(seenAt) },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  {
    key: 'act',
    card: 'act',
    header: '',
    label: '操作',
    cell: ({ state, slug, orderId }) =>
      state === 'problem' && (
        <QuietLink
          size="small"
          to="/biz/sales"
          search={{ record: slug }}
          aria-label={`伝票番号${orderId}の販売を記録する`}
        >
          販売を記録
        </QuietLink>
      ),
  },
]

export function Orders({ frame, lead }: { frame: NextEngineFrame; lead: ReactNode }) {
  const list = useList(nextEngineCalls.orders, { size: 50 })
  const { query } = list
  return (
    <RowsPage
      {...frame}
      label="ネクストエンジンの受注"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      plain
      lead={lead}
      filters={
        <QuickFilters
          values={{ state: query.state }}
          set={list.set}
          fields={[
            {
              name: 'state',
              label: '状況',
              options: Object.entries(nextEngineOrderStateLabel).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
      empty={
        <Empty
          title={query.state === undefined ? '取り込んだ受注はまだありません' : '条件に合う受注はありません'}
        >
          おくるから登録した商品が売れると、10分ごとに販売として記録します。
        </Empty>
      }
    />
  )
}
