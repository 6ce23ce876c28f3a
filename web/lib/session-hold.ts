import { useSyncExternalStore } from 'react'
import { isLoginPage } from './return-url.ts'
import { lasting } from './storage.ts'
import { readTokens, sessionGeneration, subscribeTokens, tokenOwner, type UserType } from './tokens.ts'

/** An expired session whose page stays until the same person signs in again or leaves. Storage is cleared. */
export interface Held {
  owner: string
  userType: UserType
  path: string
  /** True once the same person is signed in again, false when the page was given up or belongs to another person. */
  resumed: Promise<boolean>
}

const somebody = 'someone'

let held: (Held & { settle: (resumed: boolean) => void }) | undefined
/** Work begun in this generation or later continues across every resumed hold. */
let continuousSince = 0
let keeps: () => boolean = () => false

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of [...listeners]) listener()
}

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

/** Called before the stored values are removed; holds the page if it has something to lose. */
export function holdSession(): boolean {
  const who = signedIn() ?? last
  if (held) return true
  if (!who || !keeps() || isLoginPage(window.location.pathname)) return false
  let settle: (resumed: boolean) => void = () => undefined
  const resumed = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  held = { ...who, path: pathOf(window.location.pathname), resumed, settle }
  return true
}

export function tellEnded(): void {
  const who = signedIn()
  if (who) lasting.set(ENDED, `${who.owner} ${Date.now()}`)
}

export function tellSignedOut(): void {
  lasting.remove(ENDED)
}

function release(resumed: boolean): void {
  const ended = held
  held = undefined
  ended?.settle(resumed)
  announce()
}

/** Leaves the page; requests waiting for the password fail. */
export function giveUpHold(): void {
  if (!held) return
  continuousSince = sessionGeneration()
  release(false)
}

let generation = sessionGeneration()
let last = signedIn()
subscribeTokens(() => {
  const now = signedIn()
  const before = generation
  generation = sessionGeneration()
  if (held && now) {
    const isSame = now.owner === held.owner
    if (!isSame) continuousSince = generation
    release(isSame)
  } else if (!held) {
    // Expired in another tab: this page may have something to lose as well.
    const isKept = !now && last !== undefined && endedByItself(last.owner) && holdSession()
    if (!isKept && generation !== before) continuousSince = generation
  }
  last = now ?? (held ? last : undefined)
})

export const heldSession = (): Held | undefined => held

export function useHeldSession(): Held | undefined {
  return useSyncExternalStore(subscribePresence, heldSession)
}

/** The owner of the page on the screen: signed in, or with a held session. */
export function presence(): { owner: string; userType: UserType } | undefined {
  return signedIn() ?? held
}

export function subscribePresence(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeTokens(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

export function usePresence(): UserType | undefined {
  return useSyncExternalStore(subscribePresence, () => presence()?.userType)
}

export function usePresenceKey(): string {
  return useSyncExternalStore(subscribePresence, () => {
    const who = presence()
    return who ? `${who.userType} ${who.owner}` : ''
  })
}

export const isHeldAt = (pathname: string): boolean => held?.path === pathOf(pathname)

/** Whether work begun in that generation belongs to the current session, held in between or not. */
export const goesOnSince = (startedIn: number): boolean =>
  startedIn >= continuousSince && startedIn !== sessionGeneration()
