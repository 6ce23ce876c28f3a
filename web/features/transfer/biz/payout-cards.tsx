import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Yen } from '#web/ui/yen.tsx'

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

const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2px 10px',
  '&[data-led]': { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
  '& input[type="checkbox"]': { width: 24, height: 24, margin: 0 },
  '& > .lead': { minWidth: 20, fontVariantNumeric: 'tabular-nums', color: theme.okuru.palette.font.sub },
  '& > b': { fontSize: 14 },
  '& > .amount': { fontSize: 16, lineHeight: 1.4, textAlign: 'right' },
  '& > .more': {
    gridColumn: '1 / -1',
    display: 'grid',
    gap: 6,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  '&[data-led] > .more': { gridColumn: '2 / -1' },
  '& > .more small, & > .foot small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& > .foot': { gridColumn: '1 / -1', display: 'grid', gap: 8, marginTop: 8 },
}))

type CardProps = {
  lead?: ReactNode
  title: ReactNode
  amount: number
  children?: ReactNode
  foot?: ReactNode
}

export const PaymentCard = ({ lead, title, amount, children, foot }: CardProps) => (
  <Body data-led={lead === undefined ? undefined : ''}>
    {lead !== undefined && <span className="lead">{lead}</span>}
    <b>{title}</b>
    <span className="amount">
      <Yen amount={amount} />
    </span>
    {children && <div className="more">{children}</div>}
    {foot && <div className="foot">{foot}</div>}
  </Body>
)

type Props<RowData> = DataTableProps<RowData> & { card: (row: RowData) => ReactNode }

export function TableOrCards<RowData>({ card, ...table }: Props<RowData>) {
  const isPhone = useIsPhone()
  const { rows, label, rowKey, loading } = table
  if (!isPhone || !rows || rows.length === 0) return <DataTable {...table} />
  return (
    <Cards aria-label={label} aria-busy={loading || undefined}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{card(row)}</li>
      ))}
    </Cards>
  )
}
