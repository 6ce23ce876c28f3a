import { Link } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { type LineMessageState, lineCalls, lineMessageStateLabel } from '#contract/line'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Message = AskResult<typeof lineCalls.messages>['results'][number]

const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'failed', label: '届かなかったもの' },
  { value: 'waiting', label: '送信中' },
] as const
type Tab = (typeof tabs)[number]['value']

const toneOf: Readonly<Record<LineMessageState, Tone>> = {
  waiting: 'wait',
  sent: 'ok',
  recorded: 'gray',
  failed: 'late',
}

const State = ({ state }: Pick<Message, 'state'>) => (
  <StatusChip tone={toneOf[state as LineMessageState]}>{labelOf(lineMessageStateLabel, state)}</StatusChip>
)

const Request = ({ request }: Pick<Message, 'request'>) => (
  <Link to="/biz/requests/$id" params={{ id: String(request) }}>
    {request}
  </Link>
)

const Text = ({ title, body }: Pick<Message, 'title' | 'body'>) => (
  <div style={{ minWidth: 240, maxWidth: 560, whiteSpace: 'normal' }}>
    <b>{title}</b>
    <p style={{ fontSize: 12, overflowWrap: 'anywhere' }}>{body}</p>
  </div>
)

const columns: readonly Column<Message>[] = [
  { key: 'created', header: '日時', cell: ({ createdAt }) => shortDateTime(createdAt) },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => customerName },
  { key: 'request', header: '申し込み', cell: (message) => <Request {...message} /> },
  { key: 'shop', header: 'お店', cell: ({ shopName }) => shopName },
  { key: 'text', card: 'text', header: '内容', cell: (message) => <Text {...message} /> },
  { key: 'state', card: 'chip', header: '状況', cell: (message) => <State {...message} /> },
]

const emptyTitle: Readonly<Record<Tab, string>> = {
  all: 'LINEで送ったお知らせはまだありません',
  failed: '届かなかったお知らせはありません',
  waiting: '送信中のお知らせはありません',
}

function Notes({ messages }: { messages: readonly Message[] }) {
  const some = (state: LineMessageState) => messages.some((message) => message.state === state)
  return (
    <>
      {some('recorded') && (
        <Notice tone="wait" title="「記録だけ」のお知らせは、お客さまに届いていません">
          LINEの公式アカウントがつながっていないあいだのお知らせです。同じ内容は、お客さまの画面の「お知らせ」でご覧いただけます。
        </Notice>
      )}
      {some('failed') && (
        <Notice title="「届かず」のお知らせは、メールでお送りしています">
          連携の解除や公式アカウントのブロック、LINEの不具合などで届きませんでした。お店でのお手続きはありません。
        </Notice>
      )}
    </>
  )
}

export default function LineMessagesPage() {
  const list = useList(lineCalls.messages, { size: 20 })
  const tab = ((list.query as { state?: Tab }).state ?? 'all') satisfies Tab
  return (
    <RowsPage<Message, number, Tab>
      title="LINEの記録"
      label={`LINEの記録: ${tabs.find(({ value }) => value === tab)?.label}`}
      lead={
        <>
          <p>お申し込みについて、LINEでお客さまにお送りしたお知らせです。</p>
          <Notes messages={list.read.data?.results ?? []} />
        </>
      }
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      plain
      tabs={tabs}
      tab={tab}
      searchOfTab={(state) => ({ state: state === 'all' ? undefined : state })}
      empty={
        <Empty title={emptyTitle[tab]} action={<QuietLink to="/biz/customers">お客さまを見る</QuietLink>}>
          {tab === 'all' && 'お客さまがLINEを連携すると、お荷物の到着や査定の結果がここに並びます。'}
        </Empty>
      }
    />
  )
}
