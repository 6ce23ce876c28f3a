import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { accountCalls } from '#contract/account'
import { queryOf } from '#web/lib/query-client.ts'
import { giveUpHold, type Held, useHeldSession, usePresence } from '#web/lib/session-hold.ts'
import { sendUnsent } from '#web/lib/unsent.ts'

const load = () => import('#web/features/account/shared/session-ended.tsx')
// If the dialog cannot be loaded, the sign-in page is the way back.
const SessionEnded = lazy(
  (): Promise<{ default: ComponentType<{ held: Held }> }> => load().catch(() => ({ default: Unasked })),
)

function Unasked() {
  useEffect(giveUpHold, [])
  return null
}

export function HeldSession() {
  const client = useQueryClient()
  const held = useHeldSession()
  // Preloaded while signed in: afterwards nobody knows who it is.
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
