import { authRequest } from './auth-fetch.ts'
import { isPlainObject } from './case.ts'
import { lasting, passing } from './storage.ts'

/** What the provider sent back with the browser. `iss`: which provider it says it is. */
export interface ProviderProof {
  code: string
  state: string
  iss?: string
}

/** The proof from a sign-in provider, to be exchanged for our tokens; kept in one tab. */
export type SocialSession =
  | { provider: string; accessToken: string }
  | (ProviderProof & { provider: string; store?: string })

const key = 'socialSession'

export function holdSocialSession(session: SocialSession): void {
  passing.set(key, JSON.stringify(session))
}

export function readSocialSession(): SocialSession | undefined {
  const stored = passing.get(key)
  if (!stored) return undefined
  try {
    const value: unknown = JSON.parse(stored)
    if (!isPlainObject(value) || typeof value.provider !== 'string') return undefined
    const { provider, accessToken, code, state, iss, store } = value
    if (typeof accessToken === 'string') return { provider, accessToken }
    if (typeof code !== 'string' || typeof state !== 'string') return undefined
    const more = { ...(typeof iss === 'string' && { iss }), ...(typeof store === 'string' && { store }) }
    return { provider, code, state, ...more }
  } catch {
    return undefined
  }
}

export function endSocialSession(): void {
  passing.remove(key)
}

export async function socialLoginUrl(
  provider: string,
  redirectUri: string,
  { fresh = false } = {},
): Promise<string> {
  const answer = await authRequest<{ authorization_url: string }>({
    method: 'GET',
    path: '/api/auth/o/{provider}/',
    params: { provider },
    query: { redirect_uri: redirectUri, ...(fresh && { fresh }) },
    noRefresh: true,
  })
  return answer.authorization_url
}

/** Why the person goes to the provider. `confirm`: in a window of its own, for the page that waits. */
export type Errand = 'sign_in' | 'link' | 'confirm'

/** A visit to a provider that has not come back. */
export interface ProviderVisit {
  state: string
  provider: string
  label: string
  errand: Errand
  /** Whose account the provider is linked with. */
  owner?: string
  returnUrl?: string
  store?: string
  at: number
}

// Not in one tab: the provider's app may come back in another one.
const visitsKey = 'providerVisits'
const visitMs = 10 * 60_000
const mostVisits = 5

function readVisits(): ProviderVisit[] {
  try {
    const stored: unknown = JSON.parse(lasting.get(visitsKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return (stored as ProviderVisit[]).filter(({ at }) => Math.abs(Date.now() - at) < visitMs)
  } catch {
    return []
  }
}

export function rememberVisit(visit: Omit<ProviderVisit, 'at'>): void {
  const visits = [...readVisits(), { ...visit, at: Date.now() }].slice(-mostVisits)
  lasting.set(visitsKey, JSON.stringify(visits))
}

/** The visit that began with this state in this browser, once. */
export function takeVisit(state: string): ProviderVisit | undefined {
  const visits = readVisits()
  const taken = visits.find((visit) => visit.state === state)
  if (!taken) return undefined
  const rest = visits.filter((visit) => visit !== taken)
  if (rest.length > 0) lasting.set(visitsKey, JSON.stringify(rest))
  else lasting.remove(visitsKey)
  return taken
}

export const forgetVisits = (): void => lasting.remove(visitsKey)

/** Asks for the provider's address and remembers the visit. */
export async function visitProvider(
  visit: Omit<ProviderVisit, 'at' | 'state'>,
  { fresh = false } = {},
): Promise<{ url: string; state: string }> {
  const redirectUri = `${window.location.origin}/login/callback`
  const url = await socialLoginUrl(visit.provider, redirectUri, { fresh })
  const state = new URL(url).searchParams.get('state') ?? ''
  rememberVisit({ ...visit, state })
  return { url, state }
}
