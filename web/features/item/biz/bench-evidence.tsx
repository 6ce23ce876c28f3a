import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { buyingAmountCalls } from '#contract/buying-amount'
import { itemCalls } from '#contract/item'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { type Bin, Histogram } from '#web/ui/histogram.tsx'
import { Muted } from '#web/ui/page.tsx'
import { type FailedPart, WhenPartRead } from '#web/ui/query-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Evidence, Item } from './bench-types.ts'

const Two = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: 12,
  fontSize: 12,
  minHeight: 148,
  '& h2': { fontSize: 12, fontWeight: 700, lineHeight: 1.6 },
  '& h2 span': { fontWeight: 400 },
  '& figure': { marginTop: 10 },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) 112px', gap: 14 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 168px', gap: 20 },
}))

export function binsOf({ min, max, histogram }: Evidence): Bin[] {
  const step = (max - min) / histogram.length
  return histogram.map((count, index) => ({
    from: Math.round(min + step * index),
    to: Math.round(min + step * (index + 1)),
    count,
  }))
}

export function useEvidence(item: Item | undefined) {
  const band = item?.grade?.slice(0, 1)
  const { brand, category, grade } = item ?? {}
  const known = Boolean(brand && category && band)
  const query = useQuery({
    ...queryOf(itemCalls.evidence, {
      query: { brand: brand ?? undefined, category: category ?? undefined, grade: grade ?? undefined },
    }),
    enabled: known,
  })
  const standard = useQuery({
    ...queryOf(buyingAmountCalls.standard, {
      query: { brand: brand ?? undefined, category: category ?? undefined, grade: grade ?? undefined },
    }),
    enabled: known,
  })
  return {
    evidence: known ? query.data : undefined,
    standard: known ? (standard.data?.amount ?? null) : null,
    known,
    evidenceRead: query,
  }
}

/** The base price that one key takes over: what the dealer has fixed, otherwise what it usually paid. */
export const suggestedBase = (
  standard: number | null,
  evidence: Evidence | null | undefined,
): { amount: number; from: string } | null => {
  if (standard !== null) return { amount: standard, from: '基準表' }
  return evidence ? { amount: evidence.median, from: '実績' } : null
}

type Props = {
  /** The data is null when there are no past purchases like this item. */
  read: ComponentProps<typeof FailedPart>['state'] & { data: Evidence | null | undefined }
  known: boolean
  /** The dealer's own amount for this brand, category and grade. */
  standard: number | null
  request: number
}

export function BenchEvidence({ read, known, standard, request }: Props) {
  const evidence = known ? read.data : undefined
  return (
    <Two>
      <section aria-label="自社の買取実績">
        <h2>
          自社の買取実績{' '}
          {evidence && <Muted>{`${evidence.label} ・ ${evidence.days}日 ・ ${evidence.n}件`}</Muted>}
        </h2>
        {standard !== null && <p>{`基準表の買取額 ${formatYen(standard)}`}</p>}
        {known ? (
          <WhenPartRead state={read} lines={2}>
            {(found) =>
              found ? (
                <EvidenceFigure evidence={found} />
              ) : (
                <Muted>同じブランド・カテゴリ・グレードの買取はまだありません。</Muted>
              )
            }
          </WhenPartRead>
        ) : (
          <Muted>ブランド・カテゴリ・グレードが決まると、過去の買取額が出ます。</Muted>
        )}
      </section>
      <CustomerHistory request={request} />
    </Two>
  )
}

function EvidenceFigure({ evidence }: { evidence: Evidence }) {
  const { min, max, median, n } = evidence
  if (min === max) return <p>{`${n}件とも ${formatYen(median)} です。`}</p>
  return <Histogram label={`自社の買取実績 ${n}件`} bins={binsOf(evidence)} median={median} height={56} />
}

function CustomerHistory({ request }: Pick<Props, 'request'>) {
  const read = useCall(itemCalls.customerHistory, { params: { id: request } })
  return (
    <section aria-label="このお客さま">
      <h2>このお客さま</h2>
      <WhenPartRead state={read} lines={2}>
        {(data) => (
          <>
            <p>
              {data.requests === 0
                ? 'はじめてのお取引です'
                : `取引 ${data.requests}回${data.acceptanceRate === null ? '' : ` ・ 承諾率 ${Math.round(data.acceptanceRate * 100)}%`}`}
            </p>
            {data.lastOn && (
              <p>
                前回 {monthDay(data.lastOn)} {data.lastTotal !== null && formatYen(data.lastTotal)}
              </p>
            )}
            <StatusChip tone={data.isVerified ? 'ok' : 'wait'} style={{ marginTop: 6 }}>
              {data.isVerified ? '本人確認済み' : '本人確認前'}
            </StatusChip>
          </>
        )}
      </WhenPartRead>
    </section>
  )
}
