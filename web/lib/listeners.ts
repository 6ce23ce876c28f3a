type Subscribe = (listener: () => void) => () => void

/** For state outside React: `subscribe` goes into `useSyncExternalStore`, `tell` follows each change. */
export function createListeners(): { subscribe: Subscribe; tell: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    // A copy, because a listener may add or remove others.
    tell: () => {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** Also told of what other tabs store. */
export const withOtherTabs =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    const stop = subscribe(listener)
    window.addEventListener('storage', listener)
    return () => {
      stop()
      window.removeEventListener('storage', listener)
    }
  }
