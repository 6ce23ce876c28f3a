import { keyframes, styled } from '@mui/material/styles'
import { BY_FINGER } from './by-finger.ts'

const HEAD = 32

/** How far the head can move down its list. `--list-height` is measured. */
const WAY = `var(--list-height, ${HEAD}px) - ${HEAD}px`

const along = keyframes({
  to: { transform: `translateY(calc(${WAY}))` },
})

/**
 * The head sticks to the page when the table fits its frame. Otherwise the frame scrolls sideways, which disables
 * sticky positioning, so a scroll timeline moves the head where the browser supports one.
 */
// Plain elements: with MUI's table parts, moving the selection over 100 rows takes 40 ms instead of 1.
export const TableFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  viewTimeline: '--list block',
  viewTimelineInset: 'var(--shell-top, 0px) 0px',
  '&[data-fits]': { overflow: 'clip' },
  '&[data-fits] thead th': { top: 'var(--shell-top, 0px)' },
  '&[data-scrolls] thead': {
    position: 'relative',
    zIndex: 3,
    animation: `${along} linear both`,
    animationTimeline: '--list',
    animationRange: `exit-crossing 1px exit-crossing calc(1px + ${WAY})`,
  },
  '&[data-scrolls] tr > :first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 2,
    borderRight: `1px solid ${theme.okuru.palette.border.main}`,
  },
  // Sums stay visible at the right edge; a phone has no room for both.
  [theme.breakpoints.up('sm')]: {
    '&[data-scrolls] .money': { position: 'sticky', right: 0, zIndex: 2 },
    '&[data-scrolls] .pin-1': { right: 'var(--pin-0-width, 0px)' },
    '&[data-scrolls] :is(th, td):not(.money) + .money': {
      borderLeft: `1px solid ${theme.okuru.palette.border.main}`,
    },
  },
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
      height: HEAD,
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
      background: palette.bg.paper,
      borderBottom: `1px solid ${palette.bg.sunken}`,
    },
    // Buttons of rows above each other do not touch.
    '& td .MuiButton-root': { minHeight: 28, paddingBlock: 1, [BY_FINGER]: { minHeight: 44 } },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& tfoot td': {
      fontWeight: 700,
      background: palette.bg.header,
      borderTop: `2px solid ${palette.border.strong}`,
    },
    // Rows focused by keyboard are not hidden under the head.
    '& tbody tr': { scrollMarginTop: `calc(var(--shell-top, 0px) + ${HEAD + 8}px)`, scrollMarginBottom: 8 },
    '& .end': { textAlign: 'right' },
    '& .center': { textAlign: 'center' },
    '& .wrap': { minWidth: 160, whiteSpace: 'normal', paddingBlock: 6 },
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

export const ThinBar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  left: 0,
  zIndex: 4,
  height: 0,
  '[data-fits] > &': { top: 'var(--shell-top, 0px)' },
  '&::after': {
    content: '""',
    position: 'absolute',
    width: '30%',
    height: 2,
    background: theme.okuru.palette.primary.main,
    animation: `${slide} 1100ms linear infinite`,
  },
}))
