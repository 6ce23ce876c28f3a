import { ApiError } from './api-error.ts'
import { newIdempotencyKey } from './ask.ts'

/**
 * Idempotency keys of effects whose outcome is not known yet. The same request made again (a second press, a
 * retry after a lost answer, a screen opened anew) goes out under the same key; success and a clear refusal
 * end the intent, and so does time.
 */
const lifetime = 30 * 60 * 1000

const open = new Map<string, { key: string; at: number }>()

/** Tells requests apart by what they would do. Files count by name, size and time. */
export function fingerprint(
  route: string,
  input: { params?: object; query?: object; body?: unknown },
): string {
  const { params, query, body } = input
  const content =
    body instanceof FormData
      ? [...body].map(([name, value]) => [
          name,
          value instanceof File ? [value.name, value.size, value.lastModified] : value,
        ])
      : body
  return JSON.stringify([route, params, query, content])
}

export function keyFor(intent: string): string {
  const known = open.get(intent)
  if (known && Date.now() - known.at < lifetime) return known.key
  const key = newIdempotencyKey()
  open.set(intent, { key, at: Date.now() })
  return key
}

/** After success, or after an answer that surely had no effect, the same request is a new intent. */
export function settleIntent(intent: string, error?: unknown): void {
  if (error === undefined || (error instanceof ApiError && error.status < 500)) open.delete(intent)
}

/** Requests hold personal data, so they do not outlive the session. */
export function forgetIntents(): void {
  open.clear()
}
