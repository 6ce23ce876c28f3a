import { useLayoutEffect, useRef } from 'react'
import { type CodeKind, codeKind, tidyCode } from '#contract/scan-code'

export type Scan = {
  code: string
  kind: CodeKind
  putBack: (() => void) | undefined
}

/**
 * True or a promise: handled; later keys wait for the promise and are dropped when it resolves to NOWHERE. False or
 * nothing: not handled.
 */
export type ScanTaker = (scan: Scan) => unknown

type Taker = { current: ScanTaker; everywhere: boolean }
const takers: Taker[] = []
const listeners = new Set<() => void>()

/** Calls `told` before each scan, whoever handles it; returns what ends that. */
export function onEveryScan(told: () => void): () => void {
  listeners.add(told)
  return () => void listeners.delete(told)
}

export const awaitsScans = (): boolean => takers.length > 0

export function takeScan(text: string, putBack?: () => void): unknown {
  for (const told of listeners) told()
  const scan = { code: tidyCode(text), kind: codeKind(text), putBack }
  const inTurn = takers.toReversed().sort((one, other) => Number(one.everywhere) - Number(other.everywhere))
  for (const taker of inTurn) {
    const taken = taker.current(scan)
    if (taken) return taken
  }
  return undefined
}

/**
 * Handles scans while mounted. `everywhere` is for the shell, which comes last. A layout effect, because a scan may
 * follow the paint at once.
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
