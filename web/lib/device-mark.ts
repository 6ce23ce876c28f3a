import { lasting } from './storage.ts'

const KEY = 'deviceMark'
const HEADER = 'X-Okuru-Device'

/**
 * The mark the server leaves in a browser somebody signed in with. It says nothing of who that was and opens nothing;
 * with it the server tells the owner's own device from a stranger who guesses at the password, so it outlives a
 * sign-out.
 */
export const deviceHeaders = (): Record<string, string> => {
  const mark = lasting.get(KEY)
  return mark ? { [HEADER]: mark } : {}
}

export function keepDeviceMark(headers: Headers): void {
  const mark = headers.get(HEADER)
  if (mark) lasting.set(KEY, mark)
}
