import { styled } from '@mui/material/styles'

export const Card = styled('section', { shouldForwardProp: (name) => name !== 'tight' && name !== 'as' })<{
  tight?: boolean
}>(({ theme, tight }) => ({
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  padding: tight ? 0 : theme.okuru.variant === 'biz' ? '12px 16px' : 16,
}))

export const Inset = styled('div')(({ theme }) => ({
  background: theme.okuru.palette.primary.lightest,
  borderRadius: 12,
  padding: '12px 14px',
}))
