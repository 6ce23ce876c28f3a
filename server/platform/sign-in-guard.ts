import { networkOf } from './network.ts'
import type { SharedThrottle } from './shared-throttle.ts'
import { type Rate, rates, type Taken } from './throttle.ts'

export interface SignInTry {
  /** Kind and address of the account, whether there is one or not. */
  address: string
  ip: string
  /** Only once it is known that this device has signed in to the account before. */
  device?: string | undefined
  /** Present when a mailed code came along: whether it is the account's. */
  isRightCode?: (() => Promise<boolean>) | undefined
}

/** The password may be tried. It counts as wrong until `right` is called, so that parallel tries cannot slip by. */
interface MayTry {
  ok: true
  right: () => Promise<void>
}
interface Wait {
  ok: false
  why: 'wait'
  retryAfterSeconds: number
}
export type Admitted = MayTry | Wait | { ok: false; why: 'code_required' | 'code_wrong' }

export interface SignInGuard {
  admit(who: SignInTry): Promise<Admitted>
  /** For a device that is known or signed in: it has tries to itself, and no code is asked of it. */
  admitDevice(who: { address: string; device: string }): Promise<MayTry | Wait>
  /** After the password was replaced by who holds the account's mailbox: wrong tries at the old one say nothing. */
  forgetTries(address: string): Promise<void>
  /** Whether a device nobody knows is asked for a mailed code. */
  isGuarded(address: string): Promise<boolean>
}

/** Tries on one account from one network address. A known device has as many to itself. */
export const triesOnOneAccount: Rate = { limit: 20, windowSeconds: 300 }
/** Wrong tries from one network address, over all accounts. A shop's staff may share one. */
export const wrongTriesFromOneAddress: Rate = { limit: 60, windowSeconds: 300 }
/** Wrong tries on one account over all networks, without the devices it knows. */
export const wrongTriesOnOneAccount: Rate = { limit: 30, windowSeconds: 86_400 }
/** Wrong tries of a device the account knows: somebody may have found it. */
const wrongTriesOfOneDevice: Rate = { limit: 100, windowSeconds: 86_400 }
const wrongCodes: Rate = { limit: 5, windowSeconds: 1800 }

const accountKey = (address: string) => `sign_in account ${address}`

/**
 * Protects against lists of stolen passwords. Only wrong tries count: per account and network address, per network
 * address, and per account over all networks. Beyond the last limit a password is only tried for a device that signed
 * in to the account before, or with a code mailed to its owner, so that a stranger locks nobody out. Unknown addresses
 * are counted alike, so that the responses do not tell which ones exist.
 */
export function createSignInGuard(throttle: SharedThrottle): SignInGuard {
  /** Counts one use of each, or of none. */
  const takeAll = async (counted: readonly [string, Rate][]): Promise<MayTry | Wait> => {
    const taken: [string, Rate][] = []
    const right = async () => {
      for (const one of taken) await throttle.giveBack(...one)
    }
    for (const counter of counted) {
      const one = await throttle.take(...counter)
      if (one.ok) {
        taken.push(counter)
        continue
      }
      await right()
      return { ok: false, why: 'wait', retryAfterSeconds: one.retryAfterSeconds }
    }
    return { ok: true, right }
  }

  const admitDevice: SignInGuard['admitDevice'] = ({ address, device }) =>
    takeAll([
      [`sign_in device ${device} ${address}`, triesOnOneAccount],
      [`sign_in device day ${device} ${address}`, wrongTriesOfOneDevice],
    ])

  return {
    admitDevice,
    forgetTries: (address) => throttle.forget(accountKey(address)),
    isGuarded: (address) => throttle.isUsedUp(accountKey(address), wrongTriesOnOneAccount),
    async admit({ address, ip, device, isRightCode }) {
      if (device) return admitDevice({ address, device })
      const network = networkOf(ip)
      const byNetwork: [string, Rate][] = [
        [`sign_in pair ${network} ${address}`, triesOnOneAccount],
        [`sign_in network ${network}`, wrongTriesFromOneAddress],
      ]
      if (isRightCode) {
        const coded = await takeAll([...byNetwork, [`sign_in code ${network} ${address}`, wrongCodes]])
        return !coded.ok || (await isRightCode()) ? coded : { ok: false, why: 'code_wrong' }
      }
      const counted = await takeAll(byNetwork)
      if (!counted.ok) return counted
      const onAccount = await takeAll([[accountKey(address), wrongTriesOnOneAccount]])
      if (!onAccount.ok) {
        await counted.right()
        return { ok: false, why: 'code_required' }
      }
      const right = async () => {
        await counted.right()
        await onAccount.right()
      }
      return { ok: true, right }
    },
  }
}

/**
 * Counts every sign-in, right or wrong, by known device or else by network address. The owner of a known device is not
 * stopped by a stranger behind the same address.
 */
export function takeSignIn(
  throttle: SharedThrottle,
  { ip, device }: Pick<SignInTry, 'ip' | 'device'>,
): Promise<Taken> {
  const key = device ? `sign_in any device ${device}` : `sign_in any network ${networkOf(ip)}`
  return throttle.take(key, rates.sign_in)
}
