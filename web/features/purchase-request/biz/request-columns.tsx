import { Link } from '@tanstack/react-router'
import { requestStatus as R } from '#contract/lifecycle'
import { deadlineOf, monthDay, monthDayTime } from '#web/lib/dates.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Muted } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { carrierShort } from '../shared/biz/carrier.ts'
import { requestStatusText, requestTone } from '../shared/biz/statuses.ts'
import type { BizRequestRow } from '../shared/biz/types.ts'

export const shippingText = (
  row: Pick<BizRequestRow, 'carrier' | 'pickupDate' | 'deliveringOption'>,
): string => {
  if (row.deliveringOption === 'SELF_ONLY') return ['自己発送', carrierShort(row.carrier)].join(' ').trim()
  return [carrierShort(row.carrier) || '集荷', row.pickupDate ? monthDay(row.pickupDate) : '']
    .join(' ')
    .trim()
}

function deadlineCell(row: BizRequestRow, now: number) {
  if (!row.offerExpiresAt || row.status !== R.OFFERED) return '—'
  const { text, late } = deadlineOf(row.offerExpiresAt, now)
  return late ? (
    <StatusChip tone="late">{text}</StatusChip>
  ) : (
    <>
      {monthDay(row.offerExpiresAt)} <Muted>{text}</Muted>
    </>
  )
}

export const requestColumns = (now: number): Column<BizRequestRow>[] => [
  {
    key: 'id',
    card: 'title',
    header: '番号',
    sortBy: 'id',
    cell: ({ id }) => (
      <Link to="/biz/requests/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'customer', card: 'title', header: 'お客さま', cell: (row) => row.customerName },
  {
    key: 'status',
    card: 'chip',
    header: '状況',
    sortBy: 'status',
    cell: (row) => (
      <>
        <StatusChip tone={requestTone(row.status)}>{requestStatusText(row.status)}</StatusChip>
        {row.isHeld && (
          <StatusChip tone="late" style={{ marginLeft: 4 }}>
            保留
          </StatusChip>
        )}
      </>
    ),
  },
  { key: 'count', header: '点数', align: 'end', cell: (row) => row.itemCount ?? '—' },
  {
    key: 'total',
    header: '査定額',
    align: 'money',
    sortBy: 'offer_total',
    cell: (row) => <Yen amount={row.offerTotal} />,
  },
  { key: 'shipping', header: '集荷', sortBy: 'pickup_date', cell: shippingText },
  { key: 'arrived', header: '届いた日', sortBy: 'arrived_at', cell: (row) => monthDay(row.arrivedAt) },
  {
    key: 'deadline',
    header: '期限',
    sortBy: 'offer_expires_at',
    cell: (row) => deadlineCell(row, now),
  },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
  {
    key: 'applied',
    header: '申し込み日',
    sortBy: 'created_at',
    extra: true,
    cell: (row) => monthDay(row.createdAt),
  },
  {
    key: 'updated',
    header: '更新',
    sortBy: 'updated_at',
    extra: true,
    cell: (row) => monthDayTime(row.updatedAt),
  },
  { key: 'boxes', header: '箱', align: 'end', extra: true, cell: (row) => row.boxCount },
  { key: 'shop', header: '店舗', sortBy: 'shop', extra: true, cell: (row) => row.shopName },
]
