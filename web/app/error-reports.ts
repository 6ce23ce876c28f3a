import type { RootOptions } from 'react-dom/client'
import { ApiError, CancelError } from '#web/lib/api-error.ts'
import { PartMissing } from '#web/lib/part.ts'

/** What the server answered and what the network lost are no faults of this program. */
const isExpected = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof CancelError || error instanceof PartMissing

/**
 * Reports errors to a Sentry-compatible server. The library is fetched with the first error. Returns what React's root
 * needs to report what error boundaries catch.
 */
export function reportErrors(dsn: string, routeOf: () => string | undefined): RootOptions {
  const report = (thrown: unknown, componentStack?: string) => {
    if (isExpected(thrown)) return
    // Anything but an error may be somebody's data.
    const error = thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`)
    const route = routeOf()
    import('./sentry.ts').then(
      ({ sendError }) => sendError(dsn, error, { route, componentStack }),
      () => undefined,
    )
  }
  // React hands what no boundary caught to the window.
  window.addEventListener('error', ({ error }) => error && report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  return {
    onCaughtError: (error, { componentStack }) => {
      console.error(error)
      report(error, componentStack)
    },
  }
}
