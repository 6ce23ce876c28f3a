import { Link } from '@tanstack/react-router'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { requestStatusText, requestTone } from './statuses.ts'

type Row = { id: number; customerName: string; status: number }

export const requestColumns: readonly Column<Pick<Row, 'id' | 'customerName'>>[] = [
  {
    key: 'id',
    card: 'title',
    header: '番号',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/requests/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'customer', card: 'title', header: 'お客さま', cell: (row) => row.customerName },
]

export const statusColumn: Column<Pick<Row, 'status'>> = {
  key: 'status',
  card: 'chip',
  header: '状況',
  cell: ({ status }) => <StatusChip tone={requestTone(status)}>{requestStatusText(status)}</StatusChip>,
}
