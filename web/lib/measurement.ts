import { useSyncExternalStore } from 'react'
import { advertisementTags } from '#contract/advertisement'
import { ApiError } from './api-error.ts'
import { createListeners, withOtherTabs } from './listeners.ts'
import { type RequestOptions, request } from './request.ts'
import { lasting } from './storage.ts'
import { bearerToken, readTokens, subscribeTokens } from './tokens.ts'

export type Consent = 'granted' | 'denied'

const CONSENT = 'measurementConsent'
const TOKEN = 'adToken'

const { subscribe: subscribeHere, tell } = createListeners()
const subscribe = withOtherTabs(subscribeHere)

export function readConsent(): Consent | null {
  const stored = lasting.get(CONSENT)
  return stored === 'granted' || stored === 'denied' ? stored : null
}

export function storeConsent(consent: Consent): void {
  lasting.set(CONSENT, consent)
  if (consent === 'denied') lasting.remove(TOKEN)
  tell()
}

export const useConsent = (): Consent | null => useSyncExternalStore(subscribe, readConsent, () => null)

export interface Landing {
  href: string
  referrer: string
  store: string
}

const longest = { tag: 500, url: 2000, path: 2000 } as const

/** The token of a link opens what it leads to, so it is nobody's to record. */
const withoutToken = (path: string): string => path.replace(/^(\/price-estimate\/).+/, '$1')

/** Undefined for a visit that says nothing: no advertisement, and no other site that led here. */
function visitOf({ href, referrer, store }: Landing): Record<string, string> | undefined {
  const { searchParams, origin, pathname } = new URL(href)
  const tags = advertisementTags.flatMap((name) => {
    const value = searchParams.get(name)
    return value ? [[name, value.slice(0, longest.tag)] as const] : []
  })
  const from = URL.canParse(referrer) ? new URL(referrer) : undefined
  const isLed = from !== undefined && from.origin !== origin
  if (tags.length === 0 && !isLed) return undefined
  return {
    ...Object.fromEntries(tags),
    landing_url: (origin + withoutToken(pathname)).slice(0, longest.url),
    referrer: isLed ? (from.origin + from.pathname).slice(0, longest.url) : '',
    store,
  }
}

/** Never rejects and never refreshes: measuring must not disturb anybody. */
const send = (options: Omit<RequestOptions, 'method'>, token?: string) =>
  request({ ...options, method: 'POST', keepalive: true }, token).catch((error: unknown) => error)

let creating = false

async function recordVisit(visit: Record<string, string>): Promise<void> {
  if (creating || lasting.get(TOKEN)) return
  creating = true
  const body = await send({ path: '/api/ad-tracking/create/', body: visit })
  const token = (body as { token?: unknown } | undefined)?.token
  // The visitor may have changed their mind meanwhile.
  if (typeof token === 'string' && readConsent() === 'granted') lasting.set(TOKEN, token)
  void tieToAccount()
}

let tying = false

/** The token is dropped once it is tied to the account, or unknown to the server. */
async function tieToAccount(): Promise<void> {
  const token = lasting.get(TOKEN)
  const bearer = readTokens().userType === 'customer' ? bearerToken() : undefined
  if (tying || !token || !bearer || readConsent() !== 'granted') return
  tying = true
  const result = await send({ path: '/api/ad-tracking/update-user/', body: { token } }, bearer)
  tying = false
  const isOver = !(result instanceof Error) || (result instanceof ApiError && result.status === 404)
  if (isOver && lasting.get(TOKEN) === token) lasting.remove(TOKEN)
}

// Groups the events of one page load; never stored.
const visit = Math.random().toString(36).slice(2, 12)

/** `path` is a route's pattern, so that no key of a record is sent. */
export function recordEvent(event: string, path: string): void {
  if (readConsent() !== 'granted') return
  void send({
    path: '/api/user-activity/',
    body: {
      event,
      path: path.slice(0, longest.path),
      properties: { visit },
      occurred_at: new Date().toISOString(),
    },
  })
}

/** Sends nothing before the visitor agreed. Returns a stop function. */
export function measureVisits(landing: Landing): () => void {
  const found = visitOf(landing)
  const follow = () => {
    if (readConsent() !== 'granted') return
    if (found) void recordVisit(found)
    void tieToAccount()
  }
  follow()
  const stops = [subscribe(follow), subscribeTokens(follow)]
  return () => {
    creating = false
    for (const stop of stops) stop()
  }
}
