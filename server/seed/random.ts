/** Deterministic, so that every demo is the same. */
export interface Dice {
  /** In [0, 1). */
  next(): number
  /** Inclusive. */
  int(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  weighted<T>(from: readonly T[], weights: readonly number[]): T
  chance(share: number): boolean
}

/** Mulberry32 */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const at = <T>(from: readonly T[], index: number): T => {
    if (from.length === 0) throw new RangeError('nothing to pick from')
    return from[index] as T
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (from) => at(from, Math.floor(next() * from.length)),
    weighted: (from, weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => {
        left -= weight
        return left < 0
      })
      return at(from, found < 0 ? from.length - 1 : found)
    },
    chance: (share) => next() < share,
  }
}
