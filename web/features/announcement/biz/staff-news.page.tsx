import { announcementCalls } from '#contract/announcement'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Stack } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf, WithinPages } from '#web/ui/pagination.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { AnnouncementEntry } from '../shared/announcement-entry.tsx'
import { useSeen } from '../shared/use-seen.ts'

/** What the operator and the own company tell the staff. */
export default function StaffNewsPage() {
  const list = useList(announcementCalls.staffNews, { size: 20 })
  const { read } = list
  useSeen(read.data?.results, true)
  return (
    <ListPage title="担当者へのお知らせ" pagination={pagesOf(list)}>
      <WithinPages list={list}>
        <WhenRead state={read} skeleton={<TableSkeleton />}>
          {({ results }) =>
            results.length === 0 ? (
              <Empty title="お知らせはありません">運営や会社の管理者からのお知らせが、ここに出ます。</Empty>
            ) : (
              <Stack gap={12} style={{ maxWidth: 720 }}>
                {results.map(({ id, isSeen: _, ...news }) => (
                  <AnnouncementEntry key={id} {...news} />
                ))}
              </Stack>
            )
          }
        </WhenRead>
      </WithinPages>
    </ListPage>
  )
}
