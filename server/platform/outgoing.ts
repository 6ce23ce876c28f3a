import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { plainAddress } from './network.ts'

/** Addresses that no server of somebody else on the internet has. */
const inside = listsOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/8',
  '64:ff9b::/32',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
])

/** One for each family: a list of both takes an IPv4 address for the IPv6 address that stands for it. */
type Lists = Readonly<Record<'ipv4' | 'ipv6', BlockList>>

function listsOf(networks: readonly string[]): Lists {
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) lists[family].addAddress(address, family)
    else lists[family].addSubnet(address, Number(bits), family)
  }
  return lists
}

function familyOf(address: string): keyof Lists {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

function isIn(lists: Lists, address: string): boolean {
  const plain = plainAddress(address)
  const family = familyOf(plain)
  return lists[family].check(plain, family)
}

export type OutgoingProblem = 'address' | 'name' | 'timeout' | 'unreachable' | 'certificate'

/** Says nothing of the response, which may be anybody's. */
export class OutgoingError extends Error {
  readonly problem: OutgoingProblem
  constructor(problem: OutgoingProblem) {
    super(`an outgoing request failed: ${problem}`)
    this.name = 'OutgoingError'
    this.problem = problem
  }
}

export interface Outgoing {
  /** Why an address as it was entered is refused, or null. A name is looked up only when something is sent. */
  refusalOf(url: string): 'form' | 'https' | 'address' | null
  /** Resolves with the status of the response, whatever it is. Redirects are not followed. */
  post(request: OutgoingRequest): Promise<number>
  close(): void
}

export interface OutgoingRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

interface Options {
  /** Networks that may be reached although they are not public, and without TLS: for a receiver of the own house. */
  networks: readonly string[]
  timeout?: number
}

/** More of a response is not read. */
const mostRead = 16_384
const longestWait = 10_000

/**
 * For addresses that users give. Each connection goes to an address that was checked after the name was looked up, so a name
 * that leads elsewhere the second time leads nowhere.
 */
export function createOutgoing({ networks, timeout = longestWait }: Options): Outgoing {
  const own = listsOf(networks)
  const isOpen = (address: string): boolean => isIn(own, address) || !isIn(inside, address)
  const pinned: LookupFunction = (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(new OutgoingError('name'), '', 0)
      // All of them: which one is taken is not ours to say.
      if (found.length === 0 || !found.every(({ address }) => isOpen(address)))
        return done(new OutgoingError('address'), '', 0)
      if (options.all) return (done as unknown as (error: null, all: typeof found) => void)(null, found)
      const [{ address, family }] = found as [(typeof found)[number]]
      done(null, address, family)
    })
  }
  const agentOptions = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, timeout: 30_000, lookup: pinned }
  const agents = { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) }

  const refusalOf = (text: string) => {
    const url = parsed(text)
    if (!url) return 'form'
    const host = hostOf(url)
    const isOwn = isIP(host) !== 0 && isIn(own, host)
    if (isIP(host) !== 0 ? !isOpen(host) : networks.length === 0 && isLocalName(host)) return 'address'
    return url.protocol === 'https:' || isOwn ? null : 'https'
  }

  return {
    refusalOf,
    async post({ url: text, headers, body }) {
      const url = parsed(text)
      // Connections to a literal address are made without a lookup.
      if (!url || refusalOf(text) !== null) throw new OutgoingError('address')
      const isPlain = url.protocol === 'http:'
      return send(isPlain ? http : https, url, {
        agent: isPlain ? agents.http : agents.https,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        body,
        timeout,
      })
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

interface Sending {
  agent: http.Agent
  headers: http.OutgoingHttpHeaders
  body: string
  timeout: number
}

function send(via: typeof http | typeof https, url: URL, sending: Sending): Promise<number> {
  const { agent, headers, body, timeout } = sending
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => request.destroy(new OutgoingError('timeout')), timeout)
    const settle = (act: () => void) => {
      clearTimeout(late)
      act()
    }
    const request = via.request(url, { method: 'POST', agent, headers }, (response) => {
      let read = 0
      const status = response.statusCode ?? 0
      const done = () => settle(() => resolve(status))
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        // The status is known; the connection is not worth the rest.
        if (read > mostRead) response.destroy()
      })
      response.on('close', done)
      response.on('error', done)
    })
    request.on('error', (error) => settle(() => reject(asOutgoing(error))))
    request.end(body)
  })
}

function asOutgoing(error: Error): OutgoingError {
  if (error instanceof OutgoingError) return error
  const code = 'code' in error ? String(error.code) : ''
  return new OutgoingError(/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'unreachable')
}

function parsed(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return url.username === '' && url.password === '' && url.hash === '' && url.hostname !== '' ? url : null
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)\.?$/i.test(host)
