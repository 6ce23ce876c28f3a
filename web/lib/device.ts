import { newIdempotencyKey } from './ask.ts'
import { lasting } from './storage.ts'

const KEY = 'deviceName'

/**
 * What this browser calls itself when somebody signs in. It stays when they sign out: an account knows its devices by
 * it, and two people who have to be two are not on one.
 */
export function deviceHeader(): Readonly<Record<string, string>> {
  const name = lasting.get(KEY) ?? newIdempotencyKey()
  lasting.set(KEY, name)
  return { 'X-Okuru-Device': name }
}
