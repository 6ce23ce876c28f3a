import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOnline } from '#web/lib/online.ts'
import { countUnsent } from '#web/lib/unsent.ts'
import { isOutdated, startWorker } from './release-update.ts'

/** A newer release is taken up on the way to the next page, where nobody notices. Drafts survive it. */
export default function StoreUpdates() {
  const router = useRouter()
  useEffect(() => startWorker('/'), [])
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged || !isOutdated() || !isOnline() || countUnsent() > 0) return
        // Once the address is the new one: the router writes it after this.
        setTimeout(() => window.location.reload())
      }),
    [router],
  )
  return null
}
