import type { AnyRouter } from '@tanstack/react-router'
import { installAuthExpiry } from '#web/lib/auth-fetch.ts'
import { pageOwner, subscribePageOwner } from '#web/lib/suspended-session.ts'
import { endFirstPaint, endFirstPaintAtLast } from './first-paint.ts'

const shownAs = (): string => {
  const who = pageOwner()
  return who ? `${who.userType} ${who.owner}` : ''
}

/** When a session ends, here or in another tab, the current page's guards run again. */
export function keepSessionAndRouterTogether(router: AnyRouter): void {
  installAuthExpiry({ navigate: (href) => router.history.push(href) })
  let before = shownAs()
  subscribePageOwner(() => {
    const now = shownAs()
    if (now === before) return
    before = now
    void router.invalidate()
  })
}

const headingOnPage = (): HTMLElement | null => document.querySelector<HTMLElement>('#main h1')

const isNobodys = ({ activeElement, body }: Document): boolean =>
  activeElement === null || activeElement === body

/** The place of the last focused element of the page, from its parent outwards. */
let places: readonly HTMLElement[] = []

function rememberPlace({ target }: FocusEvent): void {
  places = []
  if (!(target instanceof HTMLElement) || !target.closest('#main')) return
  const around: HTMLElement[] = []
  for (let place = target.parentElement; place; place = place.parentElement) around.push(place)
  places = around
}

const SETTLED_MS = 200

/**
 * A focused element that goes away, such as the row of a deleted photo, drops the focus to the body. Unless the page sets
 * it elsewhere, the heading of the part it stood in gets it.
 */
function keepPlace(): void {
  const [from] = places
  const page = from?.ownerDocument
  if (!page || !isNobodys(page)) return
  setTimeout(() => {
    if (!isNobodys(page) || places[0] !== from || from.isConnected) return
    const heading = places
      .find((place) => place.isConnected && place.querySelector('h1, h2, h3'))
      ?.querySelector<HTMLElement>('h1, h2, h3')
    places = []
    if (heading?.closest('#main')) focusOn(heading)
  }, SETTLED_MS)
}

function focusOn(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/**
 * Moves the focus to the page heading after each navigation, for screen readers and Tab; pages that focus a control
 * keep it. Also when a heading is replaced without a navigation, after loading or a submit, which drops the focus to
 * the body.
 */
export function moveFocusOnNavigation(router: AnyRouter): () => void {
  let wanted = false
  let first = true
  let hasActed = false
  let left: Element | null = null
  let known: { heading: HTMLElement | null; text: string | null } = { heading: null, text: null }
  const isTaken = () =>
    document.activeElement !== left &&
    Boolean(document.activeElement?.matches('#main :is(input, textarea, select, button)'))

  const follow = () => {
    const heading = headingOnPage()
    if (!heading) return
    // A first page that is left before it has loaded, as by the back button, is never reported as rendered.
    if (first) endFirstPaint()
    keepPlace()
    const isNew = heading !== known.heading || heading.textContent !== known.text
    known = { heading, text: heading.textContent }
    if (wanted ? !isTaken() : isNew && hasActed && isNobodys(document)) focusOn(heading)
    wanted = false
  }
  const observer = new MutationObserver(follow)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const act = () => {
    hasActed = true
  }
  document.addEventListener('focusin', rememberPlace)
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, act, { capture: true, once: true })

  endFirstPaintAtLast()
  router.subscribe('onBeforeNavigate', () => {
    left = document.activeElement
  })
  router.subscribe('onRendered', ({ pathChanged }) => {
    endFirstPaint()
    const changed = pathChanged && !first
    first = false
    if (!changed) return
    hasActed = true
    wanted = true
    follow()
  })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', rememberPlace)
  }
}
