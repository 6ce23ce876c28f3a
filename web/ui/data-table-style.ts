import { keyframes, styled } from '@mui/material/styles'

export const TableFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  maxHeight: '100%',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
}))

export const Table = styled('table')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: 13,
    fontVariantNumeric: 'tabular-nums',
    '& th': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      height: 32,
      padding: '0 12px',
      fontSize: 11,
      fontWeight: 700,
      textAlign: 'left',
      whiteSpace: 'nowrap',
      color: palette.font.sub,
      background: palette.bg.header,
      borderBottom: `1px solid ${palette.border.main}`,
    },
    '& td': {
      height: 36,
      padding: '0 12px',
      lineHeight: 1.4,
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${palette.bg.sunken}`,
    },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& .end': { textAlign: 'right' },
    '& .center': { textAlign: 'center' },
    '& .wrap': { whiteSpace: 'normal', paddingBlock: 6 },
    '& tbody tr[tabindex]': { cursor: 'pointer' },
    '& tbody tr[tabindex]:hover td': { background: palette.bg.header },
    '& tbody tr[aria-current="true"] td': { background: palette.primary.lightest },
    '& tbody tr[aria-current="true"] td:first-of-type': {
      boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    },
    '& tbody tr:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  }
})

export const SortButton = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  padding: 0,
  border: 0,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover, th[aria-sort] > &': { color: theme.okuru.palette.font.main },
}))

const slide = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } })

/** Says that newer rows are on their way while the old ones stay readable. */
export const ThinBar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  left: 0,
  zIndex: 2,
  height: 0,
  '&::after': {
    content: '""',
    position: 'absolute',
    width: '30%',
    height: 2,
    background: theme.okuru.palette.primary.main,
    animation: `${slide} 1100ms linear infinite`,
  },
}))
