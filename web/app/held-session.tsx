import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { accountCalls } from '#contract/account'
import { queryOf } from '#web/lib/query-client.ts'
import { giveUpHold, type Held, useHeldSession, usePresence } from '#web/lib/session-hold.ts'
import { sendUnsent } from '#web/lib/unsent.ts'

const load = () => import('#web/features/account/shared/session-ended.tsx')
// Without the dialog nobody could sign in here; the sign-in page is the other way.
const SessionEnded = lazy(
  (): Promise<{ default: ComponentType<{ held: Held }> }> => load().catch(() => ({ default: Unasked })),
)

function Unasked() {
  useEffect(giveUpHold, [])
  return null
}

/** The password asked for in place when a session ended under somebody's hands, and the work taken up again after it. */
export function HeldSession() {
  const client = useQueryClient()
  const held = useHeldSession()
  // Who it is has to be known before the session ends: afterwards nobody tells.
  const signedIn = usePresence() !== undefined
  useQuery({ ...queryOf(accountCalls.me), enabled: signedIn && !held, staleTime: Number.POSITIVE_INFINITY })
  const before = useRef(held)
  useEffect(() => {
    const ended = before.current
    before.current = held
    if (!ended || held) return
    void ended.resumed.then((resumed) => {
      if (!resumed) return
      void client.invalidateQueries()
      sendUnsent()
    })
  }, [held, client])
  if (!held) return null
  return (
    <Suspense fallback={null}>
      <SessionEnded held={held} />
    </Suspense>
  )
}
