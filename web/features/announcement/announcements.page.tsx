import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announcementCalls } from '#contract/announcement'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { StoreList } from '#web/ui/store-list.tsx'
import { AnnouncementEntry } from './shared/announcement-entry.tsx'
import { useSeen } from './shared/use-seen.ts'

export default function AnnouncementsPage() {
  const list = useList(announcementCalls.list, { size: 20 })
  const { hash } = useLocation()
  const { data } = list.read
  useSeen(data?.results, usePageSide() !== undefined)
  useEffect(() => {
    if (data && hash) document.getElementById(hash)?.scrollIntoView()
  }, [data, hash])
  return (
    <Page title="サイトのお知らせ">
      <StoreList list={list} empty={<Empty title="お知らせはありません" />}>
        {({ id, title, body, publishedAt, level, sender }) => (
          <AnnouncementEntry key={id} id={`news-${id}`} {...{ title, body, publishedAt, level, sender }} />
        )}
      </StoreList>
    </Page>
  )
}
