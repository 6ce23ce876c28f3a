import { useSyncExternalStore } from 'react'
import { isLoginPage } from './return-url.ts'
import { lasting } from './storage.ts'
import { readTokens, sessionGeneration, subscribeTokens, tokenOwner, type UserType } from './tokens.ts'

/**
 * A session that ended under somebody's hands. Storage is cleared as for every session that ends; the page stays as it
 * is, and belongs to the same person, until the password was given again or the person leaves.
 */
export interface Held {
  owner: string
  userType: UserType
  /** The page that stays. */
  path: string
  /** True once the same person is signed in again, false when the page was given up or belongs to somebody else now. */
  resumed: Promise<boolean>
}

/** An access token that does not tell whose it is. */
const somebody = 'someone'

let held: (Held & { settle: (resumed: boolean) => void }) | undefined
/** Work begun under this number or a later one goes on after every hold that was resumed since. */
let continuousSince = 0
let keeps: () => boolean = () => false

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of [...listeners]) listener()
}

/** Says whether the page on the screen has anything that a redirect would lose. Gives back the way to stop. */
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

// Other tabs see only that the stored values are gone; this tells them that the session ended by itself.
const ENDED = 'sessionEnded'
const NEWS_MS = 10_000

function endedByItself(owner: string): boolean {
  const [who, at] = (lasting.get(ENDED) ?? '').split(' ')
  return who === owner && Date.now() - Number(at) < NEWS_MS
}

/** Called before the stored values go: keeps the page on the screen when there is something to keep. */
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

/** Tells the other tabs that nobody signed out. */
export function tellEnded(): void {
  const who = signedIn()
  if (who) lasting.set(ENDED, `${who.owner} ${Date.now()}`)
}

/** A sign-out ends the session for good, in every tab. */
export function tellSignedOut(): void {
  lasting.remove(ENDED)
}

function release(resumed: boolean): void {
  const ended = held
  held = undefined
  ended?.settle(resumed)
  announce()
}

/** The page is left: whoever waits for the password gets the refusal. */
export function giveUpHold(): void {
  if (!held) return
  continuousSince = sessionGeneration()
  release(false)
}

// Before anybody else hears of a change, it is settled whose the page is.
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
    // Ended in another tab: this one may have something to keep as well.
    const isKept = !now && last !== undefined && endedByItself(last.owner) && holdSession()
    if (!isKept && generation !== before) continuousSince = generation
  }
  last = now ?? (held ? last : undefined)
})

export const heldSession = (): Held | undefined => held

export function useHeldSession(): Held | undefined {
  return useSyncExternalStore(subscribePresence, heldSession)
}

/** Whose page is on the screen: who is signed in, or whose session is held. */
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

/** As whom the page on the screen is drawn. */
export function usePresence(): UserType | undefined {
  return useSyncExternalStore(subscribePresence, () => presence()?.userType)
}

/** Changes with the person, so that nothing of one page is left for the next person. */
export function usePresenceKey(): string {
  return useSyncExternalStore(subscribePresence, () => {
    const who = presence()
    return who ? `${who.userType} ${who.owner}` : ''
  })
}

/** Whether this page may stay without anybody signed in. */
export const isHeldAt = (pathname: string): boolean => held?.path === pathOf(pathname)

/** Whether what began under this number belongs to the session of now, held in between or not. */
export const goesOnSince = (startedIn: number): boolean =>
  startedIn >= continuousSince && startedIn !== sessionGeneration()
