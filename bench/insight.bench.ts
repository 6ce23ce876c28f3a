import { addDays, tokyoDate } from '#contract/day'
import { startServer } from './children.ts'
import { busiestStaff, type Data, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { median, percentile, responseTimes } from './load.ts'

const times = 24
const seconds = 4
const figures = ['lead-time', 'acceptance', 'purchases', 'price-spread', 'past-gap']

/** The first page of the morning under load, and each figure of thirty days for the busiest dealer. */
export async function benchInsight(data: Data): Promise<void> {
  const headers = await signIn(data, await busiestStaff(data))
  // Rows written by a migration have not been vacuumed yet.
  await data.pool.query('vacuum analyze published_request, published_item, offer_outcome, purchase_item')
  const server = await startServer(data)
  try {
    const today = `${server.url}/api/biz/today/`
    await responseTimes(today, headers, 2)
    const taken = await responseTimes(today, headers, seconds)
    note(`today board: p50 ${median(taken).toFixed(0)} ms at 20 connections`)
    figure('today board, 95th percentile at 20 connections', percentile(taken, 95), 'ms', { atMost: 150 })
    const day = (before: number) => addDays(tokyoDate(Date.now()), -before)
    for (const name of figures) {
      const url = `${server.url}/api/biz/insight/${name}/?date_from=${day(30)}&date_to=${day(1)}`
      const taken: number[] = []
      for (let time = 0; time < times + 4; time++) {
        const start = performance.now()
        const response = await fetch(url, { headers })
        if (!response.ok) throw new Error(`${response.status} ${url}`)
        const { n, item_count } = (await response.json()) as { n?: number; item_count?: number }
        if (time === 0) note(`${name}: ${(n ?? item_count)?.toLocaleString('en')} rows`)
        if (time >= 4) taken.push(performance.now() - start)
      }
      figure(`${name} of 30 days, 95th percentile`, percentile(taken, 95), 'ms', { atMost: 150 })
    }
  } finally {
    await server.stop()
  }
}
