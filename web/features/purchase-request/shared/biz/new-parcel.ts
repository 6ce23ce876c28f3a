import { useLayoutEffect, useRef } from 'react'

type Taker = { current: (code: string) => string | undefined }
const takers = new Set<Taker>()

/** Passes an unknown parcel number to the open page that sends one; returns its message, or undefined. */
export function passNewParcel(code: string): string | undefined {
  for (const taker of takers) {
    const done = taker.current(code)
    if (done) return done
  }
  return undefined
}

/** `take` returns a message when it uses the number. */
export function useNewParcel(take: Taker['current']): void {
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useLayoutEffect(() => {
    takers.add(latest)
    return () => void takers.delete(latest)
  }, [])
}
