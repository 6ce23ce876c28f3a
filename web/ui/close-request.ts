import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Not in the type library yet. https://html.spec.whatwg.org/multipage/interaction.html#close-requests */
type Watcher = { onclose: (() => void) | null; destroy: () => void }
type WithWatcher = { CloseWatcher?: new () => Watcher }

/** What is open over the page, the top one last; only for browsers without `CloseWatcher`. */
const layers: (() => void)[] = []

/**
 * Safari has no `CloseWatcher`. There a step back is undone, which leaves the entries of the history as they are. Like
 * a watcher, each layer takes one request: what stays open nevertheless does not keep anybody on the page.
 */
function closeOnBack(history: RouterHistory, onClose: () => void): () => void {
  const layer = () => {
    leave()
    // Only back at its own entry: closing may change the address.
    window.addEventListener('popstate', onClose, { once: true })
  }
  const unblock = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => {
      if (action !== 'BACK' || layers.at(-1) !== layer) return false
      layer()
      return true
    },
  })
  const leave = () => {
    const place = layers.lastIndexOf(layer)
    if (place >= 0) layers.splice(place, 1)
    unblock()
  }
  layers.push(layer)
  return leave
}

/**
 * The back button of a phone closes what lies over the page instead of leaving the page. `CloseWatcher` is not used
 * where there is a mouse: there a close request is the Esc key, which a list inside a dialog may take for itself.
 */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const history = useRouter({ warn: false })?.history
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!open) return
    const { CloseWatcher } = globalThis as WithWatcher
    const close = () => latest.current()
    if (!CloseWatcher) return history && closeOnBack(history, close)
    if (!window.matchMedia('(pointer: coarse)').matches) return
    const watcher = new CloseWatcher()
    watcher.onclose = close
    return () => watcher.destroy()
  }, [open, history])
}
