import { passing } from '#web/lib/storage.ts'

/** What the sign-in page of Next Engine adds to our address. */
export interface Arrival {
  uid: string
  state: string
}

/** As text: the router would read a code of digits as a number. */
export function arrivalIn(search: string): Arrival | undefined {
  const given = new URLSearchParams(search)
  const [uid, state] = [given.get('uid'), given.get('state')]
  return uid && state ? { uid, state } : undefined
}

const key = 'okuru.next-engine.sign-in'
const minutes = 15

export const markDeparture = (now = Date.now()): void => passing.set(key, String(now))

/** Whether the sign-in began in this tab, a short while ago; true once. Otherwise somebody else may have made the link. */
export function tookDeparture(now = Date.now()): boolean {
  const began = passing.get(key)
  passing.remove(key)
  return began !== null && now - Number(began) < minutes * 60_000
}

const posted = new Set<string>()

/** False: it was posted before, also by another render of the page. */
export function isFirstPost({ state }: Arrival): boolean {
  if (posted.has(state)) return false
  posted.add(state)
  return true
}
