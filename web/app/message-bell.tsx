import { Link } from '@tanstack/react-router'
import { customerCalls } from '#contract/customer'
import { useCall } from '#web/lib/query-client.ts'
import { Icon } from '#web/ui/icons.tsx'
import { BellCount } from './bell-count.tsx'

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
      <BellCount unread={unread} />
    </Link>
  )
}
