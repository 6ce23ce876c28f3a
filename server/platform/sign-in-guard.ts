import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { type Rate, triesOnOneAccount } from './throttle.ts'

/** A try that is under way. It counts as wrong until `right` is said, so that parallel tries cannot slip by. */
export interface Try {
  right(): void
}

export type Admitted = { ok: true; try: Try } | { ok: false; retryAfterSeconds: number }

export interface SignInGuard {
  /** Admits one try, or says after how many seconds the next one is. */
  admit(who: { address: string; ip: string; device?: string | undefined; now: Date }): Admitted
}

/** Wrong tries from one network address, over all accounts. A shop's staff may share one. */
export const wrongTriesFromOneAddress: Rate = { limit: 60, windowSeconds: 300 }

interface Failures {
  count: number
  until: number
}

/**
 * Against lists of stolen passwords. Only wrong tries count, and only against whoever makes them: against one
 * account from one network address, and against a network address. So nobody is locked out by a stranger
 * elsewhere. A device that has signed in to the account before has an allowance to itself, which even a stranger
 * behind the same network address cannot use up. `device` must only be given once it is known to be such a one.
 */
export function createSignInGuard(size = 100_000): SignInGuard {
  const failures = new LRUCache<string, Failures>({ max: size })

  const waitOf = (key: string, rate: Rate, now: number): number => {
    const known = failures.get(key)
    if (!known || known.until <= now || known.count < rate.limit) return 0
    return Math.max(1, Math.ceil((known.until - now) / 1000))
  }
  const add = (key: string, rate: Rate, now: number): void => {
    const known = failures.get(key)
    if (known && known.until > now) known.count += 1
    else failures.set(key, { count: 1, until: now + rate.windowSeconds * 1000 })
  }
  const takeBack = (key: string): void => {
    const known = failures.get(key)
    if (known && known.count > 0) known.count -= 1
  }

  return {
    admit({ address, ip, device, now }) {
      const time = now.getTime()
      const network = networkOf(ip)
      const counted: [string, Rate][] = device
        ? [[`device ${device} ${address}`, triesOnOneAccount]]
        : [
            [`pair ${network} ${address}`, triesOnOneAccount],
            [`network ${network}`, wrongTriesFromOneAddress],
          ]
      const wait = Math.max(...counted.map(([key, rate]) => waitOf(key, rate, time)))
      if (wait > 0) return { ok: false, retryAfterSeconds: wait }
      for (const [key, rate] of counted) add(key, rate, time)
      return {
        ok: true,
        try: {
          right: () => {
            for (const [key] of counted) takeBack(key)
          },
        },
      }
    },
  }
}

/** Whoever has one address of IPv6 has a whole /64 of them. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
