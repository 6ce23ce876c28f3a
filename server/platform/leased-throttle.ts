import { LRUCache } from 'lru-cache'
import type { SharedThrottle } from './shared-throttle.ts'
import type { Rate, Taken } from './throttle.ts'

interface Lease {
  left: number
  /** The shared count has no more until it ends. */
  isLast: boolean
  /** By the system clock. */
  endsAt: number
}

/**
 * Counts for all processes together and seldom asks the database: a process takes several uses at once and gives them out.
 * Those that it does not need are lost to the others until the window ends.
 */
export function createLeasedThrottle(shared: Pick<SharedThrottle, 'takeUpTo'>, rate: Rate, atOnce = 20) {
  const leases = new LRUCache<string, Lease>({ max: 10_000 })
  const underWay = new Map<string, Promise<Lease>>()

  const renew = async (key: string): Promise<Lease> => {
    const { taken, milliseconds } = await shared.takeUpTo(key, rate, atOnce)
    const lease = { left: taken, isLast: taken < atOnce, endsAt: Date.now() + milliseconds }
    leases.set(key, lease)
    return lease
  }
  const renewTogether = (key: string): Promise<Lease> => {
    const run = underWay.get(key) ?? renew(key).finally(() => underWay.delete(key))
    underWay.set(key, run)
    return run
  }
  const takeFrom = ({ left, isLast, endsAt }: Lease): Taken | undefined => {
    const rest = endsAt - Date.now()
    if (rest <= 0 || (left === 0 && !isLast)) return undefined
    return left > 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(rest / 1000)) }
  }

  /** Counts one use, or returns the seconds until the next is allowed; a promise only when the database is asked. */
  return function take(key: string): Taken | Promise<Taken> {
    const lease = leases.get(key)
    const taken = lease && takeFrom(lease)
    if (!taken) return renewTogether(key).then(() => take(key))
    if (taken.ok) lease.left -= 1
    return taken
  }
}
