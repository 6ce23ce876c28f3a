import { ApiError, type ApiResponse, CancelError } from './api-error.ts'
import { type Cancellable, cancellable } from './cancellable.ts'
import { bodyOf, exchange, type RequestOptions } from './request.ts'
import { isLoginPage } from './return-url.ts'
import { announceExpiry, continuesSince, suspendedSession, suspendSession } from './suspended-session.ts'
import {
  bearerToken,
  clearTokens,
  isJwt,
  readTokens,
  sessionGeneration,
  storeRefreshed,
  tokenOwner,
  type UserType,
} from './tokens.ts'

const refreshPath = '/api/auth/jwt/refresh/'

/** Never sent with a token: a stale one would break signing in or resetting the password. */
const withoutToken = new Set([
  refreshPath,
  '/api/auth/jwt/create/',
  '/api/biz/auth/jwt/create/',
  '/api/auth/jwt/code/',
  '/api/biz/auth/jwt/code/',
  '/api/reset-password/',
])

const refreshCodes: readonly unknown[] = ['token_not_valid', 'user_not_found']

type ExpiryListener = (info: { userType: UserType | null; suspended: boolean }) => void
const expiryListeners = new Set<ExpiryListener>()

/** Errors whose session has been handled already; left unhandled they must not end the next session. */
const dealtWith = new WeakSet<ApiError>()

export function onAuthExpired(listener: ExpiryListener): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

/** Leaving a page aborts its requests: a refresh that failed this way was refused by nobody. */
let isLeaving = false
for (const [kind, leaves] of [
  ['pagehide', true],
  ['pageshow', false],
] as const)
  globalThis.window?.addEventListener(kind, () => {
    isLeaving = leaves
  })

/** Ends the session unless it is over already, so that five failures end it once. */
function expire(startedIn: number): void {
  if (isLeaving || startedIn !== sessionGeneration()) return
  const { userType } = readTokens()
  announceExpiry()
  const suspended = suspendSession()
  clearTokens()
  for (const listener of [...expiryListeners]) listener({ userType, suspended })
}

function asksRefresh(answer: ApiResponse): boolean {
  if (answer.ok) return false
  const code = (answer.body as { code?: unknown } | null | undefined)?.code
  return answer.status === 401 || refreshCodes.includes(code)
}

/** A server that cannot check the session now has not refused it. */
interface Postponed {
  answer: ApiResponse
}

async function refreshTokens(): Promise<string | Postponed | undefined> {
  const { refresh } = readTokens()
  if (!refresh) return undefined
  const startedIn = sessionGeneration()
  const answer = await exchange({ method: 'POST', path: refreshPath, body: { refresh } }, undefined).catch(
    () => undefined,
  )
  // Signed out or in meanwhile: the response belongs to no current session.
  if (startedIn !== sessionGeneration()) return undefined
  if (readTokens().refresh !== refresh) return bearerToken()
  if (answer?.status === 503) return { answer }
  const tokens = (answer?.ok ? answer.body : undefined) as { access?: unknown; refresh?: unknown } | undefined
  if (!isJwt(tokens?.access)) return undefined
  storeRefreshed({
    access: tokens.access,
    ...(typeof tokens.refresh === 'string' && { refresh: tokens.refresh }),
  })
  return tokens.access
}

let refreshing: ReturnType<typeof refreshTokens> | undefined

/** Concurrent 401 responses share one refresh. */
function refreshOnce(): ReturnType<typeof refreshTokens> {
  refreshing ??= refreshTokens().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** False only when both tokens name their owners and these differ. */
function sameOwner(one: string | undefined, other: string): boolean {
  const owners = [tokenOwner(one), tokenOwner(other)]
  return owners.includes(undefined) || owners[0] === owners[1]
}

export interface AuthRequestOptions extends RequestOptions {
  noRefresh?: boolean
}

async function attempt(
  options: AuthRequestOptions,
  signal: AbortSignal,
  startedIn: number,
): Promise<ApiResponse> {
  const sent = bearerToken()
  const first = await exchange(options, sent, signal)
  if (!asksRefresh(first)) return first
  if (startedIn !== sessionGeneration()) return first

  // Another call or tab may have refreshed meanwhile; another person's token is never used.
  const current = bearerToken()
  if (current && current !== sent) {
    if (!sameOwner(sent, current)) return first
    const again = await exchange(options, current, signal)
    if (!asksRefresh(again)) return again
  }

  const fresh = await refreshOnce()
  if (signal.aborted) throw new CancelError()
  if (typeof fresh === 'object') return fresh.answer
  if (!fresh) {
    expire(startedIn)
    return first
  }
  if (!sameOwner(sent, fresh)) return first
  const repeated = await exchange(options, fresh, signal)
  if (asksRefresh(repeated)) expire(startedIn)
  return repeated
}

/** Waits for the password dialog; true when the same person has signed in again. */
async function resumed(signal: AbortSignal): Promise<boolean> {
  const again = await suspendedSession()?.resumed
  if (signal.aborted) throw new CancelError()
  return again === true
}

async function exchangeSignedIn(options: AuthRequestOptions, signal: AbortSignal): Promise<ApiResponse> {
  if (withoutToken.has(options.path)) return exchange(options, undefined, signal)
  if (options.noRefresh) return exchange(options, bearerToken(), signal)
  for (;;) {
    await resumed(signal)
    const startedIn = sessionGeneration()
    const answer = await attempt(options, signal, startedIn)
    if (!asksRefresh(answer)) return answer
    const goesOn = suspendedSession() ? await resumed(signal) : continuesSince(startedIn)
    if (!goesOn) return answer
  }
}

/**
 * A request of the signed-in person. A 401 refreshes the token once and repeats the request; if that fails, the session
 * ends (`onAuthExpired`). Where the page is suspended, the request waits for the password and is repeated; otherwise the
 * caller gets the error.
 */
export function authRequest<T = unknown>(
  options: AuthRequestOptions,
  convert: (body: unknown) => T = (body) => body as T,
): Cancellable<T> {
  return cancellable(async (signal) => {
    const answer = await exchangeSignedIn(options, signal)
    try {
      return convert(bodyOf(answer, options))
    } catch (error) {
      if (error instanceof ApiError) dealtWith.add(error)
      throw error
    }
  }, options.signal)
}

export function loginPageFor(userType: UserType | null, here: string): string {
  const inBusiness = userType === 'business' || (userType === null && /^\/biz(\/|$)/.test(here))
  return `${inBusiness ? '/biz/login' : '/login'}?returnUrl=${encodeURIComponent(here)}`
}

/** Redirects to the sign-in page when a session expires, unless the page is suspended. Returns a stop function. */
export function installAuthExpiry({ navigate }: { navigate: (href: string) => void }): () => void {
  const stop = onAuthExpired(({ userType, suspended }) => {
    const { pathname, search, hash } = window.location
    if (!suspended && !isLoginPage(pathname)) navigate(loginPageFor(userType, pathname + search + hash))
  })
  const onUnhandled = ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof ApiError && reason.status === 401 && !dealtWith.has(reason)) {
      expire(sessionGeneration())
    }
  }
  window.addEventListener('unhandledrejection', onUnhandled)
  return () => {
    stop()
    window.removeEventListener('unhandledrejection', onUnhandled)
  }
}
