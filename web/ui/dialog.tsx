import MuiDialog from '@mui/material/Dialog'
import { styled, type Theme } from '@mui/material/styles'
import { type ReactNode, use, useId, useRef } from 'react'
import { useCloseRequest } from './close-request.ts'
import { KeyLayer, KeysOfDialogs } from './key-layer.ts'

const Body = styled('div')(({ theme }) => ({
  padding: theme.okuru.variant === 'biz' ? '20px 24px' : '24px 20px',
  // Codes and addresses have no blanks.
  overflowWrap: 'anywhere',
  [theme.breakpoints.down('sm')]: { padding: 16 },
  '& h2': { ...theme.typography.h2, fontSize: 18, marginBottom: 8 },
}))

/** Of a dialog longer than the screen they stay in sight; on a phone they would cover too much of it. */
const inSight = (theme: Theme) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  margin: '8px -24px -20px',
  padding: '12px 24px 20px',
  background: theme.palette.background.paper,
})

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-start',
  gap: 8,
  marginTop: 20,
  [theme.breakpoints.up('sm')]:
    theme.okuru.variant === 'biz'
      ? { ...inSight(theme), flexFlow: 'row-reverse wrap', '& > button': { whiteSpace: 'nowrap' } }
      : { flexDirection: 'column' },
  '@media (hover: hover)': {
    '&[data-keys] > button[data-go]::after': {
      content: ['"Ctrl ↵"', '"Ctrl ↵" / ""'],
      padding: '3px 6px',
      font: `700 11px/1 ${theme.typography.fontFamily}`,
      border: '1px solid currentColor',
      borderRadius: 5,
      opacity: 0.75,
    },
  },
}))

/** A phone has no room for the margins of a desk. */
const onPhone = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    width: 'calc(100% - 24px)',
    maxHeight: 'calc(100% - 24px)',
    margin: '12px',
  },
})

type Props = {
  open: boolean
  title: string
  children?: ReactNode
  /** Buttons; on the storefront the next step comes first. */
  actions?: ReactNode
  onClose: () => void
  onClosed?: () => void
  wide?: boolean
  veiled?: boolean
}

export function Dialog(props: Props) {
  const { open, title, children, actions, onClose, onClosed, wide = false, veiled = false } = props
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const Keys = use(KeysOfDialogs)
  useCloseRequest(open, onClose)
  return (
    <MuiDialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      // A closing dialog takes no keys.
      aria-modal={open}
      fullWidth
      maxWidth={wide ? 'md' : 'xs'}
      slotProps={{
        transition: { onExited: onClosed },
        paper: { sx: onPhone },
        ...(veiled && { backdrop: { sx: { backdropFilter: 'blur(12px)' } } }),
      }}
    >
      <KeyLayer value={body}>
        {Keys && <Keys body={body} />}
        <Body ref={body}>
          <h2 id={id}>{title}</h2>
          {children}
          {actions && <Actions data-keys={Keys && ''}>{actions}</Actions>}
        </Body>
      </KeyLayer>
    </MuiDialog>
  )
}
