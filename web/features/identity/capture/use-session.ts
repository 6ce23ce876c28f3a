import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { identityCalls } from '#contract/identity'
import type { IdentityDocument } from '#contract/identity-paper'
import { type CaptureStep, stepsLeft } from '#contract/identity-paper'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'

export type Session = AskResult<typeof identityCalls.session>

export const documentOf = (session: Session): IdentityDocument | null =>
  session.document as IdentityDocument | null

export const leftOf = (session: Session): CaptureStep[] =>
  stepsLeft({
    document: documentOf(session),
    is_confirmed: session.confirmedAt !== null,
    captured: session.captures.map(({ slot }) => slot),
  })

/** Puts what a step returned on the screen at once. */
export function useStoreSession(): (session: Session) => void {
  const client = useQueryClient()
  return useCallback(
    (session) =>
      client.setQueryData(queryOf(identityCalls.session, { params: { id: session.id } }).queryKey, session),
    [client],
  )
}
