import { styled } from '@mui/material/styles'
import { BY_FINGER } from './by-finger.ts'

/** A button beside the label of a field. */
export const LabelButton = styled('button')(({ theme }) => ({
  minHeight: 24,
  padding: '0 0 0 8px',
  border: 0,
  fontSize: 12,
  color: theme.okuru.palette.primary.main,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
  [BY_FINGER]: { minHeight: 44 },
}))
