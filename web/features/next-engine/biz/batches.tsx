import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { nextEngineBatchKindLabel, nextEngineBatchStateLabel, nextEngineCalls } from '#contract/next-engine'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { NextEngineFrame } from './next-engine.page.tsx'

type Batch = AskResult<typeof nextEngineCalls.batches>['results'][number]

const toneOf: Readonly<Record<Batch['state'], Tone>> = {
  sending: 'wait',
  queued: 'wait',
  done: 'ok',
  failed: 'late',
}

const columns: readonly Column<Batch>[] = [
  { key: 'id', card: 'named', header: '番号', cell: ({ id }) => id },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state }) => (
      <StatusChip tone={toneOf[state]}>{labelOf(nextEngineBatchStateLabel, state)}</StatusChip>
    ),
  },
  { key: 'kind', header: '内容', cell: ({ kind }) => labelOf(nextEngineBatchKindLabel, kind) },
  { key: 'sent', header: '送った日時', cell: ({ sentAt }) => shortDateTime(sentAt) },
  {
    key: 'settled',
    header: '終わった日時',
    cell: ({ settledAt }) => (settledAt ? shortDateTime(settledAt) : '—'),
  },
  {
    key: 'rows',
    header: '点数',
    align: 'end',
    cell: ({ id, rowCount }) => (
      <Link to="/biz/next-engine" search={{ batch: id }}>
        {formatCount(rowCount)}点
      </Link>
    ),
  },
  {
    key: 'failed',
    header: 'エラー',
    align: 'end',
    cell: ({ failedCount }) => (failedCount > 0 ? `${formatCount(failedCount)}点` : <Muted>—</Muted>),
  },
  {
    key: 'message',
    card: 'text',
    header: 'ネクストエンジンから',
    cell: ({ message }) =>
      message !== '' && (
        <div
          style={{
            maxWidth: 480,
            padding: '4px 0',
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            fontSize: 12,
          }}
        >
          {message}
        </div>
      ),
  },
]

export function Batches({ frame, lead }: { frame: NextEngineFrame; lead: ReactNode }) {
  const list = useList(nextEngineCalls.batches, { size: 20 })
  return (
    <RowsPage
      {...frame}
      label="ネクストエンジンへ送った記録"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      plain
      lead={lead}
      empty={
        <Empty title="送った記録はまだありません">商品は、まとめて送ります。送るたびに1行が増えます。</Empty>
      }
    />
  )
}
