import type { Statement } from './bare.ts'
import { capture } from './capture.ts'
import { type Child, startBare, startServer } from './children.ts'
import { busiestStaff, type Data, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { inTurns, latency, load } from './load.ts'

const list = '/api/biz/purchase_requests/?status=11&ordering=-id'
const pageOfIds = /from unnest\(\$1::bigint\[\]\) as page\(id\)/
const rounds = 3
const seconds = 4

/** A shop's list and one request, against a server that only sends the same rows. */
export async function benchRequests(data: Data): Promise<void> {
  const headers = await signIn(data, await busiestStaff(data))
  const listed = await capture(data, list, headers)
  const { count, results } = listed.body as { count: number; results: { id: number }[] }
  note(`${list}: ${results.length} of ${count} rows, ${listed.statements.length} statements`)
  const detail = `/api/biz/purchase_requests/${await busyRequest(data, results)}/`
  const shown = await capture(data, detail, headers)
  const bare = await startBare(data, {
    '/list': [rowsStatement((await capture(data, `${list}&page=2`, headers)).statements)],
    '/detail': shown.statements.map(plain),
  })
  const server = await startServer(data)
  try {
    await warmUp(server, bare, detail, headers)
    await compareList(server, bare, headers)
    await compareDetail(server, bare, detail, headers, shown.statements.length)
    await farPages(server, headers, count)
    const memory = { ours: await server.memory(), bare: await bare.memory() }
    note(`memory after the run: ${Math.round(memory.ours)} MB, bare ${Math.round(memory.bare)} MB`)
    figure('memory after the run / bare server', memory.ours / memory.bare, '×', { atMost: 2 })
  } finally {
    await server.stop()
    await bare.stop()
  }
}

async function busyRequest({ pool }: Data, results: { id: number }[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select r.id from unnest($1::bigint[]) as r(id)
     order by (select count(*) from purchase_item i where i.request_id = r.id) desc, r.id desc limit 1`,
    [results.map((row) => row.id)],
  )
  return rows[0]?.id ?? 0
}

const plain = ({ text, values }: Statement): Statement => ({ text, values })

/** The rows of a page whose requests are known, as they are from the second reader on: without count and order. */
function rowsStatement(statements: readonly Statement[]): Statement {
  const [reading, ...others] = statements.filter(({ text }) => pageOfIds.test(text))
  if (!reading || others.length > 0) throw new Error('the list reads the rows of a page otherwise')
  return plain(reading)
}

async function warmUp(
  server: Child,
  bare: Child,
  detail: string,
  headers: Record<string, string>,
): Promise<void> {
  await load(server.url + list, headers, 2)
  await load(server.url + detail, headers, 2)
  await load(`${bare.url}/list`, {}, 2)
  await load(`${bare.url}/detail`, {}, 2)
}

async function compareList(server: Child, bare: Child, headers: Record<string, string>): Promise<void> {
  const { ours, theirs } = await inTurns(
    rounds,
    () => load(server.url + list, headers, seconds),
    () => load(`${bare.url}/list`, {}, seconds),
  )
  note(
    `list: ${Math.round(ours.requestsPerSecond)} requests/s, bare ${Math.round(theirs.requestsPerSecond)}; p50 ${ours.p50} and ${theirs.p50} ms, p99 ${ours.p99} and ${theirs.p99} ms`,
  )
  figure(
    'request list / bare server, requests a second',
    ours.requestsPerSecond / theirs.requestsPerSecond,
    '×',
    {
      atLeast: 0.75,
    },
  )
  figure('request list / bare server, 99th percentile', ours.p99 / theirs.p99, '×', { atMost: 3 })
  figure('request list, failed requests', ours.errors + theirs.errors, '', { atMost: 0 })
}

async function compareDetail(
  server: Child,
  bare: Child,
  detail: string,
  headers: Record<string, string>,
  statements: number,
): Promise<void> {
  const { ours, theirs } = await inTurns(
    rounds,
    () => load(server.url + detail, headers, seconds),
    () => load(`${bare.url}/detail`, {}, seconds),
  )
  note(
    `one request: ${Math.round(ours.requestsPerSecond)} requests/s, bare ${Math.round(theirs.requestsPerSecond)}; p99 ${ours.p99} ms`,
  )
  figure(
    'one request / bare server, requests a second',
    ours.requestsPerSecond / theirs.requestsPerSecond,
    '×',
    {
      atLeast: 0.7,
    },
  )
  figure('one request, database statements', statements, '', { atMost: 4 })
  figure('one request, failed requests', ours.errors + theirs.errors, '', { atMost: 0 })
}

async function farPages(server: Child, headers: Record<string, string>, count: number): Promise<void> {
  const name = encodeURIComponent('佐藤')
  const places = [
    ['page at offset 5,000 / first page', `${server.url}${list}&page=101`],
    ['last page / first page', `${server.url}${list}&page=last`],
    ['last page of all requests / first page', `${server.url}/api/biz/purchase_requests/?page=last`],
    ['two-letter search / first page', `${server.url}/api/biz/purchase_requests/?customer_name=${name}`],
    ['two-letter search by status / first page', `${server.url}${list}&customer_name=${name}`],
  ] as const
  for (const [label, url] of places) {
    if (url.endsWith('page=101') && count <= 5000) {
      note(`only ${count} rows: ${label} left out`)
      continue
    }
    await latency(url, headers, 10)
    const [first, there] = await alternating(`${server.url}${list}`, url, headers)
    figure(label, there / first, '×', { atMost: 3 })
  }
}

/** Alternates both; in milliseconds. */
async function alternating(
  one: string,
  other: string,
  headers: Record<string, string>,
): Promise<[number, number]> {
  const taken: [number, number][] = []
  for (let round = 0; round < 5; round++) {
    taken.push([await latency(one, headers, 15), await latency(other, headers, 15)])
  }
  return [Math.min(...taken.map(([a]) => a)), Math.min(...taken.map(([, b]) => b))]
}
