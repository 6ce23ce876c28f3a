import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { isLoginPage } from './return-url.ts'
import { lasting } from './storage.ts'
import { readTokens, sessionGeneration, subscribeTokens, tokenOwner, type UserType } from './tokens.ts'

/** An expired session whose page stays until the same person signs in again or leaves. Storage is cleared. */
export interface SuspendedSession {
  owner: string
  userType: UserType
  path: string
  /** True once the same person is signed in again, false when the page was given up or belongs to another person. */
  resumed: Promise<boolean>
}

const somebody = 'someone'

let suspended: (SuspendedSession & { settle: (resumed: boolean) => void }) | undefined
/** Work begun in this generation or later continues across every resumed session. */
let continuousSince = 0
let keeps: () => boolean = () => false

const { subscribe, tell } = createListeners()

/** Sets the test for whether a redirect would lose anything on the page. Returns a function that removes it. */
export function keepPagesWhen(predicate: () => boolean): () => void {
  keeps = predicate
  return () => {
    keeps = () => false
  }
}

function signedIn(): { owner: string; userType: UserType } | undefined {
  const { access, userType } = readTokens()
  return access && userType ? { owner: tokenOwner(access) ?? somebody, userType } : undefined
}

const pathOf = (pathname: string): string => pathname.replace(/(?<=.)\/+$/, '')

// Other tabs only see that the stored values are gone; this tells them that the session expired.
const ENDED = 'sessionEnded'
const NEWS_MS = 10_000

function endedByItself(owner: string): boolean {
  const [who, at] = (lasting.get(ENDED) ?? '').split(' ')
  return who === owner && Date.now() - Number(at) < NEWS_MS
}

/** Called before the stored values are removed; keeps the page if it has something to lose. */
export function suspendSession(): boolean {
  const who = signedIn() ?? last
  if (suspended) return true
  if (!who || !keeps() || isLoginPage(window.location.pathname)) return false
  let settle: (resumed: boolean) => void = () => undefined
  const resumed = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  suspended = { ...who, path: pathOf(window.location.pathname), resumed, settle }
  return true
}

export function announceExpiry(): void {
  const who = signedIn()
  if (who) lasting.set(ENDED, `${who.owner} ${Date.now()}`)
}

export function announceSignOut(): void {
  lasting.remove(ENDED)
}

function release(resumed: boolean): void {
  const ended = suspended
  suspended = undefined
  ended?.settle(resumed)
  tell()
}

/** Leaves the page; requests waiting for the password fail. */
export function dropSuspendedSession(): void {
  if (!suspended) return
  continuousSince = sessionGeneration()
  release(false)
}

let generation = sessionGeneration()
let last = signedIn()
subscribeTokens(() => {
  const now = signedIn()
  const before = generation
  generation = sessionGeneration()
  if (suspended && now) {
    const isSame = now.owner === suspended.owner
    if (!isSame) continuousSince = generation
    release(isSame)
  } else if (!suspended) {
    // Expired in another tab: this page may have something to lose as well.
    const isKept = !now && last !== undefined && endedByItself(last.owner) && suspendSession()
    if (!isKept && generation !== before) continuousSince = generation
  }
  last = now ?? (suspended ? last : undefined)
})

export const suspendedSession = (): SuspendedSession | undefined => suspended

export function useSuspendedSession(): SuspendedSession | undefined {
  return useSyncExternalStore(subscribePageOwner, suspendedSession, () => undefined)
}

/** The owner of the page on the screen: signed in, or with a suspended session. */
export function pageOwner(): { owner: string; userType: UserType } | undefined {
  return signedIn() ?? suspended
}

export function subscribePageOwner(listener: () => void): () => void {
  const stops = [subscribe(listener), subscribeTokens(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

const pageSide = () => pageOwner()?.userType

export function usePageSide(): UserType | undefined {
  return useSyncExternalStore(subscribePageOwner, pageSide, pageSide)
}

export function usePageOwnerKey(): string {
  return useSyncExternalStore(subscribePageOwner, () => {
    const who = pageOwner()
    return who ? `${who.userType} ${who.owner}` : ''
  })
}

export const isSuspendedAt = (pathname: string): boolean => suspended?.path === pathOf(pathname)

/** Whether work begun in that generation belongs to the current session, suspended in between or not. */
export const continuesSince = (startedIn: number): boolean =>
  startedIn >= continuousSince && startedIn !== sessionGeneration()
