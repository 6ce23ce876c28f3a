import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThrottle, rates } from './throttle.ts'

const start = Date.parse('2026-11-21T00:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000)
const rate = { limit: 5, windowSeconds: 60 }

describe('throttle', () => {
  test('lets the limit through, then says when to come back, and keeps its word', () => {
    const throttle = createThrottle()
    for (let index = 0; index < 5; index += 1) {
      expect(throttle.take('a', { ...rate, now: at(index) })).toEqual({ ok: true })
    }
    const refused = throttle.take('a', { ...rate, now: at(10) })
    expect(refused.ok).toBe(false)
    const wait = refused.ok ? 0 : refused.retryAfterSeconds
    expect(wait).toBeGreaterThan(50)
    expect(throttle.take('a', { ...rate, now: at(10 + wait - 2) }).ok).toBe(false)
    expect(throttle.take('a', { ...rate, now: at(10 + wait) }).ok).toBe(true)
  })

  test('a refused request does not count: patience always helps', () => {
    const throttle = createThrottle()
    for (let index = 0; index < 500; index += 1) throttle.take('a', { ...rate, now: at(1) })
    expect(throttle.take('a', { ...rate, now: at(80) })).toEqual({ ok: true })
  })

  test('keys do not disturb each other', () => {
    const throttle = createThrottle()
    for (let index = 0; index < 6; index += 1) throttle.take('a', { ...rate, now: at(0) })
    expect(throttle.take('b', { ...rate, now: at(0) })).toEqual({ ok: true })
  })

  test('twice the limit never passes around the edge of a window', () => {
    const throttle = createThrottle()
    let passed = 0
    for (let second = 50; second < 70; second += 1) {
      if (throttle.take('a', { ...rate, now: at(second) }).ok) passed += 1
    }
    expect(passed).toBe(5)
  })

  test('holds at most as many keys as it was told', () => {
    const throttle = createThrottle(2)
    const one = { limit: 1, windowSeconds: 60, now: at(0) }
    for (const key of ['a', 'b', 'c']) throttle.take(key, one)
    expect(throttle.take('c', one).ok).toBe(false)
    expect(throttle.take('a', one).ok).toBe(true)
  })

  test('whoever waits as told is let through, whatever went before', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 8 }), (gaps, limit) => {
        const throttle = createThrottle()
        let now = start
        for (const gap of gaps) {
          now += gap
          const taken = throttle.take('a', { limit, windowSeconds: 30, now: new Date(now) })
          if (taken.ok) continue
          now += taken.retryAfterSeconds * 1000
          expect(throttle.take('a', { limit, windowSeconds: 30, now: new Date(now) })).toEqual({ ok: true })
        }
      }),
      { numRuns: 200 },
    )
  })

  test('every named limit leaves room for people', () => {
    for (const { limit, windowSeconds } of Object.values(rates)) {
      expect((limit / windowSeconds) * 60).toBeGreaterThanOrEqual(6)
    }
  })
})
