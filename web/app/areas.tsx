import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { fetchPart } from '#web/lib/part.ts'
import { usePresence, usePresenceKey } from '#web/lib/session-hold.ts'

// Lazy: customers never need the back office's shell.
const BizShell = lazy(() => fetchPart(() => import('./biz-shell.tsx')))
const ForbiddenPage = lazy(() => fetchPart(() => import('./forbidden-page.tsx')))

/** Renders nothing between a sign-out and the redirect. A held session keeps its page, but not for another person. */
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
