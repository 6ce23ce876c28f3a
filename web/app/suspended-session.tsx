import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { accountCalls } from '#contract/account'
import { queryOf } from '#web/lib/query-client.ts'
import {
  dropSuspendedSession,
  type SuspendedSession,
  usePageSide,
  useSuspendedSession,
} from '#web/lib/suspended-session.ts'
import { sendUnsent } from '#web/lib/unsent.ts'

const load = () => import('#web/features/account/shared/session-ended.tsx')
// If the dialog cannot be loaded, the sign-in page is the way back.
const SessionEnded = lazy(
  (): Promise<{ default: ComponentType<{ suspended: SuspendedSession }> }> =>
    load().catch(() => ({ default: Unasked })),
)

function Unasked() {
  useEffect(dropSuspendedSession, [])
  return null
}

export function SuspendedSessionDialog() {
  const client = useQueryClient()
  const suspended = useSuspendedSession()
  // Preloaded while signed in: afterwards nobody knows who it is.
  const signedIn = usePageSide() !== undefined
  useQuery({
    ...queryOf(accountCalls.me),
    enabled: signedIn && !suspended,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const before = useRef(suspended)
  useEffect(() => {
    const ended = before.current
    before.current = suspended
    if (!ended || suspended) return
    void ended.resumed.then((resumed) => {
      if (!resumed) return
      void client.invalidateQueries()
      sendUnsent()
    })
  }, [suspended, client])
  if (!suspended) return null
  return (
    <Suspense fallback={null}>
      <SessionEnded suspended={suspended} />
    </Suspense>
  )
}
