import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConsentBar } from '#web/features/ad-tracking/shared/consent-bar.tsx'
import { type Landing, measureVisits, recordEvent } from '#web/lib/measurement.ts'
import { useLoggedIn } from '#web/lib/session.ts'
import { resolveStoreKey } from './theme/store-key.ts'

/** Pages without forms, where the question is in nobody's way. Signed-in customers find it in the settings. */
const asksOn: readonly string[] = ['/', '/shops', '/shops/$id', '/brands', '/brands/$id', '/help']

/** The pattern of the page, without the keys of records. */
const patternOf = (matches: readonly { fullPath: string }[]): string => matches.at(-1)?.fullPath ?? ''

export default function Measurement({ landing }: { landing: Omit<Landing, 'store'> }) {
  const router = useRouter()
  const loggedIn = useLoggedIn()
  const path = useRouterState({ select: ({ matches }) => patternOf(matches) })
  useEffect(() => measureVisits({ ...landing, store: resolveStoreKey() }), [landing])
  useEffect(() => {
    recordEvent('page', patternOf(router.state.matches))
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) recordEvent('page', patternOf(router.state.matches))
    })
  }, [router])
  return asksOn.includes(path) && !loggedIn ? <ConsentBar /> : null
}
