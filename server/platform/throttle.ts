import { LRUCache } from 'lru-cache'
import type { Limit } from '#contract/call'

export interface Rate {
  limit: number
  windowSeconds: number
}

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }

export interface Throttle {
  /** Counts one request, or returns the seconds until the next is allowed. */
  take(key: string, rate: Rate & { now: Date }): Taken
}

/** Generous, because a shop's staff may share one address: these stop machines, not people. */
export const rates: Readonly<Record<Limit, Rate>> = {
  sign_in: { limit: 100, windowSeconds: 60 },
  mail: { limit: 60, windowSeconds: 600 },
  money: { limit: 60, windowSeconds: 60 },
  search: { limit: 300, windowSeconds: 60 },
  export: { limit: 60, windowSeconds: 60 },
  upload: { limit: 300, windowSeconds: 60 },
  write: { limit: 600, windowSeconds: 60 },
}

/** All calls of an API key together. */
export const machineRate: Rate = { limit: 600, windowSeconds: 60 }

interface Count {
  window: number
  current: number
  previous: number
}

function rolled(count: Count | undefined, window: number): Count {
  if (count?.window === window) return count
  const previous = count?.window === window - 1 ? count.current : 0
  return { window, current: 0, previous }
}

/** Milliseconds until one more fits; the previous window fades out linearly. */
function waitFor(count: Count, limit: number, length: number, elapsed: number): number {
  const room = limit - count.current - 1
  if (room >= 0) return length - elapsed - (room * length) / count.previous
  return 2 * length - elapsed - ((limit - 1) * length) / count.current
}

/** Sliding window in memory: two counters per key, at most `size` keys (LRU). */
export function createThrottle(size = 50_000): Throttle {
  const counts = new LRUCache<string, Count>({ max: size })
  return {
    take(key, { limit, windowSeconds, now }) {
      // Whole milliseconds, so that waiting exactly `Retry-After` is enough.
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
