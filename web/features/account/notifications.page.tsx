import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { customerCalls } from '#contract/customer'
import { formatDateTimeJa } from '#contract/day'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Page, Row } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { StoreList } from '#web/ui/store-list.tsx'

const Message = styled('article')(({ theme }) => ({
  position: 'relative',
  padding: '14px 16px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '& h2': { ...theme.typography.h3, marginTop: 2 },
  '& h2 a': { color: 'inherit', textDecoration: 'none' },
  '& h2 a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '&:has(a):hover': { borderColor: theme.okuru.palette.border.strong },
  '& p': { marginTop: 4, whiteSpace: 'pre-line' },
  '& time': { fontSize: 12, color: theme.okuru.palette.font.sub },
}))

/** Opening the page marks all as read; the unread marks stay visible for this visit. */
export default function NotificationsPage() {
  const list = useList(customerCalls.notifications, { size: 20 })
  useReadUpTo(list.read.data?.results.find(({ readAt }) => readAt === null)?.id)
  return (
    <Page title="あなたへのお知らせ">
      <StoreList
        list={list}
        skeleton={<CardListSkeleton />}
        empty={
          <Empty
            title="あなたへのお知らせはありません"
            action={<MainLink to="/mypage">マイページへ</MainLink>}
          >
            お荷物の到着や査定の結果、お振込みのご案内がここに届きます。
          </Empty>
        }
      >
        {({ id, title, body, link, createdAt, readAt }) => (
          <Message key={id}>
            <Row>
              <time dateTime={createdAt}>{formatDateTimeJa(createdAt)}</time>
              {readAt === null && <StatusChip tone="plain">未読</StatusChip>}
            </Row>
            <h2>{link ? <Link to={safeReturnUrl(link, '/mypage')}>{title}</Link> : title}</h2>
            <p>{body}</p>
          </Message>
        )}
      </StoreList>
    </Page>
  )
}

function useReadUpTo(newestUnread: number | undefined): void {
  const client = useQueryClient()
  const { mutate } = useMutationOf(customerCalls.readNotifications, {
    // Refetches only the bell's count; the list keeps its marks.
    onSuccess: () =>
      client.invalidateQueries({ queryKey: queryOf(customerCalls.notifications).queryKey, exact: true }),
  })
  useEffect(() => {
    if (newestUnread !== undefined) mutate({ body: { upTo: newestUnread } })
  }, [newestUnread, mutate])
}
