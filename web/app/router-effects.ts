import type { AnyRouter } from '@tanstack/react-router'
import { installAuthExpiry } from '#web/lib/auth-fetch.ts'
import { presence, subscribePresence } from '#web/lib/session-hold.ts'
import { endFirstPaint, endFirstPaintAtLast } from './first-paint.ts'

const shownAs = (): string => {
  const who = presence()
  return who ? `${who.userType} ${who.owner}` : ''
}

/** A session that ends, here or in another tab, makes the guards of the page on the screen decide anew. */
export function keepSessionAndRouterTogether(router: AnyRouter): void {
  installAuthExpiry({ navigate: (href) => router.history.push(href) })
  let before = shownAs()
  subscribePresence(() => {
    const now = shownAs()
    if (now === before) return
    before = now
    void router.invalidate()
  })
}

const HEADING_WAIT_MS = 4000

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return false
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
  return true
}

/** A page that still loads has no heading yet; the focus follows as soon as it is there. */
function focusHeadingSoon(isTaken: () => boolean): () => void {
  if (focusHeading()) return () => undefined
  const observer = new MutationObserver(() => (isTaken() || focusHeading()) && stop())
  const timer = setTimeout(() => stop(), HEADING_WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
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
    stop = isTaken() ? undefined : focusHeadingSoon(isTaken)
  })
}
