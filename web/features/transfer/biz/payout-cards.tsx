import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Yen } from '#web/ui/yen.tsx'

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
