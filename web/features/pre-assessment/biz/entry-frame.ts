import { styled } from '@mui/material/styles'
import { BY_FINGER } from '#web/ui/by-finger.ts'

/** Below it the row in hand and the reasons do not fit beside each other. */
const WIDE = '@media (min-width: 1400px)'

/** The articles in the centre, with who asks above and the total below; on a wide screen the reasons at the right. */
export const Frame = styled('main')(({ theme }) => {
  const { palette } = theme.okuru
  const line = `1px solid ${palette.border.main}`
  return {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    fontSize: 13,
    '& > header': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '4px 12px',
      minHeight: 44,
      padding: '4px 16px',
      background: palette.bg.paper,
      borderBottom: line,
    },
    '& > header h1': { ...theme.typography.h3 },
    '& > header .end': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 10,
      marginLeft: 'auto',
      fontSize: 12,
    },
    '& > header .end > button': { minHeight: 28, paddingBlock: 0, [BY_FINGER]: { minHeight: 44 } },
    '& > .centre': { display: 'grid', gap: 12, alignContent: 'start', minWidth: 0, padding: 16 },
    '& > .why': { minWidth: 0, padding: 16, background: palette.bg.paper, borderTop: line },
    '& > .foot': {
      position: 'sticky',
      bottom: 0,
      zIndex: 3,
      padding: '10px 16px',
      background: palette.bg.paper,
      borderTop: line,
      '@media (max-height: 500px)': { position: 'static' },
    },
    [WIDE]: {
      gridTemplate: `
        "head head" auto
        "centre why" minmax(0, 1fr)
        "foot why" auto / minmax(0, 1fr) 340px`,
      minHeight: 'calc(100vh - var(--shell-top, 0px))',
      '& > header': { gridArea: 'head' },
      '& > .centre': { gridArea: 'centre' },
      '& > .foot': { gridArea: 'foot' },
      '& > .why': {
        gridArea: 'why',
        borderTop: 0,
        borderLeft: line,
      },
      '& > .why > div': {
        position: 'sticky',
        top: 'calc(var(--shell-top, 0px) + 16px)',
        maxHeight: 'calc(100vh - var(--shell-top, 0px) - 32px)',
        overflowY: 'auto',
      },
    },
  }
})

/** Rows of two lines: the article, and where its price comes from. The row in hand has fields. */
export const Table = styled('table')(({ theme }) => {
  const { palette } = theme.okuru
  const line = `1px solid ${palette.border.main}`
  return {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: 13,
    '& thead th': {
      padding: '6px 8px',
      fontSize: 12,
      textAlign: 'left',
      whiteSpace: 'nowrap',
      color: palette.font.sub,
      background: palette.bg.sunken,
      borderBottom: line,
    },
    '& .end': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& tbody td': { padding: '7px 8px 0', verticalAlign: 'middle', overflowWrap: 'anywhere' },
    '& tbody tr.reason td': {
      padding: '1px 8px 7px',
      fontSize: 12,
      color: palette.font.sub,
      borderBottom: line,
    },
    '& tbody tr.attributes td': { padding: '4px 8px 0' },
    '& tbody tr.row': { cursor: 'pointer' },
    '& tbody[data-current] td': { background: palette.primary.lightest },
    '& tbody[data-current] td:first-of-type': { boxShadow: `inset 3px 0 0 ${palette.primary.main}` },
    '& .band': { fontWeight: 700, whiteSpace: 'nowrap' },
    '& .odd': { color: palette.warning.main, fontWeight: 700 },
    '& .number': { width: 32, color: palette.font.sub, fontVariantNumeric: 'tabular-nums' },
    '& .number button': {
      minWidth: 24,
      minHeight: 24,
      padding: 0,
      font: 'inherit',
      color: 'inherit',
      border: 0,
      background: 'none',
      cursor: 'pointer',
    },
    '& [data-field] input': {
      minHeight: 32,
      padding: '2px 8px',
      fontSize: 13,
      '@media (pointer: coarse)': { fontSize: 16 },
    },
    '& [data-field] .found': { minWidth: 200, right: 'auto' },
    '& [data-field="brand"]': { minWidth: 120 },
    '& [data-field="category"]': { minWidth: 90 },
    '& [data-field="gender"], & [data-field="condition"], & [data-field="season"]': { minWidth: 72 },
    '& input.count': { width: 48, textAlign: 'right' },
    [theme.breakpoints.down('md')]: {
      '&, & tbody': { display: 'block' },
      '& thead': { display: 'none' },
      '& tbody': { borderBottom: line, padding: '6px 0' },
      '& tbody[data-current]': {
        background: palette.primary.lightest,
        boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
      },
      '& tr.row': {
        display: 'grid',
        gridTemplateColumns: '32px repeat(2, minmax(0, 1fr))',
        alignItems: 'center',
      },
      '& tr.row td': { padding: '3px 6px' },
      '& tr.row td[data-blank]': { display: 'none' },
      '& tr.row td.number': { gridRow: 'span 4', alignSelf: 'start' },
      '& tr.row td[data-label]::before': {
        content: 'attr(data-label) " "',
        fontSize: 11,
        color: palette.font.sub,
      },
      '& tr.row td[data-label]:has(input)::before': { display: 'block' },
      // A list of the right column opens to the left, where there is room.
      '& tr.row td:nth-of-type(odd) .found, & tr.attributes .found': { left: 'auto', right: 0 },
      '& tr.row .end': { textAlign: 'left' },
      '& tr.row td.band': { gridColumn: '2 / -1', fontSize: 16 },
      '& tbody tr.attributes, & tbody tr.reason': { display: 'block' },
      '& tbody tr.attributes td, & tbody tr.reason td': {
        display: 'block',
        padding: '3px 6px 3px 38px',
        border: 0,
      },
      '& tbody tr:not(.row) td.number': { display: 'none' },
      '& tbody[data-current] td, & tbody[data-current] td:first-of-type': {
        background: 'none',
        boxShadow: 'none',
      },
      '& [data-field] input': { minHeight: 44 },
      '& .number button': { minWidth: 44, minHeight: 44, margin: '-10px 0 0 -10px' },
    },
  }
})
