import { Link, useNavigate } from '@tanstack/react-router'
import { stolenNoticeCalls } from '#contract/stolen-notice'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { DaysLeft } from './days-left.tsx'

type Row = AskResult<typeof stolenNoticeCalls.list>['results'][number]

const hasHits = ({ openCount, heldCount, isLive }: Row): boolean => (isLive ? openCount : 0) + heldCount > 0

function Hits({ row: { openCount, heldCount, isLive } }: { row: Row }) {
  return (
    <>
      {isLive && openCount > 0 && <StatusChip tone="late">確認待ち {openCount}点</StatusChip>}{' '}
      {heldCount > 0 && <StatusChip tone="wait">保留 {heldCount}点</StatusChip>}
    </>
  )
}

const columns: readonly Column<Row>[] = [
  {
    key: 'number',
    card: 'title',
    header: '番号',
    cell: ({ id, number }) => (
      <Link to="/biz/notices/$id" params={{ id: String(id) }}>
        {number}
      </Link>
    ),
  },
  {
    key: 'hits',
    card: 'chip',
    header: '該当',
    cell: (row) => (hasHits(row) ? <Hits row={row} /> : '—'),
  },
  { key: 'station', card: 'title', header: '発行した警察署', cell: ({ policeStation }) => policeStation },
  {
    key: 'articles',
    card: 'text',
    header: '品',
    wrap: true,
    cell: ({ articles, articleCount }) => (
      <span style={{ display: 'inline-block', minWidth: 220 }}>{articles || `${articleCount}点`}</span>
    ),
  },
  { key: 'arrived', header: '到達', cell: ({ arrivedOn }) => monthDay(arrivedOn) },
  { key: 'until', header: '期限', cell: ({ expiresOn }) => <DaysLeft until={expiresOn} /> },
]

const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'live', label: '有効' },
  { value: 'hit', label: '該当あり' },
  { value: 'ended', label: '期限切れ' },
] as const
const none = {
  all: '品触れはまだありません',
  live: '有効な品触れはありません',
  hit: '該当する品はありません',
  ended: '期限の切れた品触れはありません',
} as const

export default function NoticesPage() {
  const list = useList(stolenNoticeCalls.list)
  const navigate = useNavigate()
  const view = list.filter.view ?? 'all'
  const { q } = list.query
  const register = <NextLink to="/biz/notices/new">品触れを登録する</NextLink>
  return (
    <RowsPage
      name="notices"
      title="品触れ"
      label="品触れの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/notices/$id', params: { id: String(id) } })}
      tabs={tabs}
      tab={view}
      searchOfTab={(next) => (next === 'all' ? { view: undefined } : { view: next })}
      actions={register}
      filters={
        <QuickFilters
          values={list.query}
          set={list.set}
          fields={[{ name: 'q', label: '番号・警察署・品・製造番号' }]}
        />
      }
      empty={
        q ? (
          <Empty title="条件に合う品触れはありません" />
        ) : (
          <Empty title={none[view]} action={view === 'all' && register}>
            {view === 'all' &&
              '警察から受け取った品触れを登録すると、お預かりしている品や買い取った品、これから届く品と6か月のあいだ照らし合わせます。'}
          </Empty>
        )
      }
    />
  )
}
