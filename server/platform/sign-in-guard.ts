import { networkOf } from './network.ts'
import type { SharedThrottle } from './shared-throttle.ts'
import { type Rate, rates, type Taken } from './throttle.ts'

export interface SignInTry {
  address: string
  ip: string
  /** Only a device that has signed in to the account before. */
  device?: string | undefined
  /** Present when a mailed code was sent: whether it is right. */
  isRightCode?: (() => Promise<boolean>) | undefined
}

/** Counts as wrong until `right` is called, so that parallel tries cannot slip by. */
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
  /** For a known device: its own limit, and no code required. */
  admitDevice(who: { address: string; device: string }): Promise<MayTry | Wait>
  forgetTries(address: string): Promise<void>
  isGuarded(address: string): Promise<boolean>
}

export interface SignInGuards {
  guard: SignInGuard
  throttle: SharedThrottle
}

/** Per account and network. A known device has its own limit. */
export const triesOnOneAccount: Rate = { limit: 20, windowSeconds: 300 }
/** Per network, over all accounts. A shop's staff may share one. */
export const wrongTriesFromOneAddress: Rate = { limit: 60, windowSeconds: 300 }
/** Per account over all networks, without known devices. */
export const wrongTriesOnOneAccount: Rate = { limit: 30, windowSeconds: 86_400 }
const wrongTriesOfOneDevice: Rate = { limit: 100, windowSeconds: 86_400 }
const wrongCodes: Rate = { limit: 5, windowSeconds: 1800 }

const accountKey = (address: string) => `sign_in account ${address}`

/** Limits failed sign-ins. Over the limit unknown devices need a mailed code, so strangers cannot lock the owner out. */
export function createSignInGuard(throttle: SharedThrottle): SignInGuard {
  const takeAll = async (counted: readonly [string, Rate][]): Promise<MayTry | Wait> => {
    const taken: string[] = []
    const right = async () => {
      for (const key of taken) await throttle.giveBack(key)
    }
    for (const [key, rate] of counted) {
      const one = await throttle.take(key, rate)
      if (one.ok) {
        taken.push(key)
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

export function takeSignIn(
  throttle: SharedThrottle,
  { ip, device }: Pick<SignInTry, 'ip' | 'device'>,
): Promise<Taken> {
  const key = device ? `sign_in any device ${device}` : `sign_in any network ${networkOf(ip)}`
  return throttle.take(key, rates.sign_in)
}
