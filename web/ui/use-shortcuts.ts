import { use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { KeyLayer } from './key-layer.ts'
import { listenToKeys, playOn } from './key-pipeline.ts'
import { type Entry, entries, isOff, type Shortcut, switchOff } from './shortcut-list.ts'

export type { Shortcut } from './shortcut-list.ts'

const listeners = new Set<() => void>()

/** Single keys disturb people who speak to their computer, so they can be switched off. */
export function setShortcutsOn(on: boolean): void {
  switchOff(!on)
  for (const listener of listeners) listener()
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => !isOff(),
    () => true,
  )

type Options = {
  enabled?: boolean
  /** Keys of the frame around the pages: a page that has the same key comes first. */
  everywhere?: boolean
  /** Act over dialogs as well. */
  overDialogs?: boolean
}

/**
 * Keys that do something as long as the component is there. The newest list is used without listening anew. Before
 * the screen is painted: whoever sees the screen may press at once.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], options: Options = {}): void {
  const { enabled = true, everywhere = false, overDialogs = false } = options
  const layer = use(KeyLayer)
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
    // What was typed ahead may have waited for this.
    playOn()
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const entry: Entry = { shortcuts: latest, layer, everywhere, overDialogs }
    entries.add(entry)
    const stop = listenToKeys()
    return () => {
      entries.delete(entry)
      stop()
    }
  }, [enabled, everywhere, overDialogs, layer])
}
