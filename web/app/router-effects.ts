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

const headingOnPage = (): HTMLElement | null => document.querySelector<HTMLElement>('#main h1')

const isNobodys = (): boolean => document.activeElement === null || document.activeElement === document.body

function focusOn(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/**
 * Moves the focus to the page heading after each navigation, so that screen readers read it and Tab continues from there.
 * Pages that focus a control of their own keep it. Also handles headings that are replaced without a navigation, for
 * example after loading or after a form was sent: the focused element is removed then and the focus falls to the body.
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
    const isNew = heading !== known.heading || heading.textContent !== known.text
    known = { heading, text: heading.textContent }
    if (wanted ? !isTaken() : isNew && hasActed && isNobodys()) focusOn(heading)
    wanted = false
  }
  const observer = new MutationObserver(follow)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const act = () => {
    hasActed = true
  }
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
  return () => observer.disconnect()
}
