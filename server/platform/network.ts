import { createHmac } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Config } from './config.ts'
import type { Secret } from './keys.ts'

/** Loopback, private networks and shared address space, where our proxies run. */
const nearby = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  nearby.addSubnet(address, bits, 'ipv4')
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')

function isNearby(address: string | undefined): boolean {
  const plain = plainAddress(address ?? '')
  return isIP(plain) !== 0 && nearby.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** Fastify's trust function. A number trusts that many hops; the connecting one must be private, or named by address. */
export function trustedProxies(trust: Config['trustProxy']) {
  if (typeof trust !== 'number') return trust
  return (address: string, hop: number) => hop < trust && (hop > 0 || isNearby(address))
}

/** Strips port, brackets and IPv6 zone; unwraps IPv4-mapped addresses. */
export function plainAddress(ip: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const bare = (bracketed ?? withPort ?? ip).split('%')[0] ?? ''
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}

/** Network for counting: one subscriber has a whole IPv6 /64. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}

export function networkMark(ip: string, key: Secret): string {
  return createHmac('sha256', key)
    .update(`network\0${networkOf(ip)}`, 'utf8')
    .digest('base64url')
    .slice(0, 16)
}
