import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { TableFrame } from './data-table-style.ts'

export const useIsPhone = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })

export const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& > li': {
    padding: '12px 14px',
    fontSize: 13,
    lineHeight: 1.6,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
  },
}))

type Props<RowData> = DataTableProps<RowData> & { card: (row: RowData) => ReactNode }

/** A table, or on a phone a card for each row. */
export function TableOrCards<RowData>({ card, ...table }: Props<RowData>) {
  const isPhone = useIsPhone()
  const { rows, label, rowKey, loading } = table
  if (!isPhone || !rows) return <DataTable {...table} />
  // A head without rows would only scroll sideways.
  if (rows.length === 0) return <TableFrame>{table.empty}</TableFrame>
  return (
    <Cards aria-label={label} aria-busy={loading || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{card(row)}</li>
      ))}
    </Cards>
  )
}
