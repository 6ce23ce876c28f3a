import { expect, test } from 'vitest'
import { networkOf, trustedProxies } from './network.ts'

test('a network is the /64 of an IPv6 address, or the address itself', () => {
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('a port that a proxy writes does not make another network', () => {
  expect(networkOf('203.0.113.5:51234')).toBe('203.0.113.5')
  expect(networkOf('[2001:db8:1:2::9]:443')).toBe('2001:db8:1:2::/64')
  expect(networkOf('[2001:db8:1:2::9]')).toBe('2001:db8:1:2::/64')
})

test('a number of proxies is believed for that many hops, and only from a connection nearby', () => {
  const one = trustedProxies(1) as (address: string, hop: number) => boolean
  expect(one('127.0.0.1', 0)).toBe(true)
  expect(one('::ffff:10.1.2.3', 0)).toBe(true)
  expect(one('fd00::1', 0)).toBe(true)
  // The last forwarded address is the caller's; what it claims about others is ignored.
  expect(one('203.0.113.5', 1)).toBe(false)
  expect(one('127.0.0.1', 1)).toBe(false)
  // A caller from outside is not the proxy.
  expect(one('203.0.113.5', 0)).toBe(false)
  expect(one('2001:db8::1', 0)).toBe(false)
  const two = trustedProxies(2) as (address: string, hop: number) => boolean
  expect([two('10.0.0.1', 0), two('203.0.113.9', 1), two('203.0.113.5', 2)]).toEqual([true, true, false])
  expect(trustedProxies(['10.0.0.0/8'])).toEqual(['10.0.0.0/8'])
  expect(trustedProxies(false)).toBe(false)
})
