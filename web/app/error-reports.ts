import type { RootOptions } from 'react-dom/client'
import { ApiError, CancelError, SpokenError } from '#web/lib/api-error.ts'
import { ChunkMissing } from '#web/lib/chunk.ts'
import type { Receiver } from './sentry.ts'

/** Server responses and network failures are not errors of this program. */
const isExpected = (error: unknown): boolean =>
  [ApiError, CancelError, SpokenError, ChunkMissing].some((kind) => error instanceof kind)

/** Reports errors to a Sentry-compatible server, loaded with the first one. Returns options for React's root. */
export function reportErrors(receiver: Receiver, routeOf: () => string | undefined): RootOptions {
  const report = (thrown: unknown, componentStack?: string) => {
    if (isExpected(thrown)) return
    // A thrown value other than an error may be personal data.
    const error = thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`)
    const route = routeOf()
    import('./sentry.ts').then(
      ({ sendError }) => sendError(receiver, error, { route, componentStack }),
      () => undefined,
    )
  }
  // React passes uncaught errors to the window.
  window.addEventListener('error', ({ error }) => error && report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  return {
    onCaughtError: (error, { componentStack }) => {
      console.error(error)
      report(error, componentStack)
    },
  }
}
