import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { useLoggedIn, useUserType } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'

/** Where the person wanted to go, as the address says it. */
export function useReturnUrl(): string | undefined {
  const { returnUrl }: Record<string, unknown> = useSearch({ strict: false })
  return typeof returnUrl === 'string' ? returnUrl : undefined
}

/**
 * A sign-in page lets whoever is signed in, before or by its form, go on to where they wanted to go. The
 * sign-in page itself leaves the history, so that the way back does not lead to it.
 */
export function useEnter(userType: UserType, fallback: string, wanted?: string): void {
  const router = useRouter()
  const inAddress = useReturnUrl()
  const returnUrl = inAddress ?? wanted
  const signedInAs = useUserType()
  const loggedIn = useLoggedIn()
  const enter = loggedIn && signedInAs === userType
  useEffect(() => {
    if (enter) router.history.replace(safeReturnUrl(returnUrl, fallback))
  }, [enter, router, returnUrl, fallback])
}
