import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDeal } from '#server/domains/deal/deal.service'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { type TestApp, testApp } from './support/app.ts'
import { answer, apply, assessAll, offered, read, receive, startAssessing } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 24 })
  w = await makeWorld(t)
})
afterAll(() => t.close())

const balance = async () =>
  (await t.ask('GET /api/balance/', { token: w.hanako.token })).body.balance as number
const rowsOf = async (id: number) => ({
  request: await t.db
    .selectFrom('purchase_request')
    .select(['status', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(),
  items: await t.db
    .selectFrom('purchase_item')
    .select(['status', 'version'])
    .where('request_id', '=', id)
    .orderBy('id')
    .execute(),
  history: await t.db.selectFrom('request_history').select('id').where('request_id', '=', id).execute(),
  ledger: await t.db
    .selectFrom('antique_ledger')
    .select('seq')
    .orderBy('company_id')
    .orderBy('seq')
    .execute(),
  entries: await t.db.selectFrom('book_entry').select('id').execute(),
})

test('two tabs answering differently: one answer stands, the other is told', async () => {
  const box = await offered(t, w)
  const responses = await Promise.all([
    answer(t, box, { decision_all: 'sell' }),
    answer(t, box, { decision_all: 'return' }),
  ])
  expect(responses.map((one) => one.status).sort()).toEqual([200, 400])
  expect(responses.find((one) => one.status === 400)?.body.code).toBe('answer_differs')
  const consents = await t.db
    .selectFrom('consent')
    .select('id')
    .where('request_id', '=', box.id)
    .where('kind', '=', 'answer')
    .execute()
  expect(consents).toHaveLength(1)
})

test('two staff publishing at once: one offer, and the other sees what is there now', async () => {
  const box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await assessAll(t, w, box, [5_000, 800])
  const { version } = await read(t, box)
  const publish = (token: string) =>
    t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, { token, body: { version } })
  const responses = await Promise.all([publish(w.aoyama.staff.token), publish(w.aoyama.admin.token)])
  expect(responses.map((one) => one.status).sort()).toEqual([200, 400])
  const refused = responses.find((one) => one.status === 400)
  expect(refused?.body).toMatchObject({ code: 'stale_version', current: { status: 11, total: 5_800 } })
  const offers = await t.db.selectFrom('offer').select('id').where('request_id', '=', box.id).execute()
  expect(offers).toHaveLength(1)
})

test('two people writing one item: the second sees both and nothing is overwritten', async () => {
  const box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const slug = (await read(t, box)).items[0].slug
  const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body
  const write = (token: string, color: string) =>
    t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body: { version, color } })
  const responses = await Promise.all([write(w.aoyama.staff.token, '紺'), write(w.aoyama.admin.token, '黒')])
  const [won, lost] = responses[0]?.status === 200 ? responses : [responses[1], responses[0]]
  expect(won?.status).toBe(200)
  expect(lost?.body).toMatchObject({
    code: 'stale_version',
    current: { color: won?.body.color, version: version + 1 },
  })
})

test('a box received twice with one key makes its items once', async () => {
  const box = await apply(t, w)
  const { version } = await read(t, box)
  const call = () =>
    t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
      token: w.aoyama.staff.token,
      key: 'once',
      body: { item_count: 4, version },
    })
  const responses = await Promise.all(Array.from({ length: 6 }, call))
  expect(responses.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await read(t, box)).items).toHaveLength(4)
  const other = await t.ask(`POST /api/biz/purchase_requests/${box.id}/receive/`, {
    token: w.aoyama.staff.token,
    key: 'once',
    body: { item_count: 5, version },
  })
  expect(other.body.code).toBe('idempotency_key_reused')
})

test('ten workers closing the same deal write one deal', async () => {
  const before = await balance()
  const box = await offered(t, w)
  await answer(t, box, { decision_all: 'sell' })
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => closeDeal(t.db, box.id, t.clock.now(), t.tools)),
  )
  expect(outcomes.filter((one) => one === 'contracted')).toHaveLength(1)
  expect(await balance()).toBe(before + 17_500)
  const ledger = await t.db
    .selectFrom('antique_ledger as l')
    .innerJoin('purchase_item as i', 'i.id', 'l.item_id')
    .select('l.seq')
    .where('i.request_id', '=', box.id)
    .execute()
  expect(ledger).toHaveLength(2)
})

