import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { useCall } from '#web/lib/query-client.ts'
import { Icon } from '#web/ui/icons.tsx'

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

export default function MessageBell() {
  const { data } = useCall(customerCalls.notifications, {})
  const unread = data?.results.filter(({ readAt }) => readAt === null).length ?? 0
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `あなたへのお知らせ 未読${unread}件` : 'あなたへのお知らせ'}
      style={{ position: 'relative', justifyContent: 'center' }}
    >
      <Icon name="bell" size={22} />
      {unread > 0 && <Count aria-hidden>{unread > MOST ? `${MOST}+` : unread}</Count>}
    </Link>
  )
}
