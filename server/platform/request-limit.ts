import type { FastifyRequest } from 'fastify'
import type { AnyCall, Limit } from '#contract/call'
import { errors } from '#contract/error'
import type { Clock } from './clock.ts'
import { createLeasedThrottle } from './leased-throttle.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'
import type { SharedThrottle } from './shared-throttle.ts'
import { createThrottle, machineRate, rates, type Taken } from './throttle.ts'

export function throttled(seconds: number): Refusal {
  const wait = `${seconds} second${seconds === 1 ? '' : 's'}`
  return new Refusal(
    'throttled',
    429,
    { detail: `リクエストの処理は絞られました。 Expected available in ${wait}.` },
    { 'retry-after': String(seconds) },
  )
}

export function busy(seconds: number): Refusal {
  const { status, message } = errors.busy
  return new Refusal('busy', status, { detail: message, code: 'busy' }, { 'retry-after': String(seconds) })
}

/** Counted in the database, as are the calls of machines; all others in memory. */
const sharedLimits: ReadonlySet<Limit> = new Set(['sign_in', 'mail', 'money'])

/** Limits by account, else by network. Failed sign-ins are counted by the sign-in guard. */
export function requestLimits(
  clock: Clock,
  shared: SharedThrottle,
): (request: FastifyRequest, call: AnyCall) => Promise<void> | undefined {
  const throttle = createThrottle()
  const takeOfMachine = createLeasedThrottle(shared, machineRate)
  const countCall = (request: FastifyRequest, call: AnyCall): Promise<void> | undefined => {
    const { limit } = call
    if (!limit || (limit === 'sign_in' && request.actor.kind === 'nobody')) return undefined
    // Mails of one purpose must not use up those of another.
    const key = `${limit === 'mail' ? call.route : limit} ${callerOf(request)}`
    if (sharedLimits.has(limit)) return shared.take(key, rates[limit]).then(refuseUnlessTaken)
    refuseUnlessTaken(throttle.take(key, { ...rates[limit], now: clock.now() }))
    return undefined
  }
  return (request, call) => {
    if (request.actor.role !== 'machine') return countCall(request, call)
    const taken = takeOfMachine(`machine ${request.actor.account_id}`)
    if (taken instanceof Promise) return taken.then(refuseUnlessTaken).then(() => countCall(request, call))
    refuseUnlessTaken(taken)
    return countCall(request, call)
  }
}

function refuseUnlessTaken(taken: Taken): void {
  if (!taken.ok) throw throttled(taken.retryAfterSeconds)
}

function callerOf({ actor, ip }: FastifyRequest): string {
  return actor.kind === 'customer' || actor.kind === 'business'
    ? `account ${actor.account_id}`
    : `network ${networkOf(ip)}`
}
