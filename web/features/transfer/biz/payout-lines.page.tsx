import { labelOf, transferStatus as T, transferStatusLabel, transferStatusTone } from '#contract/codes'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

type PayoutLine = AskResult<typeof transferCalls.companyPayouts>['results'][number]

const Status = ({ status }: { status: number }) => (
  <StatusChip tone={transferStatusTone[status]}>
    {status === T.FAILED ? '組戻し' : labelOf(transferStatusLabel, status)}
  </StatusChip>
)

const columns: readonly Column<PayoutLine>[] = [
  { key: 'transfer', card: 'named', header: '振込番号', cell: ({ transfer }) => transfer },
  { key: 'requestedAt', header: '受付日時', cell: ({ requestedAt }) => formatDateTimeJa(requestedAt) },
  {
    key: 'status',
    card: 'chip',
    header: '状況',
    cell: ({ status }) => <Status status={status} />,
  },
  { key: 'paidOn', header: '振込日', cell: ({ paidOn }) => (paidOn ? formatDateJa(paidOn) : '—') },
  { key: 'amount', header: '自社の買取分', cell: ({ amount }) => <Yen amount={amount} />, align: 'money' },
]

export default function PayoutLinesPage() {
  const list = useList(transferCalls.companyPayouts)
  return (
    <RowsPage
      plain
      name="payout-lines"
      title="振込の記録"
      label="お客さまへの振込の記録"
      columns={columns}
      list={list}
      rowKey={({ transfer }) => transfer}
      lead={
        <Muted>
          自社の買取について、お客さまへ振り込まれた金額です。組戻しの分はお客さまの残高に戻っています。
        </Muted>
      }
      empty={
        <Empty title="振込はまだありません" action={<QuietLink to="/biz">今日へ戻る</QuietLink>}>
          買取が成立し、お客さまへの振込が始まると、ここに並びます。
        </Empty>
      }
    />
  )
}
