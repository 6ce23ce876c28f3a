import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkMark, plainAddress } from './network.ts'
import type { Tools } from './tools.ts'

/** Everybody on a machine has its own address in common. */
const ownMachine = ['127.0.0.0/8', '::1']

const lists = new WeakMap<readonly string[], BlockList>()

function listOf(networks: readonly string[]): BlockList {
  let list = lists.get(networks)
  if (!list) {
    list = new BlockList()
    for (const network of [...ownMachine, ...networks]) {
      const [address = '', bits] = network.split('/')
      const family = isIPv6(address) ? 'ipv6' : 'ipv4'
      if (bits === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(bits), family)
    }
    lists.set(networks, list)
  }
  return list
}

/**
 * The network of an address as a keyed hash: two can be compared, and no address is kept. Null for networks that say
 * nothing about who uses them: the machine's own, and those named in `OKURU_SHARED_NETWORKS`.
 */
export function sessionNetwork(ip: string, { keys, config }: Pick<Tools, 'keys' | 'config'>): string | null {
  const address = plainAddress(ip)
  if (isIP(address) === 0) return null
  if (listOf(config.sharedNetworks).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  return networkMark(address, keys.mark)
}
