import MuiDialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Body = styled('div')(({ theme }) => ({
  padding: theme.okuru.variant === 'biz' ? '20px 24px' : '24px 20px',
  '& h2': { ...theme.typography.h2, fontSize: 18, marginBottom: 8 },
}))

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  // Reversed on the wide screens of the office: the next step is the rightmost, the way back before it.
  [theme.breakpoints.up('sm')]: { flexDirection: theme.okuru.variant === 'biz' ? 'row-reverse' : 'column' },
  justifyContent: 'flex-start',
  gap: 8,
  marginTop: 20,
}))

type Props = {
  open: boolean
  title: string
  children?: ReactNode
  /** Buttons, the next step first on the storefront. */
  actions?: ReactNode
  onClose: () => void
  onClosed?: () => void
  wide?: boolean
  /** What is behind it cannot be read. */
  veiled?: boolean
}

/** A sheet over the page with a title and buttons. Escape and a press beside it close it. */
export function Dialog(props: Props) {
  const { open, title, children, actions, onClose, onClosed, wide = false, veiled = false } = props
  const id = useId()
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={wide ? 'md' : 'xs'}
      slotProps={{
        transition: { onExited: onClosed },
        ...(veiled && { backdrop: { sx: { backdropFilter: 'blur(12px)' } } }),
      }}
    >
      <Body>
        <h2 id={id}>{title}</h2>
        {children}
        {actions && <Actions>{actions}</Actions>}
      </Body>
    </MuiDialog>
  )
}
