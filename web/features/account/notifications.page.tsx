import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { customerCalls } from '#contract/customer'
import { formatDateTimeJa } from '#contract/day'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Row, Stack } from '#web/ui/page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const SIZE = 20

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
  const { value, change } = useListSearch(customerCalls.notifications)
  const page = Math.max(1, Number(value.page ?? 1) || 1)
  const list = useCall(customerCalls.notifications, { query: { page, size: SIZE } })
  useReadUpTo(list.data?.results.find(({ readAt }) => readAt === null)?.id)
  return (
    <Page title="あなたへのお知らせ">
      {list.isPending && <Loading skeleton={<CardListSkeleton />} />}
      {list.isError && <ErrorPanel onRetry={() => void list.refetch()} retrying={list.isRefetching} />}
      {list.data?.count === 0 && (
        <Empty title="あなたへのお知らせはありません" action={<MainLink to="/mypage">マイページへ</MainLink>}>
          お荷物の到着や査定の結果、お振込みのご案内がここに届きます。
        </Empty>
      )}
      <Stack gap={12}>
        {list.data?.results.map(({ id, title, body, link, createdAt, readAt }) => (
          <Message key={id}>
            <Row>
              <time dateTime={createdAt}>{formatDateTimeJa(createdAt)}</time>
              {readAt === null && <StatusChip tone="plain">未読</StatusChip>}
            </Row>
            <h2>{link ? <Link to={safeReturnUrl(link, '/mypage')}>{title}</Link> : title}</h2>
            <p>{body}</p>
          </Message>
        ))}
        {list.data && list.data.count > SIZE && (
          <Pagination
            page={page}
            size={SIZE}
            total={list.data.count}
            onPage={(next) => change({ page: next > 1 ? next : undefined })}
          />
        )}
      </Stack>
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
