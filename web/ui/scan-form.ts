import { styled } from '@mui/material/styles'
import { controlStyle } from './field-style.tsx'

/** One large field for codes, and its button. */
export const ScanForm = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  '& label': { gridColumn: '1 / -1', fontWeight: 700 },
  '& input': {
    ...controlStyle(theme),
    minHeight: 52,
    fontSize: 20,
    letterSpacing: '0.04em',
    '@media (pointer: coarse)': { fontSize: 20 },
  },
}))
