import { styled, type Theme } from '@mui/material/styles'

export const textButton = ({ theme }: { theme: Theme }) => ({
  justifySelf: 'start',
  minHeight: 44,
  padding: 0,
  border: 0,
  background: 'none',
  fontSize: 13,
  color: theme.okuru.palette.primary.main,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  cursor: 'pointer',
})

export const TextButton = styled('button')(textButton)
