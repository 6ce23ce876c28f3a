import { ApiError } from '#web/lib/api-error.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'

type Props = { query: { error: unknown; refetch: () => unknown; isRefetching: boolean } }

/** A list or a page that could not be read: who may open it, or what to do now. */
export function QueryError({ query }: Props) {
  const status = query.error instanceof ApiError ? query.error.status : -1
  const kind = errorKindOf(status)
  return (
    <ErrorPanel
      kind={kind}
      onRetry={kind === 'forbidden' ? undefined : () => void query.refetch()}
      retrying={query.isRefetching}
    >
      {kind === 'forbidden' ? undefined : sentenceFor(query.error)}
    </ErrorPanel>
  )
}
