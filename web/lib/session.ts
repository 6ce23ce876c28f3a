import { useSyncExternalStore } from 'react'
import type { accountCalls } from '#contract/account'
import type { CallBody, CallResult } from '#contract/call'
import { ApiError, CancelError } from './api-error.ts'
import { type AuthRequestOptions, authRequest } from './auth-fetch.ts'
import { type Cancellable, cancellable } from './cancellable.ts'
import { type CamelCased, toCamel } from './case.ts'
import { deviceHeaders, keepDeviceMark } from './device-mark.ts'
import { clearDrafts } from './draft-store.ts'
import { forgetAddress } from './register-address.ts'
import { request } from './request.ts'
import { endSocialSession, forgetVisits, type ProviderProof, readSocialSession } from './social-session.ts'
import { announceSignOut } from './suspended-session.ts'
import {
  bearerToken,
  clearTokens,
  readTokens,
  sessionGeneration,
  storeRefreshed,
  storeSession,
  subscribeTokens,
  type UserType,
} from './tokens.ts'

export type Account = CamelCased<CallResult<typeof accountCalls.me>>

interface TokenPair {
  access: string
  refresh: string
}

const loginPaths: Record<UserType, string> = {
  customer: '/api/auth/jwt/create/',
  business: '/api/biz/auth/jwt/create/',
}

export function isLoggedIn(): boolean {
  return Boolean(readTokens().access)
}

export function useLoggedIn(): boolean {
  return useSyncExternalStore(subscribeTokens, isLoggedIn, isLoggedIn)
}

const userTypeNow = () => readTokens().userType

export function useUserType(): UserType | null {
  return useSyncExternalStore(subscribeTokens, userTypeNow, userTypeNow)
}

/** The second factor of a business account, after a refusal with `second_factor_required`. */
export interface FactorProof {
  secondFactorCode?: string
  /** As the wire has it: only the browser and the server read it. */
  passkey?: CallBody<typeof accountCalls.reauthenticate>['passkey']
}

const onWire = ({ secondFactorCode, passkey }: FactorProof) => ({
  ...(secondFactorCode && { second_factor_code: secondFactorCode }),
  ...(passkey && { passkey }),
})

type Credentials = { email: string; password: string; oneTimeCode?: string } & FactorProof

/** `oneTimeCode`: the mailed code, after a refusal with `sign_in_code_required`. */
export async function login(
  userType: UserType,
  { email, password, oneTimeCode, ...proof }: Credentials,
): Promise<void> {
  const pair = await authRequest<TokenPair>({
    method: 'POST',
    path: loginPaths[userType],
    body: { email, password, ...(oneTimeCode && { one_time_code: oneTimeCode }), ...onWire(proof) },
    headers: deviceHeaders(),
    onHeaders: keepDeviceMark,
  })
  storeSession({ access: pair.access, refresh: pair.refresh, userType })
}

const codePaths: Record<UserType, string> = {
  customer: '/api/auth/jwt/code/',
  business: '/api/biz/auth/jwt/code/',
}

/** Mails a sign-in code. The response is the same for unknown addresses. */
export async function askForSignInCode(userType: UserType, email: string): Promise<void> {
  await authRequest({ method: 'POST', path: codePaths[userType], body: { email } })
}

/** Confirms who it is; the new access token is fresh enough for calls with `freshSignIn`. */
export async function reauthenticate(password: string, proof: FactorProof = {}): Promise<void> {
  const startedIn = sessionGeneration()
  const { access } = await authRequest<{ access: string }>({
    method: 'POST',
    path: '/api/auth/jwt/reauthenticate/',
    body: { password, ...onWire(proof) },
  })
  if (startedIn === sessionGeneration()) storeRefreshed({ access })
}

/** The same by a sign-in provider that is linked with the account. */
export async function reauthenticateWith(provider: string, proof: ProviderProof): Promise<void> {
  const startedIn = sessionGeneration()
  const { access } = await authRequest<{ access: string }>({
    method: 'POST',
    path: '/api/account/providers/{provider}/confirm/',
    params: { provider },
    body: proof,
  })
  if (startedIn === sessionGeneration()) storeRefreshed({ access })
}

const cleaners = new Set<() => void>()

/** Registers a cleanup for explicit sign-outs. Returns a function that removes it. */
export function registerCleaner(clean: () => void): () => void {
  cleaners.add(clean)
  return () => cleaners.delete(clean)
}

const logoutWait = 5000

/** Signs out locally first, so that a slow server keeps nobody signed in on a shared device. Never rejects. */
export async function logout(): Promise<void> {
  const { refresh } = readTokens()
  const token = bearerToken()
  // Before the tokens are removed: they name the owner of the data.
  clearDrafts()
  forgetAddress()
  for (const clean of [...cleaners]) clean()
  endSocialSession()
  forgetVisits()
  announceSignOut()
  clearTokens()
  if (!refresh) return
  const sent = request(
    { method: 'POST', path: '/api/logout/', body: { refresh_token: refresh }, keepalive: true },
    token,
  )
  const timer = setTimeout(() => sent.cancel(), logoutWait)
  await sent.catch(() => undefined)
  clearTimeout(timer)
}

let exchanging: Promise<boolean> | undefined

const signInBy = (provider: string, proof: Pick<AuthRequestOptions, 'query' | 'body'>) =>
  authRequest<TokenPair>({
    method: 'POST',
    path: '/api/auth/o/{provider}/',
    params: { provider },
    noRefresh: true,
    headers: deviceHeaders(),
    onHeaders: keepDeviceMark,
    ...proof,
  })

async function exchange(): Promise<boolean> {
  const social = readSocialSession()
  if (!social || isLoggedIn()) return false
  const startedIn = sessionGeneration()
  try {
    const { provider, ...proof } = social
    const pair = await signInBy(
      provider,
      'accessToken' in proof ? { query: { access_token: proof.accessToken } } : { body: proof },
    )
    endSocialSession()
    if (startedIn !== sessionGeneration()) return false
    storeSession({ access: pair.access, refresh: pair.refresh, userType: 'customer' })
    return true
  } catch (error) {
    // A refusal is final: repeating it with the same proof would loop.
    if (error instanceof ApiError && error.status < 500) endSocialSession()
    throw error
  }
}

/** Signs in again with a linked provider; a stranger to us gets no account. */
export async function loginWith(provider: string, proof: ProviderProof): Promise<void> {
  const pair = await signInBy(provider, { body: { ...proof, known_only: true } })
  storeSession({ access: pair.access, refresh: pair.refresh, userType: 'customer' })
}

/** Exchanges a pending social sign-in for a session, only once. False when there is none. */
export function exchangeSocialSession(): Promise<boolean> {
  exchanging ??= exchange().finally(() => {
    exchanging = undefined
  })
  return exchanging
}

export const meRetry = {
  times: 5,
  delay: 3000,
  /** A rejected sign-in or a cancelled request is not retried. */
  helps: (error: unknown): boolean =>
    !(error instanceof CancelError) && !(error instanceof ApiError && error.status === 401),
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

export function fetchMe(signal?: AbortSignal): Cancellable<Account> {
  return cancellable(async (stop) => {
    const startedIn = sessionGeneration()
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await authRequest({ method: 'GET', path: '/api/me/', signal: stop }, (body) =>
          toCamel(body as CallResult<typeof accountCalls.me>),
        )
      } catch (error) {
        if (attempt >= meRetry.times || !meRetry.helps(error)) throw error
        await pause(meRetry.delay, stop)
        if (stop.aborted || startedIn !== sessionGeneration()) throw new CancelError()
      }
    }
  }, signal)
}
