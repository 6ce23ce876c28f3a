import { backgroundWorkCalls, outboxChannelLabel, outboxStateLabel } from '#contract/background-work'
import { formatDateTimeJa } from '#contract/day'
import type { AskResult } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { WorkFrame } from './background-work.page.tsx'

type Message = AskResult<typeof backgroundWorkCalls.outbox>['results'][number]

const columns: readonly Column<Message>[] = [
  { key: 'channel', header: '手段', cell: ({ channel }) => outboxChannelLabel[channel] },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state }) => (
      <StatusChip tone={state === 'failed' ? 'late' : 'wait'}>{outboxStateLabel[state]}</StatusChip>
    ),
  },
  { key: 'kind', header: '種類', cell: ({ kind }) => <code>{kind}</code> },
  { key: 'recipient', header: '宛先', cell: ({ recipient }) => recipient || '—' },
  { key: 'created', header: '作られた日時', cell: ({ createdAt }) => formatDateTimeJa(createdAt) },
  {
    key: 'failure',
    card: 'text',
    header: '届かなかった理由',
    wrap: true,
    cell: ({ failure }) => (failure === '' ? <Muted>—</Muted> : failure),
  },
]

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export function Unsent({ frame }: { frame: WorkFrame }) {
  const list = useList(backgroundWorkCalls.outbox, { size: 50 })
  const { channel, state } = list.query
  return (
    <RowsPage
      {...frame}
      label="送っていないメール・LINE"
      columns={columns}
      list={list}
      rowKey={({ channel, id }) => `${channel} ${id}`}
      plain
      filters={
        <QuickFilters
          values={{ channel, state }}
          set={list.set}
          fields={[
            { name: 'state', label: '状況', options: choices(outboxStateLabel) },
            { name: 'channel', label: '手段', options: choices(outboxChannelLabel) },
          ]}
        />
      }
      empty={<Empty title="送っていないものはありません" />}
    />
  )
}
