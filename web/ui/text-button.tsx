import { styled } from '@mui/material/styles'

export const TextButton = styled('button')(({ theme }) => ({
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
}))
