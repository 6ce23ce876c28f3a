import { useLayoutEffect, useRef } from 'react'

type Taker = { current: (code: string) => string | undefined }
const takers = new Set<Taker>()

/** Gives the number of a parcel nothing is known of to the page that sends one; answers what it did with it. */
export function giveNewParcel(code: string): string | undefined {
  for (const taker of takers) {
    const done = taker.current(code)
    if (done) return done
  }
  return undefined
}

/** Takes the label of a parcel that is about to be sent. Says in words what was done with its number. */
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
