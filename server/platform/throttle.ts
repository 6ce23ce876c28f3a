import { LRUCache } from 'lru-cache'
import type { Limit } from '#contract/call'

export interface Rate {
  /** Requests allowed in any stretch of `windowSeconds`. */
  limit: number
  windowSeconds: number
}

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }

export interface Throttle {
  /** Counts one request for the key, or says after how many whole seconds one would be let through again. */
  take(key: string, rate: Rate & { now: Date }): Taken
}

/**
 * Requests per caller, by named limit. Wide, because a shop's whole staff may share one address: they stop machines,
 * not people.
 */
export const rates: Readonly<Record<Limit, Rate>> = {
  sign_in: { limit: 100, windowSeconds: 60 },
  mail: { limit: 60, windowSeconds: 600 },
  money: { limit: 60, windowSeconds: 60 },
  search: { limit: 300, windowSeconds: 60 },
  export: { limit: 60, windowSeconds: 60 },
  upload: { limit: 300, windowSeconds: 60 },
  write: { limit: 600, windowSeconds: 60 },
}

interface Count {
  /** Number of the window: time divided by its length. */
  window: number
  current: number
  previous: number
}

function rolled(count: Count | undefined, window: number): Count {
  if (count?.window === window) return count
  const previous = count?.window === window - 1 ? count.current : 0
  return { window, current: 0, previous }
}

/** Milliseconds until one more fits, `elapsed` into the window. The previous window fades out evenly. */
function waitFor(count: Count, limit: number, length: number, elapsed: number): number {
  const room = limit - count.current - 1
  if (room >= 0) return length - elapsed - (room * length) / count.previous
  // Full by itself: part of the next window must pass as well.
  return 2 * length - elapsed - ((limit - 1) * length) / count.current
}

/**
 * A sliding window in memory, as two counters a key instead of one entry a request. At most `size` keys are kept;
 * the ones unused longest are forgotten first.
 */
export function createThrottle(size = 50_000): Throttle {
  const counts = new LRUCache<string, Count>({ max: size })
  return {
    take(key, { limit, windowSeconds, now }) {
      // Whole milliseconds throughout, so that a caller who waits exactly as told is let through.
      const length = windowSeconds * 1000
      const window = Math.floor(now.getTime() / length)
      const elapsed = now.getTime() - window * length
      const count = rolled(counts.get(key), window)
      if (count.previous * (length - elapsed) + (count.current + 1) * length <= limit * length) {
        counts.set(key, { ...count, current: count.current + 1 })
        return { ok: true }
      }
      const wait = waitFor(count, limit, length, elapsed)
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) }
    },
  }
}
