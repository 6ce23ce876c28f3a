import { use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { KeyLayer } from './key-layer.ts'
import { listenToKeys, resumeKeyQueue } from './key-pipeline.ts'
import { type Entry, entries, isOff, type Shortcut, switchOff } from './shortcut-list.ts'

export type { Shortcut } from './shortcut-list.ts'

const { subscribe, tell } = createListeners()

/** Single keys can be switched off, because they disturb people who use speech input. */
export function setShortcutsOn(on: boolean): void {
  switchOff(!on)
  tell()
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isOff(),
    () => true,
  )

type Options = {
  enabled?: boolean
  /** For the shell: a page with the same key comes first. */
  everywhere?: boolean
  overDialogs?: boolean
}

/** Registers shortcuts while mounted. A layout effect, because a key may follow the paint at once. */
export function useShortcuts(shortcuts: readonly Shortcut[], options: Options = {}): void {
  const { enabled = true, everywhere = false, overDialogs = false } = options
  const layer = use(KeyLayer)
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
    resumeKeyQueue()
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
