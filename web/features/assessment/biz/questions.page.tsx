import { Link, useNavigate } from '@tanstack/react-router'
import { assessmentCalls } from '#contract/assessment'
import type { AskResult } from '#web/lib/ask.ts'
import { deadlineOf, monthDayTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { QuestionCard, withheldText } from './question-card.tsx'

type Row = AskResult<typeof assessmentCalls.questions>['results'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'request',
    card: 'title',
    header: '番号',
    width: 72,
    cell: ({ request }) => (
      <Link to="/biz/requests/$id/result" params={{ id: String(request) }}>
        {request}
      </Link>
    ),
  },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => customerName },
  { key: 'item', header: '商品', cell: ({ itemName, seq }) => itemName || `${seq}点目` },
  {
    key: 'text',
    card: 'text',
    header: 'ご質問',
    wrap: true,
    cell: ({ text, isWithheld }) => (isWithheld ? <Muted>{withheldText}</Muted> : text),
  },
  { key: 'price', header: '査定額', align: 'money', cell: ({ price }) => <Yen amount={price} /> },
  { key: 'asked', header: '届いたとき', cell: ({ askedAt }) => monthDayTime(askedAt) },
  {
    key: 'until',
    card: 'chip',
    header: 'お客さまの期限',
    cell: ({ answeredAt, offerExpiresAt, isAnswerable }) => {
      if (answeredAt) return <StatusChip tone="ok">お返事済み</StatusChip>
      if (!offerExpiresAt || !isAnswerable) return '—'
      const { text, late } = deadlineOf(offerExpiresAt, Date.now())
      return <StatusChip tone={late ? 'late' : 'wait'}>{text}</StatusChip>
    },
  },
]

const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'open', label: 'お返事を待つもの' },
  { value: 'done', label: '済んだもの' },
] as const

/** Questions of customers about their results: what waits for an answer, the nearest deadline first. */
export default function QuestionsPage() {
  const list = useList(assessmentCalls.questions, { size: 20 })
  const navigate = useNavigate()
  const { open } = list
  const row = list.read.data?.results.find(({ id }) => id === open)
  const tab = list.filter.view ?? 'all'
  return (
    <RowsPage
      title="ご質問"
      label="ご質問の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={open}
      onSelect={list.setOpen}
      onOpen={({ request }) => navigate({ to: '/biz/requests/$id/result', params: { id: String(request) } })}
      tabs={tabs}
      tab={tab}
      searchOfTab={(view) => (view === 'all' ? {} : { view })}
      detail={row && <Detail key={row.id} row={row} isAnswerable={row.isAnswerable} />}
      detailLabel="選んだご質問"
      empty={
        <Empty
          title={tab === 'open' ? 'お返事を待つご質問はありません' : 'ご質問はまだありません'}
          action={
            <QuietLink to="/biz/requests" search={{ view: 'answered' }}>
              申し込みを見る
            </QuietLink>
          }
        />
      }
    />
  )
}

function Detail({ row, isAnswerable }: { row: Row; isAnswerable: boolean }) {
  return (
    <Stack gap={12}>
      <h2>{row.itemName || `${row.seq}点目`}</h2>
      <QuestionCard question={row} isAnswerable={isAnswerable} />
      <Link to="/biz/bench/$id" params={{ id: String(row.request) }} search={{ item: row.slug }}>
        査定台で写真と値段を見る
      </Link>
    </Stack>
  )
}
