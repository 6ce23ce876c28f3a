import { styled } from '@mui/material/styles'
import { Table } from '#web/ui/data-table-style.ts'

export const GridFrameTable = styled(Table)(({ theme }) => {
  const { palette } = theme.okuru
  return {
    width: 'auto',
    minWidth: '100%',
    '& thead th': { padding: '0 6px' },
    '& td': { padding: 1, height: 34 },
    '& td.fact': { padding: '0 10px' },
    '& td.fact small': { display: 'block', fontSize: 12, color: palette.font.sub },
    '& td.acts, & th.acts': {
      position: 'sticky',
      right: 0,
      zIndex: 2,
      padding: '0 4px',
      borderLeft: `1px solid ${palette.border.main}`,
    },
    [theme.breakpoints.down('sm')]: {
      '& td.acts, & th.acts': { position: 'static' },
      '& .first': { position: 'sticky', left: 0, zIndex: 2, borderRight: `1px solid ${palette.border.main}` },
    },
    '& td.box': { width: 36, padding: '0 0 0 10px' },
    '& th.box': { width: 36, padding: '0 0 0 10px' },
    '& tr[data-edited] td': { background: palette.primary.lightest },
    '& tr[data-edited] td:first-of-type': { boxShadow: `inset 3px 0 0 ${palette.primary.main}` },
    '& tr.problem td': {
      height: 'auto',
      padding: '4px 12px 8px',
      whiteSpace: 'normal',
      color: palette.error.main,
      fontSize: 12,
    },
    '& tr.problem td > span': {
      position: 'sticky',
      left: 12,
      display: 'inline-block',
      maxWidth: 'min(720px, calc(100vw - 64px))',
    },
    '& input:not([type="checkbox"])': {
      width: '100%',
      height: 32,
      padding: '0 6px',
      font: 'inherit',
      fontVariantNumeric: 'tabular-nums',
      color: 'inherit',
      background: 'transparent',
      border: '1px solid transparent',
      borderRadius: 6,
    },
    '& td.end input': { textAlign: 'right' },
    // The arrow of a list of choices leaves no room for the text.
    '& input::-webkit-calendar-picker-indicator': { display: 'none !important' },
    '& input:not([type="checkbox"]):hover': { borderColor: palette.border.medium },
    '& input:focus-visible': { outlineOffset: -1 },
    '& input:not([type="checkbox"]):focus-visible': { background: palette.bg.paper },
    '& input[aria-invalid="true"]': { borderColor: palette.error.main, background: palette.error.bg },
    '& tr[aria-busy="true"] input': { opacity: 0.6 },
    '& input[data-typed]': { fontWeight: 700 },
    '& input::placeholder': { color: palette.font.sub, opacity: 0.8 },
  }
})
