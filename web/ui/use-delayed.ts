import { useEffect, useState } from 'react'

const SECONDS = 10

/** For what cannot be taken back: ten seconds in which it can be called off, because nothing has been sent yet. */
export function useDelayed(act: () => void) {
  const [left, setLeft] = useState<number>()
  const now = () => {
    setLeft(undefined)
    act()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer a second, whatever `act` closes over.
  useEffect(() => {
    if (left === undefined) return undefined
    const timer = setTimeout(() => (left <= 1 ? now() : setLeft(left - 1)), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return {
    /** Seconds until it begins, while it waits. */
    left,
    start: () => setLeft(SECONDS),
    cancel: () => setLeft(undefined),
    now,
  }
}
