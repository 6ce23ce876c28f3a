import { expect, test } from 'vitest'
import { createSignInGuard, networkOf, wrongTriesFromOneAddress } from './sign-in-guard.ts'
import { triesOnOneAccount } from './throttle.ts'

const now = new Date('2026-11-24T01:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('wrong tries on one account from one network stop soon, and only there', () => {
  const guard = createSignInGuard()
  const stranger = { address: 'customer hanako@example.jp', ip: '203.0.113.5', now }
  for (let index = 0; index < triesOnOneAccount.limit; index += 1) {
    expect(guard.admit(stranger).ok).toBe(true)
  }
  const refused = guard.admit(stranger)
  expect(refused).toEqual({ ok: false, retryAfterSeconds: triesOnOneAccount.windowSeconds })
  expect(guard.admit({ ...stranger, ip: '198.51.100.7' }).ok).toBe(true)
  expect(guard.admit({ ...stranger, address: 'customer taro@example.jp' }).ok).toBe(true)
  expect(guard.admit({ ...stranger, now: later(triesOnOneAccount.windowSeconds) }).ok).toBe(true)
})

test('one network trying many accounts stops, a known device behind it does not', () => {
  const guard = createSignInGuard()
  const ip = '203.0.113.5'
  for (let index = 0; index < wrongTriesFromOneAddress.limit; index += 1) {
    guard.admit({ address: `customer victim${index}@example.jp`, ip, now })
  }
  expect(guard.admit({ address: 'customer hanako@example.jp', ip, now }).ok).toBe(false)
  expect(guard.admit({ address: 'customer hanako@example.jp', ip, device: 'known', now }).ok).toBe(true)
})

test('a known device has tries of its own, and they end too', () => {
  const guard = createSignInGuard()
  const device = { address: 'customer hanako@example.jp', ip: '203.0.113.5', device: 'known', now }
  for (let index = 0; index < triesOnOneAccount.limit; index += 1) guard.admit(device)
  expect(guard.admit(device).ok).toBe(false)
})

test('right passwords do not count', () => {
  const guard = createSignInGuard()
  for (let index = 0; index < 500; index += 1) {
    const admitted = guard.admit({ address: 'business a@example.jp', ip: '203.0.113.5', now })
    expect(admitted.ok).toBe(true)
    if (admitted.ok) admitted.try.right()
  }
})

test('parallel tries are counted before any of them is judged', () => {
  const guard = createSignInGuard()
  const admitted = Array.from({ length: 200 }, () =>
    guard.admit({ address: 'customer a@example.jp', ip: '203.0.113.5', now }),
  ).filter((one) => one.ok)
  expect(admitted).toHaveLength(triesOnOneAccount.limit)
})

test('a network is the /64 of an IPv6 address, or the address itself', () => {
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
