import { describe, expect, test } from 'vitest'
import { mostTries } from '#contract/webhook'
import { bodyOf, errorText, isOver, newSecret, pauseAfter, signedHeaders } from './webhook.rules.ts'

test('the signature is that of the example of Standard Webhooks', () => {
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('two secrets sign one after the other', () => {
  const message = { id: 'msg_1', at: new Date(0), body: '{}' }
  const [one, other] = [newSecret(), newSecret()]
  const both = signedHeaders(message, [one, other])['webhook-signature']
  expect(both?.split(' ')).toEqual([
    signedHeaders(message, [one])['webhook-signature'],
    signedHeaders(message, [other])['webhook-signature'],
  ])
})

describe('tries', () => {
  const pauses = Array.from({ length: mostTries - 1 }, (_, tried) => pauseAfter(tried + 1) ?? 0)

  test('grow apart over three days, and end', () => {
    const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    expect(pauseAfter(mostTries)).toBeNull()
  })

  test('an endpoint is over after as long', () => {
    const since = new Date('2026-11-21T10:00:00Z')
    expect(isOver(since, new Date('2026-11-24T09:59:59Z'))).toBe(false)
    expect(isOver(since, new Date('2026-11-24T10:00:00Z'))).toBe(true)
  })
})

test('what is sent is small', () => {
  const body = bodyOf({
    event_type: 'request.moved',
    happened_at: '2026-11-24T10:00:00+09:00',
    data: { request: 1 },
  })
  expect(JSON.parse(body)).toEqual({
    type: 'request.moved',
    timestamp: '2026-11-24T10:00:00+09:00',
    data: { request: 1 },
  })
})

test('every failure has words', () => {
  expect([200, 302, 500, 'timeout' as const].map(errorText)).toEqual([
    '',
    '別のアドレスへの転送(302)は使えません。',
    '応答が 500 でした。',
    '10秒以内に応答がありませんでした。',
  ])
})
