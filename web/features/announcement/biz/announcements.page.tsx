import { Link, useNavigate } from '@tanstack/react-router'
import { audienceLabel } from '#contract/announcement'
import { formatDateTimeJa } from '#contract/day'
import { announcementStateLabel, announcementStates, setupCalls } from '#contract/setup'
import { ask } from '#web/lib/ask.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Announcement, readersText, stateChip } from './announcement.rules.ts'

const tabs = [
  { value: 'all' as const, label: 'すべて' },
  ...announcementStates.map((state) => ({ value: state, label: announcementStateLabel[state] })),
]

/** A dealer writes for its own people alone, so its name would say nothing. */
const columnsFor = (isHouse: boolean): readonly Column<Announcement>[] => [
  {
    key: 'title',
    header: '見出し',
    wrap: true,
    cell: ({ id, title, level }) => (
      <div style={{ minWidth: 180 }}>
        <Link to="/biz/announcements/$id" params={{ id: String(id) }}>
          {title}
        </Link>{' '}
        {level === 'important' && <StatusChip tone="wait">重要</StatusChip>}
      </div>
    ),
  },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    width: 84,
    cell: ({ state }) => <StatusChip tone={stateChip(state).tone}>{stateChip(state).label}</StatusChip>,
  },
  {
    key: 'audience',
    header: '届ける相手',
    wrap: true,
    cell: (row) => readersText(isHouse ? row : { ...row, companyName: '' }),
  },
  {
    key: 'from',
    header: '掲載の開始',
    cell: ({ publishedAt }) => (publishedAt ? formatDateTimeJa(publishedAt) : '—'),
  },
  { key: 'until', header: '掲載の終了', cell: ({ endsAt }) => (endsAt ? formatDateTimeJa(endsAt) : '—') },
]

const audienceOptions = Object.entries(audienceLabel).map(([value, label]) => ({ value, label }))

export default function AnnouncementsPage() {
  const list = useList(setupCalls.announcements)
  const navigate = useNavigate()
  const isHouse = useStaff()?.company.isOperator ?? false
  const { state, audience } = list.query
  const load = (options: FileOptions) => ask(setupCalls.announcementsCsv, { query: list.filter, ...options })
  const write = <NextLink to="/biz/announcements/new">お知らせを書く</NextLink>
  const isNone = list.read.data?.count === 0 && !state && !audience
  return (
    <RowsPage
      plain
      name="announcements"
      title="お知らせ"
      label="お知らせの一覧"
      columns={columnsFor(isHouse)}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/announcements/$id', params: { id: String(id) } })}
      tabs={tabs}
      tab={state ?? 'all'}
      searchOfTab={(next) => ({ state: next === 'all' ? undefined : next })}
      filters={
        <QuickFilters
          values={{ audience }}
          set={list.set}
          fields={[{ name: 'audience', label: '届ける相手', options: audienceOptions }]}
        />
      }
      actions={
        !isNone && (
          <>
            <CsvButton name="お知らせ" load={load} />
            {write}
          </>
        )
      }
      empty={
        audience || state ? (
          <Empty
            title={
              state && !audience
                ? `「${announcementStateLabel[state]}」のお知らせはありません`
                : '条件に合うお知らせはありません'
            }
          />
        ) : (
          <Empty title="お知らせはまだありません" action={write}>
            休業日や手続きの変更など、お客さまや担当者に伝えたいことを書いて掲載できます。
          </Empty>
        )
      }
    />
  )
}
