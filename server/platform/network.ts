import { createHmac } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Config } from './config.ts'
import type { Secret } from './keys.ts'

/** Where a proxy of ours stands: this machine, a private network, or the shared space of a carrier or cloud. */
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

/**
 * Which forwarded addresses to trust, in Fastify's form. A number trusts that many hops; what the caller wrote itself
 * comes before them. Hop 0, the connection, must come from this machine or a private network: a proxy elsewhere has to
 * be named by its address.
 */
export function trustedProxies(trust: Config['trustProxy']) {
  if (typeof trust !== 'number') return trust
  return (address: string, hop: number) => hop < trust && (hop > 0 || isNearby(address))
}

/** Without the port and brackets some proxies write, the zone of IPv6, and its spelling of an IPv4 address. */
export function plainAddress(ip: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(ip) ?? []
  const bare = (bracketed ?? withPort ?? ip).split('%')[0] ?? ''
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}

/** The network a caller is counted by. Whoever has one address of IPv6 has a whole /64 of them. */
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

/** A network as logs and counters name it: the same one looks the same, and nobody reads an address out of it. */
export function networkMark(ip: string, key: Secret): string {
  return createHmac('sha256', key)
    .update(`network\0${networkOf(ip)}`, 'utf8')
    .digest('base64url')
    .slice(0, 16)
}
