import { ApiError } from './api-error.ts'
import { newIdempotencyKey } from './ask.ts'

/** Repeating a request without a known outcome reuses its idempotency key, until success, refusal or timeout. */
const lifetime = 30 * 60 * 1000

const open = new Map<string, { key: string; at: number }>()

/** Identifies requests with the same effect. Files count by name, size and time. */
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

export function settleIntent(intent: string, error?: unknown): void {
  if (error === undefined || (error instanceof ApiError && error.status < 500)) open.delete(intent)
}

/** Requests hold personal data, so their keys do not outlive the session. */
export function forgetIntents(): void {
  open.clear()
}