test('a hold and the deal at one moment: nothing was bought, or the hold came after; two people end it once', async () => {
  for (let round = 0; round < 3; round++) {
    const box = await offered(t, w)
    await answer(t, box, { decision_all: 'sell' })
    const place = () =>
      t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
        token: box.staff.token,
        body: { kind: 'suspicion', reason: '確認中', slug: box.slugs[0] },
      })
    const [outcome, placed] = await Promise.all([
      closeDeal(t.db, box.id, t.clock.now(), t.tools),
      place(),
      closeDeal(t.db, box.id, t.clock.now(), t.tools),
    ])
    expect(placed.status).toBe(201)
    const { status, is_held } = await read(t, box)
    const bought = await t.db
      .selectFrom('antique_ledger as l')
      .innerJoin('purchase_item as i', 'i.id', 'l.item_id')
      .select('l.seq')
      .where('i.request_id', '=', box.id)
      .execute()
    expect([is_held, status, bought.length]).toEqual(status === 13 ? [true, 13, 0] : [true, 20, 2])
    if (status === 13) expect(['held', 'not_answered']).toContain(outcome)

    const release = (token: string) =>
      t.ask(`POST /api/biz/holds/${placed.body.id}/release/`, { token, body: { reason: '解決' } })
    const twice = await Promise.all([release(box.staff.token), release(box.staff.token)])
    expect(twice.map((one) => one.status).toSorted()).toEqual([200, 403])
    const both = await Promise.all([release(w.aoyama.admin.token), release(w.aoyama.admin2.token)])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    const ends = await t.pool.query(
      "select from activity where action = 'hold.release' and object_id = $1::text",
      [box.id],
    )
    expect(ends.rowCount).toBe(1)
    await t.runJobs()
    expect((await read(t, box)).status).toBe(20)
  }
})

function dyingDb(nth: number): { db: Db; count: () => number; end: () => Promise<void> } {
  const pool = makePool({
    connectionString: String(t.pool.options.connectionString),
    max: 1,
    onError: () => undefined,
  })
  let seen = 0
  pool.on('connect', (client) => {
    const { query } = client
    const dying = async (...given: unknown[]) => {
      const { processID } = client as unknown as { processID: number }
      if (++seen === nth) await t.pool.query('select pg_terminate_backend($1)', [processID])
      query.apply(client, given as never)
    }
    Object.assign(client, { query: dying })
  })
  const db = makeDb(pool)
  return { db, count: () => seen, end: () => pool.end() }
}

test('killed between any two steps of the deal, nothing half of it stays', async () => {
  const box = await offered(t, w)
  await answer(t, box, { decision_all: 'sell' })
  const before = await rowsOf(box.id)
  let steps = 0
  // The first statement opens the transaction; its dead connection is replaced.
  for (let nth = 2; nth < 80; nth++) {
    const dying = dyingDb(nth)
    const outcome = await closeDeal(dying.db, box.id, t.clock.now(), t.tools).catch(() => 'killed' as const)
    await dying.end().catch(() => undefined)
    if (outcome === 'contracted') {
      steps = dying.count()
      break
    }
    expect(outcome).toBe('killed')
    expect(await rowsOf(box.id)).toEqual(before)
  }
  expect(steps).toBeGreaterThan(10)
  const after = await rowsOf(box.id)
  expect(after.request.status).toBe(20)
  expect(after.entries.length).toBe(before.entries.length + 1)
  expect(after.ledger.length).toBe(before.ledger.length + 2)
})

test('the counters by shop and status agree with the rows, before and after folding', async () => {
  const { countRequests, foldCounts } = await import(
    '#server/domains/purchase-request/purchase-request-list.queries'
  )
  const actor = { kind: 'business', company_id: w.aoyama.company, shop_ids: null } as Parameters<
    typeof countRequests
  >[1]
  const truth = async (status: number) => {
    const { rows } = await t.pool.query<{ n: number }>(
      'select count(*)::int as n from purchase_request where company_id = $1 and status = $2',
      [w.aoyama.company, status],
    )
    return rows[0]?.n
  }
  for (const folded of [false, true]) {
    if (folded)
      await Promise.all(Array.from({ length: 4 }, () => t.db.transaction().execute((tx) => foldCounts(tx))))
    for (const status of [0, 11, 13, 20, 21, 22])
      expect(await countRequests(t.db, actor, { status })).toBe(await truth(status))
  }
})
