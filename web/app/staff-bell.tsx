import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { announcementCalls } from '#contract/announcement'
import { queryOf } from '#web/lib/query-client.ts'
import { Icon } from '#web/ui/icons.tsx'
import { BellCount } from './bell-count.tsx'

const REFRESH_MS = 300_000

export function StaffBell() {
  const { data } = useQuery({
    ...queryOf(announcementCalls.staffNews, { query: { isSeen: false, limit: 1 } }),
    refetchInterval: REFRESH_MS,
  })
  const unread = data?.count ?? 0
  return (
    <Link
      to="/biz/news"
      aria-label={unread > 0 ? `担当者へのお知らせ 未読${unread}件` : '担当者へのお知らせ'}
      className="bell"
    >
      <Icon name="bell" size={20} />
      <BellCount unread={unread} />
    </Link>
  )
}
