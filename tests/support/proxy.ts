import { connect, createServer, type Socket } from 'node:net'

/** TCP proxy that can cut or silence a database connection. */
export interface TcpProxy {
  url: string
  /** Drops all data without closing; accepts new connections but never responds. */
  silence: () => void
  /** Ends the silence; dropped data stays lost. */
  restore: () => void
  cut: () => void
  /** Refuses new connections and closes existing ones. */
  close: () => Promise<void>
  open: () => Promise<void>
}

export async function proxyTo(url: string): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isSilent = false
  let port = 0
  let server = createServer()

  const take = (client: Socket) => {
    if (isSilent) {
      pairs.add([client, client])
      return client.on('error', () => undefined)
    }
    const upstream = connect(target(url))
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (chunk) => {
        if (!isSilent) to.write(chunk)
      })
      from.on('error', end)
      // While silent, closing one side is not forwarded.
      from.on('close', () => {
        if (!isSilent) end()
      })
    }
    return client
  }
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer(take).once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        port = typeof address === 'object' && address ? address.port : 0
        resolve()
      })
    })
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy()
      upstream.destroy()
    }
    pairs.clear()
  }
  await open()
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return {
    url: through.toString(),
    silence: () => {
      isSilent = true
    },
    restore: () => {
      isSilent = false
    },
    cut,
    open,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      cut()
      await closed
    },
  }
}

function target(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  const number = Number(port) || 5432
  return folder ? { path: `${folder}/.s.PGSQL.${number}` } : { host: hostname, port: number }
}
