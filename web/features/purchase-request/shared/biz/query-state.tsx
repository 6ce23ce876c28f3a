import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'
import { Loading } from '#web/ui/loading.tsx'

type State = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** What went wrong with reading, with a way to try again. */
export function Failed({ state }: { state: State }) {
  const status = state.error instanceof ApiError ? state.error.status : undefined
  return (
    <ErrorPanel kind={errorKindOf(status)} onRetry={() => void state.refetch()} retrying={state.isFetching}>
      {sentenceFor(state.error)}
    </ErrorPanel>
  )
}

/** Loading, failed, or there: what was read once stays on the screen while it is read again. */
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
