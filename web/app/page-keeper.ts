import type { AnyRouter } from '@tanstack/react-router'
import {
  dropSuspendedSession,
  isSuspendedAt,
  keepPagesWhen,
  pageOwner,
  suspendedSession,
} from '#web/lib/suspended-session.ts'

const TOUCHABLE = '#main :is(input, textarea, select, button, [role="button"]), [role="dialog"] *'

/** Keeps an expired page with input, a choice or an open dialog; the back office always once used. */
export function keepTouchedPages(router: AnyRouter, hasWorked: () => boolean): void {
  let touched = false
  const touch = ({ target }: Event) => {
    if (target instanceof Element && target.closest(TOUCHABLE)) touched = true
  }
  for (const event of ['input', 'change', 'click']) document.addEventListener(event, touch, { capture: true })
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) touched = false
  })
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (suspendedSession() && !isSuspendedAt(toLocation.pathname)) dropSuspendedSession()
  })
  keepPagesWhen(() => touched || (pageOwner()?.userType === 'business' && hasWorked()))
}
