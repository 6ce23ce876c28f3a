import { codeKind, isOwnCode } from '#contract/scan-code'
import { type Snapshot, snapshotOf } from './keyboard.ts'

/**
 * Keys closer together than this come from a scanner or from two fingers at once. Some systems report key times in
 * steps of 16 ms.
 */
export const SCANNER_GAP_MS = 35

/** Scanners send a key every 5 to 15 ms. Text that is not a known code must come at this pace to count as a scan. */
const SCANNER_PACE_MS = 20
const LEAST_LENGTH = 4
const SURELY = 3

export type Burst = {
  id: number
  text: string
  before: Snapshot | undefined
  composed: boolean
}

/** Detects scans by the intervals between key events (`event.timeStamp`), so a slow page does not distort them. */
export function createBurstReader() {
  let last = Number.NEGATIVE_INFINITY
  let first = 0
  let now: Burst = { id: 0, text: '', before: undefined, composed: false }
  const drop = () => {
    now = { id: now.id + 1, text: '', before: undefined, composed: false }
    last = Number.NEGATIVE_INFINITY
  }
  const isQuick = (at: number): boolean => at - last < SCANNER_GAP_MS
  return {
    isQuick,
    /**
     * Adds a key that may be part of a code; returns the burst's id. The field's value before the first key is kept.
     */
    add(character: string, at: number, composed: boolean): number {
      if (!isQuick(at) || now.text === '') {
        drop()
        now = { ...now, before: snapshotOf(document.activeElement) }
        first = at
      }
      now = { ...now, text: now.text + character, composed: now.composed || composed }
      last = at
      return now.id
    },
    /** Three keys faster than a hand can type: an Enter will follow. */
    isMachine: () => now.text.length >= SURELY && (last - first) / (now.text.length - 1) < SCANNER_PACE_MS,
    read(at: number): Burst | undefined {
      const { text } = now
      if (!isQuick(at) || text.length < LEAST_LENGTH) return undefined
      const isCode = isOwnCode(text) || codeKind(text) === 'parcel'
      return isCode || (at - first) / text.length < SCANNER_PACE_MS ? now : undefined
    },
    /** One of our codes without an Enter: not every scanner sends one. */
    readUnended(): Burst | undefined {
      return isOwnCode(now.text) && (last - first) / now.text.length < SCANNER_PACE_MS ? now : undefined
    },
    newest: () => last,
    drop,
  }
}
