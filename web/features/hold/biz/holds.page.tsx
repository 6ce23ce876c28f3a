import { Link, useNavigate } from '@tanstack/react-router'
import { holdKindLabel, reportedHoldKinds } from '#contract/codes'
import { holdCalls } from '#contract/hold'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDay, monthDayTime, todayInTokyo } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { placedByComparison } from '../shared/holds-card.tsx'
import { HoldDetail } from './hold-detail.tsx'

export type HoldRow = AskResult<typeof holdCalls.list>['results'][number]

export const isToReport = ({ kind, reportedAt }: Pick<HoldRow, 'kind' | 'reportedAt'>): boolean =>
  (reportedHoldKinds as readonly string[]).includes(kind) && reportedAt === null

const isOver = ({ until }: HoldRow): boolean => until !== null && until < todayInTokyo()

function State({ row }: { row: HoldRow }) {
  if (row.releasedAt) return <StatusChip tone="gray">解除済み</StatusChip>
  return (
    <>
      {isToReport(row) && <StatusChip tone="late">届け出前</StatusChip>}
      {isOver(row) && <StatusChip tone="late">差止めの期限切れ</StatusChip>}
      {!isToReport(row) && !isOver(row) && (
        <StatusChip tone="wait">{row.firstReleaseBy ? '2人目の確認待ち' : '保留中'}</StatusChip>
      )}
    </>
  )
}

const columns: readonly Column<HoldRow>[] = [
  {
    key: 'request',
    card: 'named',
    header: '申し込み',
    width: 84,
    cell: ({ request }) => (
      <Link to="/biz/requests/$id" params={{ id: String(request) }}>
        {request}
      </Link>
    ),
  },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'customer', header: 'お客さま', cell: ({ customerName }) => customerName },
  { key: 'item', card: 'title', header: '商品', cell: ({ itemName }) => itemName || <Muted>箱ぜんぶ</Muted> },
  { key: 'kind', header: '種類', cell: ({ kind }) => holdKindLabel[kind] },
  { key: 'until', header: '差止めの期限', cell: ({ until }) => monthDay(until) || '—' },
  { key: 'placed', header: '保留した日時', cell: ({ placedAt }) => monthDayTime(placedAt) },
  { key: 'by', header: '保留した人', cell: ({ placedBy }) => placedBy || placedByComparison },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
]

const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'open', label: '保留中' },
  { value: 'to_report', label: '届け出前' },
  { value: 'overdue', label: '差止めの期限切れ' },
  { value: 'released', label: '解除済み' },
] as const
const none = {
  open: '保留はありません',
  to_report: '届け出を待つ保留はありません',
  overdue: '期限の切れた差止めはありません',
  released: '解除した保留はありません',
  all: '保留はまだありません',
} as const

export default function HoldsPage() {
  const list = useList(holdCalls.list)
  const navigate = useNavigate()
  const row = list.read.data?.results.find(({ id }) => id === list.open)
  const tab = list.filter.view ?? 'all'
  return (
    <RowsPage
      title="保留"
      label="保留の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      onOpen={({ request }) => navigate({ to: '/biz/requests/$id', params: { id: String(request) } })}
      tabs={tabs}
      tab={tab}
      searchOfTab={(view) => (view === 'all' ? { view: undefined } : { view })}
      detail={row && <HoldDetail key={row.id} hold={row} />}
      detailLabel="選んだ保留"
      empty={<Empty title={none[tab]} action={<QuietLink to="/biz/notices">品触れを見る</QuietLink>} />}
    />
  )
}
