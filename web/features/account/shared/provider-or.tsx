import { styled } from '@mui/material/styles'

export const Or = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  margin: '24px 0 16px',
  fontSize: 12,
  color: theme.okuru.palette.font.sub,
  '&::before, &::after': {
    content: '""',
    flex: 1,
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
}))
