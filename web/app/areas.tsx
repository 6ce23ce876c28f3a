import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { fetchPart } from '#web/lib/part.ts'
import { usePresence, usePresenceKey } from '#web/lib/session-hold.ts'

// The back office's frame is of no use to anybody else.
const BizShell = lazy(() => fetchPart(() => import('./biz-shell.tsx')))
const ForbiddenPage = lazy(() => fetchPart(() => import('./forbidden-page.tsx')))

/**
 * Between a sign-out and the move to the sign-in page nothing of the area is drawn any more. A session that is held
 * keeps its page; nothing of it is left for another person.
 */
export function ForCustomersOnly() {
  const userType = usePresence()
  const key = usePresenceKey()
  if (!userType) return null
  if (userType !== 'business') return <Outlet key={key} />
  return (
    <Suspense fallback={null}>
      <ForbiddenPage side="customer" />
    </Suspense>
  )
}

export function ForBusinessOnly() {
  const userType = usePresence()
  const key = usePresenceKey()
  if (!userType) return null
  return (
    <Suspense fallback={null}>
      {userType === 'customer' ? <ForbiddenPage side="business" /> : <BizShell key={key} />}
    </Suspense>
  )
}
