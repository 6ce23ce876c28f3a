import { ApiError } from '#web/lib/api-error.ts'
import { ErrorPanel, errorKindOf } from '#web/ui/error-panel.tsx'

type Props = { query: { error: unknown; refetch: () => unknown; isRefetching: boolean } }

/** The books are the operator's: a shop that comes here learns so, anybody else may try again. */
export function ReadError({ query: { error, refetch, isRefetching } }: Props) {
  const kind = errorKindOf(error instanceof ApiError ? error.status : -1)
  return kind === 'forbidden' ? (
    <ErrorPanel kind={kind}>残高と証明は、運営の担当者だけが開けます。</ErrorPanel>
  ) : (
    <ErrorPanel kind={kind} onRetry={() => void refetch()} retrying={isRefetching} />
  )
}
