import { formatDateTimeJa } from '#contract/day'
import { deliveryStateLabel, testEvent, webhookCalls, webhookEventLabel } from '#contract/webhook'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { notify } from '#web/ui/notify.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { WebhookFrame } from './webhooks.page.tsx'

type Delivery = AskResult<typeof webhookCalls.deliveries>['results'][number]

const tone = { waiting: 'wait', delivered: 'ok', failed: 'late' } as const

const State = ({ row }: { row: Delivery }) => (
  <StatusChip tone={tone[row.state]}>{deliveryStateLabel[row.state]}</StatusChip>
)

const words: Readonly<Record<string, string>> = { ...webhookEventLabel, [testEvent]: 'テスト' }
const eventOf = ({ eventType }: Delivery): string => words[eventType] ?? eventType

const answerOf = ({ responseCode, error }: Delivery): string => {
  if (responseCode !== null) return String(responseCode)
  return error === '' ? '—' : '応答なし'
}

const columns: readonly Column<Delivery>[] = [
  {
    key: 'event',
    header: '出来事',
    wrap: true,
    cell: (row) => <OpenLink id={row.id}>{eventOf(row)}</OpenLink>,
  },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  { key: 'endpoint', header: '送り先', cell: ({ endpoint }) => endpoint.name },
  { key: 'at', header: '起きた日時', cell: ({ happenedAt }) => formatDateTimeJa(happenedAt) },
  { key: 'tries', header: '送った回数', cell: ({ tries }) => `${tries}回` },
  { key: 'answer', header: '応答', cell: answerOf },
]

const states = Object.entries(deliveryStateLabel).map(([value, label]) => ({ value, label }))

export function Deliveries({ frame }: { frame: WebhookFrame }) {
  const list = useList(webhookCalls.deliveries)
  const endpoints = useCall(webhookCalls.list, { query: { size: 200 } }).data?.results ?? []
  const open = list.read.data?.results.find(({ id }) => id === list.open)
  return (
    <RowsPage
      {...frame}
      label="Webhookを送った記録"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={list.open}
      onSelect={list.setOpen}
      filters={
        <QuickFilters
          values={list.query}
          set={list.set}
          fields={[
            { name: 'state', label: '状況', options: states },
            {
              name: 'endpoint',
              label: '送り先',
              options: endpoints.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]}
        />
      }
      detail={open && <Detail key={open.id} row={open} />}
      detailLabel="送った内容"
      empty={<Empty title="30日以内に送ったものはありません" />}
    />
  )
}

function Detail({ row }: { row: Delivery }) {
  const again = useMutationOf(webhookCalls.sendAgain)
  const send = () =>
    again.mutateAsync({ params: { id: row.id } }).then(
      () => notify.done('もう一度送ります。'),
      (error: unknown) => notify.failed(sentenceFor(error)),
    )
  return (
    <Stack gap={12}>
      <div>
        <h2>{eventOf(row)}</h2>
        <State row={row} />
      </div>
      <DefinitionList
        items={[
          { key: 'endpoint', term: '送り先', value: row.endpoint.name },
          { key: 'type', term: '種類', value: <code>{row.eventType}</code> },
          { key: 'event', term: '番号', value: <code>{row.eventId}</code> },
          { key: 'data', term: '内容', value: <code>{JSON.stringify(row.data)}</code> },
          { key: 'at', term: '起きた日時', value: formatDateTimeJa(row.happenedAt) },
          {
            key: 'tried',
            term: '最後に送った日時',
            value: row.triedAt ? `${formatDateTimeJa(row.triedAt)}(${row.tries}回目)` : 'まだ送っていません',
          },
          { key: 'answer', term: '応答', value: answerOf(row) },
          ...(row.error === '' ? [] : [{ key: 'error', term: '届かなかった理由', value: row.error }]),
          ...(row.nextTryAt === null
            ? []
            : [{ key: 'next', term: '次に送る日時', value: formatDateTimeJa(row.nextTryAt) }]),
        ]}
      />
      {row.maySendAgain && (
        <Row>
          <QuietButton onClick={() => void send()} pending={again.isPending}>
            {row.state === 'waiting' ? 'いま送る' : 'もう一度送る'}
          </QuietButton>
        </Row>
      )}
    </Stack>
  )
}
