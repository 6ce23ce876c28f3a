import type { FastifyRequest } from 'fastify'
import type { AnyCall, Limit } from '#contract/call'
import type { Clock } from './clock.ts'
import { Refusal } from './refusal.ts'
import { networkOf } from './sign-in-guard.ts'
import { createThrottle, rates } from './throttle.ts'

/** 429 as such clients know it. The browser reads `Retry-After` too. */
export function throttled(seconds: number): Refusal {
  const wait = `${seconds} second${seconds === 1 ? '' : 's'}`
  return new Refusal(
    'throttled',
    429,
    { detail: `リクエストの処理は絞られました。 Expected available in ${wait}.` },
    { 'retry-after': String(seconds) },
  )
}

/** Refuses a request whose caller has used up the limit its call names: by account, else by network address. */
export function requestLimits(clock: Clock): (request: FastifyRequest, call: AnyCall) => void {
  const throttle = createThrottle()
  return (request, call) => {
    if (!call.limit) return
    const taken = throttle.take(`${call.limit} ${callerOf(request, call.limit)}`, {
      ...rates[call.limit],
      now: clock.now(),
    })
    if (!taken.ok) throw throttled(taken.retryAfterSeconds)
  }
}

function callerOf(request: FastifyRequest, limit: Limit): string {
  const { actor } = request
  if (actor.kind === 'customer' || actor.kind === 'business') return `account ${actor.account_id}`
  const network = `network ${networkOf(request.ip)}`
  // Signing in, a device that names itself is counted apart, so that its owner gets through beside a stranger
  // behind the same address. A new name each time gains nothing: the guard of sign-ins knows real devices.
  const device = request.headers['x-okuru-device']
  return limit === 'sign_in' && typeof device === 'string' ? `${network} ${device.slice(0, 64)}` : network
}
