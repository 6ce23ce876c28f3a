import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { accountCalls } from '#contract/account'
import { loadChunk } from '#web/lib/chunk.ts'
import { useCall } from '#web/lib/query-client.ts'
import { usePageOwnerKey, usePageSide } from '#web/lib/suspended-session.ts'

// Lazy: customers never need the back office's shell.
const BizShell = lazy(() => loadChunk(() => import('./biz-shell.tsx')))
const Welcome = lazy(() => loadChunk(() => import('#web/features/account/welcome.tsx')))
const FactorFirst = lazy(() => loadChunk(() => import('#web/features/account/biz/factor-first.tsx')))
const ForbiddenPage = lazy(() => loadChunk(() => import('./forbidden-page.tsx')))

/** Renders nothing between a sign-out and the redirect. A suspended session keeps its page, but not for another person. */
export function ForCustomersOnly() {
  const userType = usePageSide()
  const key = usePageOwnerKey()
  if (!userType) return null
  if (userType !== 'business') return <OwnPages key={key} />
  return (
    <Suspense fallback={null}>
      <ForbiddenPage side="customer" />
    </Suspense>
  )
}

/** A first sign-in with a provider brings no name and no consent: they are asked for before any page. */
function OwnPages() {
  const { data: account } = useCall(accountCalls.me)
  if (account?.customer !== null || account.businessUser !== null) return <Outlet />
  return (
    <Suspense fallback={null}>
      <Welcome />
    </Suspense>
  )
}

export function ForBusinessOnly() {
  const userType = usePageSide()
  const key = usePageOwnerKey()
  if (!userType) return null
  return (
    <Suspense fallback={null}>
      {userType === 'customer' ? <ForbiddenPage side="business" /> : <Office key={key} />}
    </Suspense>
  )
}

/** Where a second factor is required, it is set up before any page, and its recovery codes are seen. */
function Office() {
  const { data: account } = useCall(accountCalls.me)
  const [isSettingUp, setSettingUp] = useState(false)
  if (!isSettingUp && account?.businessUser?.needsSecondFactor === true) setSettingUp(true)
  return isSettingUp ? <FactorFirst onDone={() => setSettingUp(false)} /> : <BizShell />
}
