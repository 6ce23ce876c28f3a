import { styled } from '@mui/material/styles'
import { BY_FINGER } from '#web/ui/by-finger.ts'

const OFFLINE_BANNER = 36

/** Left the queue, the photos, the form, and how a shop will show it; on wide screens the page itself does not scroll. */
export const Frame = styled('main')(({ theme }) => {
  const { palette } = theme.okuru
  const line = `1px solid ${palette.border.main}`
  return {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    fontSize: 13,
    '& > header': {
      gridArea: 'head',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2px 14px',
      minHeight: 44,
      padding: '4px 16px',
      background: palette.bg.paper,
      borderBottom: line,
    },
    '& > header h1': { ...theme.typography.h3, minWidth: 0, overflowWrap: 'anywhere' },
    '& > header .end': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 12,
      marginLeft: 'auto',
      fontSize: 12,
    },
    '& > header .end > button': { minHeight: 28, paddingBlock: 0, [BY_FINGER]: { minHeight: 44 } },
    '& > .queue': { gridArea: 'queue', minWidth: 0, background: palette.bg.paper, borderBottom: line },
    '& > .centre': { gridArea: 'centre', minWidth: 0, padding: 16 },
    '& > .form': { gridArea: 'form', minWidth: 0, background: palette.bg.paper, borderTop: line },
    '& > .look': { gridArea: 'look', minWidth: 0, padding: '12px 16px', borderTop: line },
    '& > .foot': {
      gridArea: 'foot',
      minWidth: 0,
      padding: '8px 16px 12px',
      background: palette.bg.paper,
      borderTop: line,
    },
    gridTemplateAreas: '"head" "queue" "centre" "form" "look" "foot"',
    [theme.breakpoints.down('md')]: { '& > .foot': { position: 'sticky', bottom: 0, zIndex: 2 } },
    [theme.breakpoints.up('md')]: {
      height: 'calc(100vh - var(--shell-top, 0px))',
      '&[data-offline]': { height: `calc(100vh - var(--shell-top, 0px) - ${OFFLINE_BANNER}px)` },
      overflow: 'hidden',
      gridTemplate: `
        "head head" auto
        "queue queue" auto
        "centre form" minmax(0, 1fr)
        "centre foot" auto / minmax(0, 1fr) 396px`,
      '& > .centre, & > .form, & > .look': { overflowY: 'auto' },
      '& > .form': { borderTop: 0, borderLeft: line },
      '& > .foot': { borderLeft: line },
      // Shown in a dialog there.
      '& > .look': { display: 'none' },
    },
    [theme.breakpoints.up('lg')]: {
      gridTemplate: `
        "head head head head" auto
        "queue centre form look" minmax(0, 1fr)
        "queue centre form foot" auto / 244px minmax(0, 1fr) 372px 272px`,
      '& > .queue': { overflowY: 'auto', borderBottom: 0, borderRight: line },
      '& > .look': { display: 'block', borderTop: 0, borderLeft: line, background: palette.bg.sunken },
      '& > .foot': { borderTop: 0, background: palette.bg.sunken },
    },
  }
})

export const FormBody = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  padding: '12px 16px 20px',
  '& h2': { ...theme.typography.h3, display: 'flex', alignItems: 'center', gap: 8 },
  '& h2 > .end': { marginLeft: 'auto', fontSize: 12, fontWeight: 400, color: theme.okuru.palette.font.sub },
  '& .two, & .three': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '9px 10px',
    alignItems: 'start',
  },
  '& .three': {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  // Red is for what is wrong, and on a desk most fields are wanted.
  '& label + span:not(.end)': {
    padding: 0,
    color: theme.okuru.palette.primary.main,
    background: 'none',
  },
  '& span:has(> label)': { gap: 6, minHeight: 24 },
  '& section': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 9 },
  '& section + section': { paddingTop: 12, borderTop: `1px solid ${theme.okuru.palette.border.main}` },
}))
