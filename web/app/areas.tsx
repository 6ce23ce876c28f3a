import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { fetchPart } from '#web/lib/part.ts'
import { useLoggedIn, useUserType } from '#web/lib/session.ts'
import { ForbiddenPage } from './error-pages.tsx'

// The back office's frame is of no use to anybody else.
const BizShell = lazy(() => fetchPart(() => import('./biz-shell.tsx')))

/** Between a sign-out and the move to the sign-in page nothing of the area is drawn any more. */
export function ForCustomersOnly() {
  const userType = useUserType()
  if (!useLoggedIn()) return null
  return userType === 'business' ? <ForbiddenPage side="customer" /> : <Outlet />
}

export function ForBusinessOnly() {
  const userType = useUserType()
  if (!useLoggedIn()) return null
  if (userType === 'customer') return <ForbiddenPage side="business" />
  return (
    <Suspense fallback={null}>
      <BizShell />
    </Suspense>
  )
}
