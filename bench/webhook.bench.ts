import { createHmac, randomBytes } from 'node:crypto'
import { startServer } from './children.ts'
import type { Data } from './data.ts'
import { figure, note } from './figures.ts'
import { type Post, percentile, steady } from './load.ts'

const secret = 'the secret of a channel for measuring'
/** No call goes out: the events are of people who block the account. */
const env = {
  OKURU_LINE_CHANNEL_SECRET: secret,
  OKURU_LINE_CHANNEL_TOKEN: 'unused',
  OKURU_LINE_BASIC_ID: '@bench',
  OKURU_LINE_API_URL: 'http://127.0.0.1:9',
}
const path = '/api/ekyc/line/webhook/'
const mark = 'bench-'
const offered = 600
const seconds = 8

/** New events of LINE at a steady rate, each taken in once and handled by the same process. */
export async function benchWebhook(data: Data): Promise<void> {
  const server = await startServer(data, env)
  const send = (seconds: number) => steady(server.url + path, { rate: offered, seconds, next: signed })
  try {
    await send(2)
    const { taken, failed, latencies } = await send(seconds)
    const { rows } = await data.pool.query(
      'select count(*)::int as n from line_event where done_at is not null',
    )
    note(`webhook: ${Math.round(taken)} events/s taken, ${rows[0].n} handled meanwhile`)
    figure('webhook events taken a second', taken, '/s', { atLeast: 500 })
    figure('webhook, 99th percentile', percentile(latencies, 99), 'ms', { atMost: 50 })
    figure('webhook, failed requests', failed, '', { atMost: 0 })
  } finally {
    await server.stop()
    await clear(data)
  }
}

function signed(): Post {
  const id = randomBytes(13).toString('hex')
  const event = {
    type: 'unfollow',
    mode: 'active',
    webhookEventId: `${mark}${id}`,
    timestamp: Date.now(),
    source: { type: 'user', userId: `${mark}${id}` },
  }
  const body = JSON.stringify({ destination: 'U0', events: [event] })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return { body, headers: { 'content-type': 'application/json', 'x-line-signature': signature } }
}

async function clear({ pool }: Data): Promise<void> {
  await pool.query(`delete from line_event where id like '${mark}%'`)
  await pool.query(`delete from line_user where line_user_id like '${mark}%'`)
}
