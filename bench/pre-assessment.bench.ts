import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from './children.ts'
import { busiestAdministrator, type Data, type Staff, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { latency, percentile, responseTimes } from './load.ts'

const templates = 1_000_000
const rows = 100_000
const articles = 20
const seconds = 2

/** A million price templates of one dealer: naming prices, their list, and a file of a hundred thousand. */
export async function benchPreAssessment(data: Data): Promise<void> {
  const staff = await busiestAdministrator(data)
  await fill(data, staff)
  const headers = await signIn(data, staff)
  const server = await startServer(data)
  try {
    await latency(`${server.url}/api/pre-assessment/price-templates/`, headers, 20)
    const named = await priceTimes(
      `${server.url}/api/pre-assessment/prices/`,
      headers,
      await sample(data, staff),
    )
    figure(`price of ${articles} articles, 95th percentile`, percentile(named, 95), 'ms', { atMost: 50 })
    await listTimes(data, staff, `${server.url}/api/pre-assessment/price-templates/`, headers)
    await uploadTime(data, staff, `${server.url}/api/pre-assessment/`, headers)
  } finally {
    await server.stop()
  }
}

/** Once: brands × categories × conditions × sizes, as a chain would have them. */
async function fill({ pool }: Data, { company }: Staff): Promise<void> {
  await pool.query(
    `insert into pre_assessment_status (company_id, name, grade_band, sort, factor_permille)
     select $1, name, band, place, 1000 from unnest(array['新品同様', '美品', '良品', '使用感あり', '難あり'],
       array['S', 'A', 'B', 'C', 'D']) with ordinality as s(name, band, place)
     on conflict do nothing`,
    [company],
  )
  const { rows: known } = await pool.query(
    'select count(*)::int as n from price_template where company_id = $1',
    [company],
  )
  const missing = templates - known[0].n
  if (missing <= 0) return
  note(`making ${missing.toLocaleString('en')} price templates, once`)
  await pool.query(
    `insert into price_template (company_id, brand_id, category_id, status_id, attributes, match_key, base, band_permille,
       valid_from, created_at)
     select $1, b.id, c.id, s.id, jsonb_build_object('号', n), '[' || b.id || ',null,' || c.id || ',null,' || s.id || ',null,{"号":' || n || '}]',
       1000 + (b.id * 7 + c.id * 13 + n) % 90000, 150, '2026-01-01', now()
     from (select id from brand where merged_into is null order by id limit 200) b, item_category c,
       (select id from pre_assessment_status where company_id = $1) s, generate_series(1, 400) n
     limit $2 on conflict do nothing`,
    [company, missing],
  )
  await pool.query('analyze price_template')
}

async function sample({ pool }: Data, { company }: Staff): Promise<string[]> {
  const { rows: found } = await pool.query<{
    brand: number
    category: number
    condition: number
    attributes: object
  }>(
    `select brand_id as brand, category_id as category, status_id as condition, attributes
     from price_template tablesample system (1) where company_id = $1 and replaced_at is null limit 2000`,
    [company],
  )
  const bodies: string[] = []
  for (let from = 0; from + articles <= found.length; from += articles)
    bodies.push(JSON.stringify({ articles: found.slice(from, from + articles) }))
  return bodies
}

async function priceTimes(
  url: string,
  headers: Record<string, string>,
  bodies: readonly string[],
): Promise<number[]> {
  const times: number[] = []
  for (const body of [...bodies.slice(0, 20), ...bodies]) {
    const start = performance.now()
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (!response.ok) throw new Error(`${response.status} ${url} ${await response.text()}`)
    await response.arrayBuffer()
    times.push(performance.now() - start)
  }
  return times.slice(20)
}

async function listTimes(
  { pool }: Data,
  { company }: Staff,
  url: string,
  headers: Record<string, string>,
): Promise<void> {
  const { rows: some } = await pool.query<{ brand: number; category: number; condition: number }>(
    `select brand_id as brand, category_id as category, status_id as condition from price_template
     where company_id = $1 and replaced_at is null limit 1`,
    [company],
  )
  const { brand, category, condition } = some[0] ?? { brand: 0, category: 0, condition: 0 }
  const searches = [
    '',
    'page=last',
    'ordering=base&page=400',
    `brand=${brand}`,
    `brand=${brand}&category=${category}&condition=${condition}`,
    `category=${category}`,
    `condition=${condition}&page=last`,
    'on=2026-11-24',
    'is_drifting=true',
    'is_replaced=true',
  ]
  const slowest = { search: '', p95: 0 }
  for (const search of searches) {
    await latency(`${url}?${search}`, headers, 3)
    const p95 = percentile(await responseTimes(`${url}?${search}`, headers, seconds), 95)
    if (p95 > 100) note(`${p95} ms: ${search || 'without a filter'}`)
    if (p95 > slowest.p95) Object.assign(slowest, { search, p95 })
  }
  figure(`list of templates, slowest of ${searches.length}, 95th percentile`, slowest.p95, 'ms', {
    atMost: 100,
  })
}

/** As a page does: sent, then followed. What it wrote is taken away again. */
async function uploadTime(
  { pool }: Data,
  { company }: Staff,
  url: string,
  headers: Record<string, string>,
): Promise<void> {
  const { rows: names } = await pool.query<{ name: string }>(
    'select name from brand where merged_into is null order by id limit 10',
  )
  const lines = Array.from(
    { length: rows },
    (_, n) => `${names[n % names.length]?.name},枠=${n},${5000 + n},15,2027-01-01`,
  )
  const csv = ['ブランド名,属性,基準額,幅(%),適用開始', ...lines].join('\n')
  const start = performance.now()
  const sent = await fetch(`${url}price-templates/csv-upload/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ csv }),
  })
  let upload = await sent.json()
  if (!sent.ok) throw new Error(`${sent.status} ${JSON.stringify(upload)}`)
  while (['waiting', 'running'].includes(upload.state)) {
    await sleep(100)
    upload = await (await fetch(`${url}uploads/${upload.id}/`, { headers })).json()
  }
  const took = (performance.now() - start) / 1000
  if (upload.state !== 'done' || upload.created !== rows)
    throw new Error(JSON.stringify(upload).slice(0, 2000))
  figure(`file of ${rows.toLocaleString('en')} templates`, took, 's', { atMost: 20 })
  await pool.query(`delete from price_template where company_id = $1 and attributes ? '枠'`, [company])
  await pool.query('vacuum analyze price_template')
}
