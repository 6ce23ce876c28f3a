import { styled } from '@mui/material/styles'
import type { ReactNode, Ref } from 'react'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: theme.okuru.variant === 'biz' ? '24px 16px' : '32px 8px',
  textAlign: 'center',
  '& .picture': { color: theme.okuru.palette.primary.light, marginBottom: 8 },
  '& h2': { ...theme.typography.h2, fontSize: theme.okuru.variant === 'biz' ? 15 : 19 },
  '& p': { maxWidth: '34em', color: theme.okuru.palette.font.sub, textWrap: 'pretty' },
  '& .actions': {
    display: 'grid',
    gap: 8,
    width: '100%',
    maxWidth: 320,
    marginTop: 12,
    justifyItems: 'center',
  },
  '& .small': { fontSize: 12 },
}))

type Props = {
  picture?: ReactNode
  title?: string
  children?: ReactNode
  actions?: ReactNode
  small?: ReactNode
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

export function MessagePanel({ picture, title, children, actions, small, role, ref }: Props) {
  return (
    <Root role={role} ref={ref}>
      {picture && <div className="picture">{picture}</div>}
      {title && <h2>{title}</h2>}
      {children}
      {actions && <div className="actions">{actions}</div>}
      {small && <p className="small">{small}</p>}
    </Root>
  )
}
