import { useLayoutEffect, useRef } from 'react'
import { type CodeKind, codeKind, tidyCode } from '#contract/scan-code'

export type Scan = {
  code: string
  kind: CodeKind
  /** The code was taken out of a text field; this puts it back as the text it may have been meant as. */
  putBack: (() => void) | undefined
}

/**
 * True or a promise: taken. What is typed next waits for the promise, so that it reaches what the code has led to, and
 * is dropped when that comes to NOWHERE. False or nothing: somebody else's.
 */
export type ScanTaker = (scan: Scan) => unknown

type Taker = { current: ScanTaker; everywhere: boolean }
const takers: Taker[] = []

export const awaitsScans = (): boolean => takers.length > 0

/** Gives a code to the page on the screen, and to the frame around it when the page leaves it. */
export function takeScan(text: string, putBack?: () => void): unknown {
  const scan = { code: tidyCode(text), kind: codeKind(text), putBack }
  const inTurn = takers.toReversed().sort((one, other) => Number(one.everywhere) - Number(other.everywhere))
  for (const taker of inTurn) {
    const taken = taker.current(scan)
    if (taken) return taken
  }
  return undefined
}

/**
 * Takes what a barcode scanner reads as long as the component is there. `everywhere` belongs to the frame around the
 * pages, which comes last. Before the screen is painted: whoever sees it may scan at once.
 */
export function useScans(take: ScanTaker, { everywhere = false } = {}): void {
  const taker = useRef<Taker>({ current: take, everywhere })
  useLayoutEffect(() => {
    taker.current.current = take
  })
  useLayoutEffect(() => {
    const own = taker.current
    takers.push(own)
    return () => void takers.splice(takers.indexOf(own), 1)
  }, [])
}
