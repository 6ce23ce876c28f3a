import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWebhook } from '#server/domains/webhook/webhook.factory'
import { startServer } from './children.ts'
import { busiestAdministrator, type Data } from './data.ts'
import { figure, note } from './figures.ts'
import { percentile } from './load.ts'

const events = 6_000
const longest = 120_000

/** Events of one transaction to two receivers on this machine, sent by the jobs of a server. */
export async function benchWebhooks(data: Data): Promise<void> {
  const server = await startServer(data, { OKURU_WEBHOOK_NETWORKS: '127.0.0.0/8' })
  const receiver = await startReceiver()
  const endpoints: number[] = []
  try {
    const { account, company } = await busiestAdministrator(data)
    const { rows } = await data.pool.query<{ id: number }>(
      'select id from business_user where account_id = $1',
      [account],
    )
    const of = { company_id: company, created_by: rows[0]?.id as number, events: ['request.moved'] }
    for (const path of ['one', 'other'])
      endpoints.push((await makeWebhook(data.db, data.tools, { ...of, url: `${receiver.url}/${path}` })).id)
    await deliver(data, company, 200)
    await receiver.until(400)
    const begun = performance.now()
    await deliver(data, company, events / 2)
    note(`${events} deliveries written in ${Math.round(performance.now() - begun)} ms`)
    await receiver.until(400 + events)
    const took = (performance.now() - begun) / 1000
    figure('webhooks sent a second', events / took, '/s', { atLeast: 200 })
    const times = receiver.gaps()
    note(
      `between two arrivals: ${percentile(times, 99).toFixed(1)} ms (99th percentile); ${await states(data, endpoints)}`,
    )
  } finally {
    await data.pool.query('delete from webhook_endpoint where id = any($1::bigint[])', [endpoints])
    await receiver.close()
    await server.stop()
  }
}

/** As the triggers write them. */
async function deliver({ pool }: Data, company: number, count: number): Promise<void> {
  await pool.query(
    `select add_webhooks(array(
      select row($1::bigint, 'request.moved', jsonb_build_object('request', n, 'shop', 1, 'from_status', 0, 'to_status', 1), now())::webhook_event
      from generate_series(1, $2::int) n))`,
    [company, count],
  )
}

async function states({ pool }: Data, endpoints: readonly number[]): Promise<string> {
  await sleep(500)
  const { rows } = await pool.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from webhook_delivery where endpoint_id = any($1::bigint[]) group by 1',
    [endpoints],
  )
  return rows.map(({ state, n }) => `${n} ${state}`).join(', ')
}

async function startReceiver() {
  const arrivals: number[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrivals.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gaps: () => arrivals.slice(401).map((at, place) => at - (arrivals[place + 400] as number)),
    async until(count: number) {
      for (const begun = performance.now(); arrivals.length < count; await sleep(5))
        if (performance.now() - begun > longest)
          throw new Error(`only ${arrivals.length} of ${count} arrived`)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
