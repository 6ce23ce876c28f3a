import { ApiError, type ApiResponse, CancelError } from './api-error.ts'
import { type Cancellable, cancellable } from './cancellable.ts'
import { bodyOf, exchange, type RequestOptions } from './request.ts'
import { isLoginPage } from './return-url.ts'
import { goesOnSince, heldSession, holdSession, tellEnded } from './session-hold.ts'
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

/** These never carry a token: a stale one must not spoil signing in or setting a new password. */
const withoutToken = new Set([
  refreshPath,
  '/api/auth/jwt/create/',
  '/api/biz/auth/jwt/create/',
  '/api/auth/jwt/code/',
  '/api/biz/auth/jwt/code/',
  '/api/reset-password/',
])

const refreshCodes: readonly unknown[] = ['token_not_valid', 'user_not_found']

type ExpiryListener = (info: { userType: UserType | null; held: boolean }) => void
const expiryListeners = new Set<ExpiryListener>()

/** Errors whose session has been dealt with already; left unhandled they must not end the next session. */
const dealtWith = new WeakSet<ApiError>()

export function onAuthExpired(listener: ExpiryListener): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

/** Ends the session unless the one it speaks of is over already, so that five failures end it once. */
function expire(startedIn: number): void {
  if (startedIn !== sessionGeneration()) return
  const { userType } = readTokens()
  tellEnded()
  const held = holdSession()
  clearTokens()
  for (const listener of [...expiryListeners]) listener({ userType, held })
}

function asksRefresh(answer: ApiResponse): boolean {
  if (answer.ok) return false
  const code = (answer.body as { code?: unknown } | null | undefined)?.code
  return answer.status === 401 || refreshCodes.includes(code)
}

/** A server that cannot say now whether the session stands has not refused it. */
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
  // Signed out or in while waiting: what arrives late belongs to nobody.
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

/** All calls that meet a 401 at the same time wait for one and the same refresh. */
function refreshOnce(): ReturnType<typeof refreshTokens> {
  refreshing ??= refreshTokens().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** False only when both tokens tell whose they are and it is not the same person. */
function sameOwner(one: string | undefined, other: string): boolean {
  const owners = [tokenOwner(one), tokenOwner(other)]
  return owners.includes(undefined) || owners[0] === owners[1]
}

export interface AuthRequestOptions extends RequestOptions {
  /** A 401 of this call says nothing about the session. */
  noRefresh?: boolean
}

/** The call, repeated once with a younger token when the server asks for one. */
async function attempt(
  options: AuthRequestOptions,
  signal: AbortSignal,
  startedIn: number,
): Promise<ApiResponse> {
  const sent = bearerToken()
  const first = await exchange(options, sent, signal)
  if (!asksRefresh(first)) return first
  if (startedIn !== sessionGeneration()) return first

  // Another call or another tab may have refreshed meanwhile; another person's token is not borrowed.
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

/** Waits for the password where it is asked for. True: the same person is signed in again. */
async function resumed(signal: AbortSignal): Promise<boolean> {
  const again = await heldSession()?.resumed
  if (signal.aborted) throw new CancelError()
  return again === true
}

async function exchangeSignedIn(options: AuthRequestOptions, signal: AbortSignal): Promise<ApiResponse> {
  if (withoutToken.has(options.path)) return exchange(options, undefined, signal)
  if (options.noRefresh) return exchange(options, bearerToken(), signal)
  for (;;) {
    // What a page asks for while its session is held waits as well.
    await resumed(signal)
    const startedIn = sessionGeneration()
    const answer = await attempt(options, signal, startedIn)
    if (!asksRefresh(answer)) return answer
    const goesOn = heldSession() ? await resumed(signal) : goesOnSince(startedIn)
    if (!goesOn) return answer
  }
}

/**
 * A request of the signed-in person. A rejected token is refreshed once and the request repeated; when that
 * does not help, the session ends (`onAuthExpired`). Where the page is held, the request waits for the password and is
 * made once more; otherwise the caller gets the error.
 */
export function authRequest<T = unknown>(
  options: AuthRequestOptions,
  convert: (body: unknown) => T = (body) => body as T,
): Cancellable<T> {
  return cancellable(async (signal) => {
    const answer = await exchangeSignedIn(options, signal)
    try {
      return convert(bodyOf(answer, options.texts))
    } catch (error) {
      if (error instanceof ApiError) dealtWith.add(error)
      throw error
    }
  }, options.signal)
}

/** The sign-in page that suits who was signed in, with the way back. */
export function loginPageFor(userType: UserType | null, here: string): string {
  const inBusiness = userType === 'business' || (userType === null && /^\/biz(\/|$)/.test(here))
  return `${inBusiness ? '/biz/login' : '/login'}?returnUrl=${encodeURIComponent(here)}`
}

/**
 * Leads to the sign-in page whenever a session ends by itself and the page has nothing to keep. Gives back the way to
 * stop.
 */
export function installAuthExpiry({ navigate }: { navigate: (href: string) => void }): () => void {
  const stop = onAuthExpired(({ userType, held }) => {
    const { pathname, search, hash } = window.location
    if (!held && !isLoginPage(pathname)) navigate(loginPageFor(userType, pathname + search + hash))
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
