import { styled } from '@mui/material/styles'
import { BY_FINGER } from './by-finger.ts'

export const Kbd = styled('kbd')(({ theme }) => ({
  display: 'inline-block',
  padding: '3px 6px',
  font: `700 11px/1 ${theme.typography.fontFamily}`,
  color: theme.okuru.palette.font.sub,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.medium}`,
  borderBottomWidth: 2,
  borderRadius: 5,
  // Touch devices without a mouse usually have no keyboard.
  '@media (pointer: coarse) and (hover: none)': { display: 'none' },
}))

/** What the keys of a page do: of no use to a finger. */
export const KeyWords = styled('span')(({ theme }) => ({
  fontSize: 12,
  color: theme.okuru.palette.font.sub,
  [BY_FINGER]: { display: 'none' },
}))
