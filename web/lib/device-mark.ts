import { lasting } from './storage.ts'

const KEY = 'deviceMark'
const HEADER = 'X-Okuru-Device'

/** Tells a known device from a password guesser; identifies nobody, so it outlives a sign-out. */
export const deviceHeaders = (): Record<string, string> => {
  const mark = lasting.get(KEY)
  return mark ? { [HEADER]: mark } : {}
}

export function keepDeviceMark(headers: Headers): void {
  const mark = headers.get(HEADER)
  if (mark) lasting.set(KEY, mark)
}
