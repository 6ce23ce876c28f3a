import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Lines } from '#web/ui/skeletons.tsx'

type State = { error: unknown; isFetching: boolean; refetch: () => unknown }

export function Failed({ state }: { state: State }) {
  const status = state.error instanceof ApiError ? state.error.status : -1
  const kind = errorKindOf(status)
  if (kind === 'forbidden' || kind === 'lost')
    return (
      <ErrorPanel kind={kind} action={<QuietLink to="/biz">「今日」を開く</QuietLink>}>
        {kind === 'lost'
          ? 'すでに終わったものか、ほかの店舗のものかもしれません。番号をお確かめください。'
          : undefined}
      </ErrorPanel>
    )
  return (
    <ErrorPanel kind={kind} onRetry={() => void state.refetch()} retrying={state.isFetching}>
      {sentenceFor(state.error)}
    </ErrorPanel>
  )
}

/** Shows a read error in place of one part, so that the rest of the page stays visible. */
export function FailedPart({ state }: { state: State }) {
  return (
    <div role="alert">
      <ErrorText>{sentenceFor(state.error)}</ErrorText>
      <QuietButton onClick={() => void state.refetch()} pending={state.isFetching}>
        もう一度試す
      </QuietButton>
    </div>
  )
}

export function WhenPartRead<T>({
  state,
  lines = 3,
  children,
}: {
  state: State & { data: T | undefined }
  lines?: number
  children: (data: T) => ReactNode
}) {
  if (state.data !== undefined) return children(state.data)
  return state.error ? <FailedPart state={state} /> : <Loading skeleton={<Lines count={lines} />} />
}

/** Loading, failed or loaded; loaded data stays on the screen during a refetch. */
export function WhenRead<T>({
  state,
  skeleton,
  children,
}: {
  state: State & { data: T | undefined }
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (state.data !== undefined) return children(state.data)
  return state.error ? <Failed state={state} /> : <Loading skeleton={skeleton} />
}
