import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturnUrl } from '#web/lib/return-url.ts'
import { useLoggedIn, useUserType } from '#web/lib/session.ts'
import type { UserType } from '#web/lib/tokens.ts'

export function useReturnUrl(): string | undefined {
  const { returnUrl }: Record<string, unknown> = useSearch({ strict: false })
  return typeof returnUrl === 'string' ? returnUrl : undefined
}

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
