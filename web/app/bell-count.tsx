import { styled } from '@mui/material/styles'

const Count = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 3,
  right: 0,
  minWidth: 18,
  height: 18,
  padding: '0 5px',
  borderRadius: 9,
  fontSize: 11,
  fontWeight: 700,
  lineHeight: '18px',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  color: theme.okuru.palette.accent.contrastText,
  background: theme.okuru.palette.accent.main,
}))

const MOST = 9

/** On the corner of a bell; its link says the number in words. */
export function BellCount({ unread }: { unread: number }) {
  if (unread === 0) return null
  return <Count aria-hidden>{unread > MOST ? `${MOST}+` : unread}</Count>
}
