import { styled } from '@mui/material/styles'
import { BY_FINGER } from '#web/ui/by-finger.ts'

const OFFLINE_BANNER = 36

/** On wide screens the page itself does not scroll. */
export const Frame = styled('main')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    fontSize: 13,
    '& > header': {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2px 14px',
      minHeight: 44,
      padding: '4px 16px',
      background: palette.bg.paper,
      borderBottom: `1px solid ${palette.border.main}`,
    },
    '& > header h1': { ...theme.typography.h3, whiteSpace: 'nowrap' },
    '& > header .end': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 12,
      marginLeft: 'auto',
      fontSize: 12,
    },
    '& > header .end > button': { minHeight: 28, paddingBlock: 0, [BY_FINGER]: { minHeight: 44 } },
    '& > .items': {
      overflowX: 'auto',
      background: palette.bg.paper,
      borderBottom: `1px solid ${palette.border.main}`,
    },
    '& > .centre': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 12,
      minWidth: 0,
      padding: 16,
      alignContent: 'start',
    },
    '& > .form': {
      display: 'flex',
      flexDirection: 'column',
      minHeight: 0,
      background: palette.bg.paper,
      borderLeft: `1px solid ${palette.border.main}`,
    },
    [theme.breakpoints.up('md')]: {
      height: 'calc(100vh - var(--shell-top, 0px))',
      '&[data-offline]': { height: `calc(100vh - var(--shell-top, 0px) - ${OFFLINE_BANNER}px)` },
      gridTemplate: 'auto auto minmax(0, 1fr) / minmax(0, 1fr) 376px',
      overflow: 'hidden',
      '& > .items': { gridColumn: '1 / -1' },
      '& > .centre': { gridTemplateRows: 'minmax(120px, 1fr) 72px auto', overflow: 'auto' },
    },
    [theme.breakpoints.up('lg')]: {
      gridTemplate: 'auto minmax(0, 1fr) / 248px minmax(0, 1fr) 392px',
      '& > .items': {
        gridColumn: 'auto',
        overflow: 'auto',
        borderBottom: 0,
        borderRight: `1px solid ${palette.border.main}`,
      },
    },
  }
})

export const FormBody = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 9,
  flex: 1,
  minHeight: 0,
  padding: '12px 16px',
  overflowY: 'auto',
  '& .two': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 10,
    alignItems: 'start',
  },
  // Labels with and without a key hint are equally tall.
  '& .two > div > span:first-of-type, & .three > div > span:first-of-type': { minHeight: 24 },
  '& .three': { display: 'grid', gridTemplateColumns: '1fr 1fr minmax(0, 1.3fr)', gap: 10 },
  '& .four': { display: 'grid', gridTemplateColumns: '118px repeat(3, minmax(0, 1fr))', gap: 8 },
})

export const FormFoot = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: '8px 16px 14px',
  background: theme.okuru.palette.bg.paper,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  '& .sum': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '0 12px',
  },
  '& .parts': { fontSize: 12, color: theme.okuru.palette.font.sub, fontVariantNumeric: 'tabular-nums' },
  '& .go': { display: 'grid', gridTemplateColumns: '1fr 1.6fr', gap: 10 },
  '& .MuiButton-root': { paddingInline: 10, whiteSpace: 'nowrap' },
  [theme.breakpoints.down('md')]: { position: 'sticky', bottom: 0, zIndex: 2 },
}))
