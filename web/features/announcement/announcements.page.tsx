import { styled } from '@mui/material/styles'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announcementCalls } from '#contract/announcement'
import { formatDateTimeJa } from '#contract/day'
import { useCall } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Row, Stack } from '#web/ui/page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const LIMIT = 20

const Entry = styled(Card)(({ theme }) => ({
  scrollMarginTop: 16,
  '& h2': { ...theme.typography.h3, marginTop: 4 },
  '& p': { marginTop: 6, whiteSpace: 'pre-line' },
  '& time': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '&:target': { borderColor: theme.okuru.palette.primary.light },
}))

/** What everybody is told, newest first. */
export default function AnnouncementsPage() {
  const { value, change } = useListSearch(announcementCalls.list)
  const { hash } = useLocation()
  const offset = Math.max(0, Number(value.offset ?? 0) || 0)
  const list = useCall(announcementCalls.list, { query: { limit: LIMIT, offset } })
  useEffect(() => {
    if (list.data && hash) document.getElementById(hash)?.scrollIntoView()
  }, [list.data, hash])
  return (
    <Page title="サイトのお知らせ">
      {list.isPending && <Loading />}
      {list.isError && <ErrorPanel onRetry={() => void list.refetch()} retrying={list.isRefetching} />}
      {list.data?.count === 0 && <Empty title="お知らせはありません" />}
      <Stack gap={12}>
        {list.data?.results.map(({ id, title, body, publishedAt, level }) => (
          <Entry key={id} id={`news-${id}`}>
            <Row>
              <time dateTime={publishedAt}>{formatDateTimeJa(publishedAt)}</time>
              {level === 'important' && <StatusChip tone="wait">重要</StatusChip>}
            </Row>
            <h2>{title}</h2>
            <p>{body}</p>
          </Entry>
        ))}
        {list.data && list.data.count > LIMIT && (
          <Pagination
            page={Math.floor(offset / LIMIT) + 1}
            size={LIMIT}
            total={list.data.count}
            onPage={(page) => change({ offset: (page - 1) * LIMIT || undefined })}
          />
        )}
      </Stack>
    </Page>
  )
}
