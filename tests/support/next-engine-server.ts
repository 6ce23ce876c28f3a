import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { NextEngineConfig } from '#server/platform/next-engine'

type Row = Record<string, string>
type Fault = (
  path: string,
  response: ServerResponse,
  fields: URLSearchParams,
) => boolean | undefined | Promise<boolean | undefined>

interface Pair {
  access: string
  refresh: string
  accessUntil: number
  refreshUntil: number
}

interface House {
  id: string
  name: string
  pair: Pair | undefined
  goods: Map<string, Row>
  orders: Row[]
  queue: { que_id: string; rows: Row[]; que_status_id: string; que_message: string }[]
}

const hour = 3_600_000
const random = () => randomBytes(24).toString('hex')
const tokyo = (at: number) =>
  new Date(at + 9 * hour)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')

/** Next Engine as it is documented: rotating tokens, text everywhere, uploads through a queue. */
export async function startNextEngineServer(now: () => Date) {
  const [clientId, clientSecret] = ['okuru-client', 'the secret of the client']
  const houses = new Map<string, House>()
  const states = new Map<string, { uid: string; house: string; until: number }>()
  const calls: { path: string; fields: Row }[] = []
  const asking = new Map<string, number>()
  const problems: string[] = []
  let fault: Fault | undefined
  let refusalOf: (row: Row) => string | undefined = () => undefined
  /** How often a poll finds the queue still at work. */
  let polls = 0
  let queued = 0

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const fields = new URLSearchParams(Buffer.concat(chunks).toString())
    const path = request.url ?? ''
    calls.push({ path, fields: Object.fromEntries(fields) })
    if (!isForm(request)) problems.push(`${path} is no form`)
    const pair = fields.get('access_token') ?? ''
    asking.set(pair, (asking.get(pair) ?? 0) + 1)
    if (pair !== '' && (asking.get(pair) ?? 0) > 1) problems.push(`${path} with tokens that are in use`)
    try {
      if (await fault?.(path, response, fields)) return
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(path === '/api_neauth' ? authenticate(fields) : withTokens(path, fields)))
    } finally {
      asking.set(pair, (asking.get(pair) ?? 1) - 1)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const isForm = (request: IncomingMessage) =>
    request.method === 'POST' &&
    String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')

  function freshPair(): Pair {
    const at = now().getTime()
    return { access: random(), refresh: random(), accessUntil: at + 24 * hour, refreshUntil: at + 72 * hour }
  }

  const shown = ({ access, refresh, accessUntil, refreshUntil }: Pair) => ({
    access_token: access,
    access_token_end_date: tokyo(accessUntil),
    refresh_token: refresh,
    refresh_token_end_date: tokyo(refreshUntil),
  })
  const refused = (code: string, message: string) => ({ result: 'error', code, message })

  function authenticate(fields: URLSearchParams) {
    const known = states.get(fields.get('state') ?? '')
    states.delete(fields.get('state') ?? '')
    if (fields.get('client_id') !== clientId || fields.get('client_secret') !== clientSecret)
      return refused('001003', 'client_secretが不正です。')
    if (!known || known.uid !== fields.get('uid') || known.until < now().getTime())
      return refused('001007', 'stateが不正です。')
    const house = houseOf(known.house)
    house.pair = freshPair()
    return {
      result: 'success',
      ...shown(house.pair),
      company_ne_id: house.id,
      company_name: house.name,
      uid: known.uid,
      pic_name: '担当 一郎',
    }
  }

  function withTokens(path: string, fields: URLSearchParams) {
    const access = fields.get('access_token') ?? ''
    const house = [...houses.values()].find(
      ({ pair }) => pair?.access === access && pair.refresh === fields.get('refresh_token'),
    )
    if (!house?.pair) return refused('002002', 'access_tokenが不正です。')
    const at = now().getTime()
    if (house.pair.refreshUntil < at) {
      house.pair = undefined
      return { result: 'redirect', code: '002003', message: '再度ログインしてください。' }
    }
    // The first call with an expired token renews both; afterwards the old ones are unknown.
    if (house.pair.accessUntil < at) house.pair = freshPair()
    return { ...answer(path, fields, house), ...shown(house.pair) }
  }

  function answer(path: string, fields: URLSearchParams, house: House): object {
    switch (path) {
      case '/api_v1_login_company/info':
        return {
          result: 'success',
          count: '1',
          data: [{ company_ne_id: house.id, company_name: house.name }],
        }
      case '/api_v1_master_goods/count':
        return { result: 'success', count: String(matching([...house.goods.values()], fields).length) }
      case '/api_v1_master_goods/search':
        if (polls === 0) for (const entry of house.queue) work(entry, house)
        return found([...house.goods.values()], fields)
      case '/api_v1_master_goods/upload':
        return upload(fields, house)
      case '/api_v1_system_que/search':
        house.queue.forEach((entry) => void work(entry, house))
        return found(
          house.queue.map(({ rows: _, ...entry }) => ({ ...entry, que_method_name: 'SYOHIN_KIHON_CSV' })),
          fields,
        )
      case '/api_v1_receiveorder_row/search':
        return found(house.orders, fields)
      default:
        return refused('004001', `${path} はありません。`)
    }
  }

  function upload(fields: URLSearchParams, house: House) {
    const data = fields.get('data') ?? ''
    if (fields.get('data_type') !== 'csv') return refused('004003', 'data_typeが不正です。')
    if (Buffer.byteLength(data) > 5_000_000) return refused('004004', 'ファイルが大きすぎます。')
    const rows = parse(data, { columns: true, skip_empty_lines: true }) as Row[]
    queued += 1
    house.queue.push({ que_id: String(queued), rows, que_status_id: '0', que_message: '' })
    return { result: 'success', que_id: String(queued) }
  }

  function work(entry: House['queue'][number], house: House): void {
    if (entry.que_status_id === '2' || entry.que_status_id === '-1') return
    if (polls > 0) {
      polls -= 1
      entry.que_status_id = '1'
      entry.que_message = '処理中です。'
      return
    }
    const wrong: string[] = []
    entry.rows.forEach((row, index) => {
      const code = row.syohin_code ?? ''
      const isNew = !house.goods.has(code)
      const lacking = ['sire_code', 'syohin_name', 'genka_tnk', 'baika_tnk'].find((column) => !row[column])
      const problem = refusalOf(row) ?? (isNew && lacking ? `${lacking}は必須です。` : undefined)
      if (problem === undefined) house.goods.set(code, changed(house.goods.get(code), row))
      else wrong.push(`${index + 2}行目 [${code}] ${problem}`)
    })
    entry.que_status_id = wrong.length > 0 && wrong.length === entry.rows.length ? '-1' : '2'
    entry.que_message = wrong.join('\n')
  }

  function changed(before: Row | undefined, row: Row): Row {
    const columns: Record<string, string> = {
      syohin_code: 'goods_id',
      syohin_name: 'goods_name',
      genka_tnk: 'goods_cost_price',
      baika_tnk: 'goods_selling_price',
      sire_code: 'goods_supplier_id',
      zaiko_su: 'stock_quantity',
    }
    const next: Row = { goods_status_name: '販売中', supplier_name: '自社', stock_quantity: '0', ...before }
    for (const [column, value] of Object.entries(row))
      if (value !== '') next[columns[column] ?? column] = value
    const at = tokyo(now().getTime())
    return { ...next, stock_free_quantity: next.stock_quantity ?? '0', goods_last_modified_date: at }
  }

  const tests: Record<string, (value: string, wanted: string) => boolean> = {
    eq: (value, wanted) => value === wanted,
    neq: (value, wanted) => value !== wanted,
    in: (value, wanted) => wanted.split(',').includes(value),
    gte: (value, wanted) => value >= wanted,
    lte: (value, wanted) => value <= wanted,
    like: (value, wanted) => value.includes(wanted.replaceAll('%', '')),
  }

  const matching = (rows: Row[], fields: URLSearchParams): Row[] =>
    rows.filter((row) =>
      [...fields].every(([name, wanted]) => {
        const [, field = '', test = ''] = /^(\w+)-(\w+)$/.exec(name) ?? []
        return !tests[test] || tests[test](row[field] ?? '', wanted)
      }),
    )

  function found(rows: Row[], fields: URLSearchParams) {
    const names = (fields.get('fields') ?? '').split(',').filter((name) => name !== '')
    if (names.length === 0) return refused('004002', 'fieldsは必須です。')
    const [by = '', way] = (fields.get('sort') ?? '').split('-')
    const sorted = matching(rows, fields).toSorted(
      (one, other) => (one[by] ?? '').localeCompare(other[by] ?? '') * (way === 'desc' ? -1 : 1),
    )
    const offset = Number(fields.get('offset') ?? 0)
    const data = sorted
      .slice(offset, offset + Number(fields.get('limit') ?? 10_000))
      .map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])))
    return { result: 'success', count: String(data.length), data }
  }

  function houseOf(id: string): House {
    const known = houses.get(id)
    if (known) return known
    const made: House = {
      id,
      name: `${id}株式会社`,
      pair: undefined,
      goods: new Map(),
      orders: [],
      queue: [],
    }
    houses.set(id, made)
    return made
  }

  return {
    calls,
    /** What no client may do, such as a second call with tokens that are in use. */
    problems,
    houseOf,
    config: { clientId, clientSecret, apiUrl: origin, signInUrl: origin } satisfies NextEngineConfig,
    /** Somebody of that company signs in: what its page adds to our address. */
    signIn(house = 'aoyama'): { uid: string; state: string } {
      const [uid, state] = [random(), random()]
      states.set(state, { uid, house: houseOf(house).id, until: now().getTime() + 5 * 60_000 })
      return { uid, state }
    },
    fail: (next: Fault | undefined) => {
      fault = next
    },
    refuseRows: (next: typeof refusalOf) => {
      refusalOf = next
    },
    keepWorking: (times: number) => {
      polls = times
    },
    /** What an upload would put into the queue: to take it without answering. */
    queueOf(fields: URLSearchParams): House['queue'] {
      const made: House = { ...houseOf('aside'), queue: [] }
      upload(fields, made)
      return made.queue
    },
    finishQueues: () => {
      for (const house of houses.values()) for (const entry of house.queue) work(entry, house)
    },
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type NextEngineServer = Awaited<ReturnType<typeof startNextEngineServer>>

export const faults = {
  slow:
    (ms: number): Fault =>
    async () => {
      await sleep(ms)
      return false
    },
  cut: ((_path, response) => {
    response.socket?.destroy()
    return true
  }) as Fault,
  html: ((_path, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>メンテナンス中</h1></html>')
    return true
  }) as Fault,
  large: ((_path, response) => {
    response.writeHead(200).end(JSON.stringify({ result: 'success', data: ['あ'.repeat(4_000_000)] }))
    return true
  }) as Fault,
  error:
    (code: string): Fault =>
    (_path, response) => {
      response.writeHead(200).end(JSON.stringify({ result: 'error', code, message: 'エラーです。' }))
      return true
    },
}
