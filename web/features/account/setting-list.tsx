import { styled } from '@mui/material/styles'

/** Rows with a word about each and a small button at the end. */
export const SettingList = styled('ul')(({ theme }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, padding: '12px 16px' },
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& li > div': { flex: 1, minWidth: 0 },
  '& small': { display: 'block', fontSize: 12, lineHeight: 1.6, color: theme.okuru.palette.font.sub },
  '& .MuiButton-root': { width: 'auto', minHeight: 44, padding: '0 16px', fontSize: 13 },
}))
