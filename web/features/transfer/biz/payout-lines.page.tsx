import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { transferStatus as T, transferStatusLabel } from '#contract/codes'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { type ChipTone, StatusChip } from '#web/ui/status-chip.tsx'
import { useColumns } from '#web/ui/use-columns.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { PaymentCard, TableOrCards, useIsPhone } from './payout-cards.tsx'

type PayoutLine = AskResult<typeof transferCalls.companyPayouts>['results'][number]

const SIZE = 50

const labels: Readonly<Record<number, string>> = transferStatusLabel
const tones: Readonly<Record<number, ChipTone>> = {
  [T.REQUESTED]: 'wait',
  [T.PAID]: 'ok',
  [T.FAILED]: 'late',
}

const Status = ({ status }: { status: number }) => (
  <StatusChip tone={tones[status]}>{status === T.FAILED ? '組戻し' : (labels[status] ?? status)}</StatusChip>
)

const columns: readonly Column<PayoutLine>[] = [
  { key: 'transfer', header: '振込番号', cell: ({ transfer }) => transfer },
  { key: 'requestedAt', header: '受付日時', cell: ({ requestedAt }) => formatDateTimeJa(requestedAt) },
  {
    key: 'status',
    header: '状況',
    cell: ({ status }) => <Status status={status} />,
  },
  { key: 'paidOn', header: '振込日', cell: ({ paidOn }) => (paidOn ? formatDateJa(paidOn) : '—') },
  { key: 'amount', header: '自社の買取分', cell: ({ amount }) => <Yen amount={amount} />, align: 'money' },
]

export default function PayoutLinesPage() {
  const { value, change } = useListSearch(transferCalls.companyPayouts)
  const page = Number(value.page ?? 1)
  const isPhone = useIsPhone()
  const { shown, chooser } = useColumns('payout-lines', columns)
  const lines = useQuery({
    ...queryOf(transferCalls.companyPayouts, { query: { page, size: SIZE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="振込の記録"
      tools={!isPhone && chooser}
      pagination={
        lines.data && {
          page,
          size: SIZE,
          total: lines.data.count,
          onPage: (next) => change({ page: next }),
        }
      }
    >
      <Muted>
        自社の買取について、お客さまへ振り込まれた金額です。組戻しの分はお客さまの残高に戻っています。
      </Muted>
      {lines.isError ? (
        <Failed state={lines} />
      ) : (
        <TableOrCards
          label="お客さまへの振込の記録"
          columns={shown}
          rows={lines.data?.results}
          rowKey={({ transfer }) => transfer}
          loading={lines.isPlaceholderData}
          card={(line) => (
            <PaymentCard
              title={
                <>
                  振込番号 {line.transfer} <Status status={line.status} />
                </>
              }
              amount={line.amount}
            >
              <small>
                受付 {formatDateTimeJa(line.requestedAt)}
                {line.paidOn && `・振込日 ${formatDateJa(line.paidOn)}`}
              </small>
            </PaymentCard>
          )}
          empty={
            <Empty title="振込はまだありません" action={<QuietLink to="/biz">今日へ戻る</QuietLink>}>
              買取が成立し、お客さまへの振込が始まると、ここに並びます。
            </Empty>
          }
        />
      )}
    </ListPage>
  )
}
