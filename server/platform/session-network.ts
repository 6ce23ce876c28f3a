import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkMark, plainAddress } from './network.ts'
import type { Tools } from './tools.ts'

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

/** Null for loopback and shared networks (`OKURU_SHARED_NETWORKS`). */
export function sessionNetwork(ip: string, { keys, config }: Pick<Tools, 'keys' | 'config'>): string | null {
  const address = plainAddress(ip)
  if (isIP(address) === 0) return null
  if (listOf(config.sharedNetworks).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  return networkMark(address, keys.mark)
}
