import { ApiError } from '#web/lib/api-error.ts'
import { isPlainObject, toCamel } from '#web/lib/case.ts'
import { errorCode } from '#web/lib/errors.ts'

/** The current object from a version conflict. */
export function currentOf<T>(error: unknown): T | undefined {
  if (errorCode(error) !== 'stale_version' || !(error instanceof ApiError)) return undefined
  const { body } = error
  return isPlainObject(body) && isPlainObject(body.current)
    ? (toCamel(body.current) as unknown as T)
    : undefined
}
