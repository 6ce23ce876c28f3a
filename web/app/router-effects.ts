import type { AnyRouter } from '@tanstack/react-router'
import { installAuthExpiry } from '#web/lib/auth-fetch.ts'
import { readTokens, subscribeTokens } from '#web/lib/tokens.ts'
import { endFirstPaint, endFirstPaintAtLast } from './first-paint.ts'

const signedInAs = (): string => {
  const { access, userType } = readTokens()
  return access ? `${userType}` : ''
}

/** A session that ends, here or in another tab, makes the guards of the page on the screen decide anew. */
export function keepSessionAndRouterTogether(router: AnyRouter): void {
  installAuthExpiry({ navigate: (href) => router.history.push(href) })
  let before = signedInAs()
  subscribeTokens(() => {
    const now = signedInAs()
    if (now === before) return
    before = now
    void router.invalidate()
  })
}

// Longer than a page takes to load on a bad line, as far as anybody waits for it.
const HEADING_WAIT_MS = 10_000

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/**
 * Gives the heading the focus as soon as there is one, and again when the heading of a page that was loading goes with
 * everything else of it: the focus would fall to the document then. Ends with the first thing the reader does.
 */
function followHeading(isTaken: () => boolean): () => void {
  const isNobodys = () => document.activeElement === null || document.activeElement === document.body
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const act of acts) window.removeEventListener(act, stop, true)
  }
  const acts = ['pointerdown', 'keydown'] as const
  let waits = true
  const follow = () => {
    if (isTaken()) return stop()
    if (!waits && !isNobodys()) return
    focusHeading()
    waits = document.activeElement?.tagName !== 'H1'
  }
  const observer = new MutationObserver(follow)
  const timer = setTimeout(stop, HEADING_WAIT_MS)
  for (const act of acts) window.addEventListener(act, stop, true)
  observer.observe(document.body, { childList: true, subtree: true })
  follow()
  return stop
}

/**
 * After each change of page the heading has the focus, so that it is read aloud and Tab goes on from there. A page
 * that is there for one field, or has one thing to press, says so itself by taking the focus first.
 */
export function moveFocusOnNavigation(router: AnyRouter): void {
  let stop: (() => void) | undefined
  let first = true
  let left: Element | null = null
  const isTaken = () =>
    document.activeElement !== left &&
    Boolean(document.activeElement?.matches('#main :is(input, textarea, select, button)'))
  endFirstPaintAtLast()
  router.subscribe('onBeforeNavigate', () => {
    left = document.activeElement
  })
  router.subscribe('onRendered', ({ pathChanged }) => {
    endFirstPaint()
    const changed = pathChanged && !first
    first = false
    if (!changed) return
    stop?.()
    stop = followHeading(isTaken)
  })
}
