import { gradeBandLabel } from '#contract/codes'
import { rebuildStatistics } from '#server/domains/price-guide/price-guide.service'
import { systemClock } from '#server/platform/clock'
import { inTransaction } from '#server/platform/db'
import { startServer } from './children.ts'
import type { Data } from './data.ts'
import { figure, note } from './figures.ts'
import { percentile } from './load.ts'

/** Below the limit of one visitor's searches a minute. */
const times = 120
const texts = [
  'グッチ',
  'ｸﾞｯﾁ',
  'gucci',
  'コム',
  'ギャルソン',
  'the',
  'イ',
  'ルイ',
  'ノース',
  'zzz',
  'あ',
  'プリーツ',
]

/** What visitors of the top page search: prices of past purchases, and brands. */
export async function benchSearch(data: Data): Promise<void> {
  const begun = performance.now()
  await inTransaction(data.db, (tx) => rebuildStatistics(tx, systemClock.now()))
  note(`figures of past purchases rebuilt in ${Math.round(performance.now() - begun)} ms`)
  const wanted = await searched(data)
  const server = await startServer(data)
  try {
    for (const [name, addresses] of Object.entries(wanted)) {
      const taken: number[] = []
      for (let time = 0; time < times + 10; time++) {
        const start = performance.now()
        const response = await fetch(server.url + addresses[time % addresses.length])
        if (!response.ok) throw new Error(`${response.status} ${response.url}`)
        await response.arrayBuffer()
        if (time >= 10) taken.push(performance.now() - start)
      }
      note(`${name}: p50 ${percentile(taken, 50).toFixed(1)} ms`)
      figure(`${name}, 99th percentile`, percentile(taken, 99), 'ms', { atMost: 20 })
    }
  } finally {
    await server.stop()
  }
}

async function searched({ pool }: Data): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ brand: number; category: number | null }>(
    'select distinct brand_id as brand, category_id as category from price_statistic order by 1, 2 limit 60',
  )
  if (rows.length === 0) throw new Error('the data set has no figures of past purchases')
  const bands = Object.keys(gradeBandLabel)
  return {
    'price search': rows.map(
      ({ brand, category }, place) =>
        `/api/price-guide/?brand=${brand}&category=${category ?? ''}&grade_band=${bands[place % bands.length]}`,
    ),
    'brand search': texts.map((text) => `/api/brand/?q=${encodeURIComponent(text)}&shopOnly=true&size=20`),
  }
}
