import { styled } from '@mui/material/styles'

const Bar = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  gridColumn: '2 / -1',
  minWidth: 72,
  fontSize: 12,
  fontWeight: 700,
  lineHeight: '16px',
  fontVariantNumeric: 'tabular-nums',
  '& > i': {
    flex: 1,
    height: 4,
    borderRadius: 2,
    overflow: 'hidden',
    background: theme.okuru.palette.border.main,
  },
  '& > i > i': {
    display: 'block',
    height: '100%',
    background: theme.okuru.palette.primary.main,
    opacity: 0.7,
  },
  '& > span': { minWidth: 22, textAlign: 'right' },
}))

/** How much of what is wanted for the sale is there. */
export const Completeness = ({ value }: { value: number }) => (
  <Bar title={`完成度 ${value}`}>
    <i aria-hidden>
      <i style={{ width: `${value}%` }} />
    </i>
    <span>{value}</span>
  </Bar>
)
