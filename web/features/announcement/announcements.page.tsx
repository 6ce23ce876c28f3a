import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announcementCalls } from '#contract/announcement'
import { useCall } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { AnnouncementEntry } from './announcement-entry.tsx'

const LIMIT = 20

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
          <AnnouncementEntry key={id} id={`news-${id}`} {...{ title, body, publishedAt, level }} />
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
