import { codeKind, isOwnCode } from '#contract/scan-code'
import { type Snapshot, snapshotOf } from './keyboard.ts'

/**
 * Keys that follow each other faster than this were sent by a machine, or pressed by two fingers at once. Some systems
 * tell the time of a key to 16 ms only.
 */
export const SCANNER_GAP_MS = 35

/** Scanners send a key every 5 to 15 ms. A text that is no code of ours or of a carrier has to come as fast as that. */
const SCANNER_PACE_MS = 20
const LEAST_LENGTH = 4
const SURELY = 3

/** `id` tells the keys of one burst from those of another. */
export type Burst = {
  id: number
  text: string
  before: Snapshot | undefined
  /** An IME has made something else of its keys. */
  composed: boolean
}

/**
 * Watches the pauses between keys by the time at which the keyboard sent them, so that a busy page changes nothing.
 */
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
    /** A key that may belong to a code; answers of which burst. What stands in the field before the first is kept. */
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
    /** Three keys in a row came as fast as no hand can press them: an Enter will follow. */
    isMachine: () => now.text.length >= SURELY && (last - first) / (now.text.length - 1) < SCANNER_PACE_MS,
    /** What a machine has typed, when it was one. `at` is the moment of the Enter that follows. */
    read(at: number): Burst | undefined {
      const { text } = now
      if (!isQuick(at) || text.length < LEAST_LENGTH) return undefined
      const isCode = isOwnCode(text) || codeKind(text) === 'parcel'
      return isCode || (at - first) / text.length < SCANNER_PACE_MS ? now : undefined
    },
    /** One of our codes without an Enter behind it: not every scanner is told to send one. */
    readUnended(): Burst | undefined {
      return isOwnCode(now.text) && (last - first) / now.text.length < SCANNER_PACE_MS ? now : undefined
    },
    /** When its newest key was pressed. */
    newest: () => last,
    /** The next key begins anew. */
    drop,
  }
}
