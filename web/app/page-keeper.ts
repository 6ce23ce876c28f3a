import type { AnyRouter } from '@tanstack/react-router'
import { giveUpHold, heldSession, isHeldAt, keepPagesWhen, presence } from '#web/lib/session-hold.ts'

const TOUCHABLE = '#main :is(input, textarea, select, button, [role="button"]), [role="dialog"] *'

/**
 * Whether a redirect would lose anything: something was typed, chosen or pressed on this page since it was opened, or a
 * dialog stands over it. The back office is kept in any case once somebody has worked in it, with its place in a list
 * and what waits to be sent.
 */
export function keepTouchedPages(router: AnyRouter, hasWorked: () => boolean): void {
  let touched = false
  const touch = ({ target }: Event) => {
    if (target instanceof Element && target.closest(TOUCHABLE)) touched = true
  }
  for (const event of ['input', 'change', 'click']) document.addEventListener(event, touch, { capture: true })
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) touched = false
  })
  // Away from the page that is held there is nothing to wait for.
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (heldSession() && !isHeldAt(toLocation.pathname)) giveUpHold()
  })
  keepPagesWhen(() => touched || (presence()?.userType === 'business' && hasWorked()))
}
