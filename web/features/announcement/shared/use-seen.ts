import { useEffect } from 'react'
import { announcementCalls } from '#contract/announcement'
import { useMutationOf } from '#web/lib/query-client.ts'

type Listed = readonly { id: number; isSeen: boolean }[]

/** Tells the server once which of the announcements on this page the reader has before them. */
export function useSeen(rows: Listed | undefined, isSignedIn: boolean): void {
  const { mutate } = useMutationOf(announcementCalls.see)
  const fresh = isSignedIn ? (rows ?? []).filter(({ isSeen }) => !isSeen).map(({ id }) => id) : []
  const key = fresh.join(' ')
  useEffect(() => {
    if (key !== '') mutate({ body: { announcements: key.split(' ').map(Number) } })
  }, [key, mutate])
}
