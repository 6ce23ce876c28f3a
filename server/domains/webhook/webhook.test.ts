import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookEvents } from '#contract/webhook'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { inTransaction } from '#server/platform/db'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, contracted, offered, payOut } from '../../../tests/support/steps.ts'
import { type Receiver, startReceiver } from '../../../tests/support/webhook-receiver.ts'
import { makeEmployee, makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { cleanDeliveries, sendDue } from './sending.service.ts'
import { makeWebhook } from './webhook.factory.ts'
import { signedHeaders } from './webhook.rules.ts'

let t: TestApp
let w: World
let receiver: Receiver
beforeAll(async () => {
  t = await testApp({ config: { webhookNetworks: ['127.0.0.0/8'] } })
  w = await makeWorld(t)
  receiver = await startReceiver()
})
afterAll(async () => {
  await t.close()
  await receiver.close()
})

beforeEach(async () => {
  await t.pool.query('delete from webhook_endpoint')
  await t.runJobs()
  t.clock.forward(3_600_000)
  for (const person of [w.aoyama.admin, w.aoyama.staff, w.hanako, w.operator.operator])
    Object.assign(person, await signIn(t, person))
  receiver.received.length = 0
  t.outbox.length = 0
  receiver.answer(204)
})

const base = '/api/biz/webhooks/'
const asked = (route: string, body?: object, token = w.aoyama.admin.token) =>
  t.ask(route, { token, ...(body && { body }) })
const create = (body: object = {}, token?: string) =>
  asked(`POST ${base}`, { name: '在庫管理', url: receiver.url, events: [...webhookEvents], ...body }, token)
const deliveries = async () => (await asked('GET /api/biz/webhook-deliveries/')).body.results
const own = (of: { events?: string[]; url?: string } = {}) =>
  makeWebhook(t.db, t.tools, {
    company_id: w.aoyama.company,
    created_by: w.aoyama.admin.id,
    url: receiver.url,
    ...of,
  })
const types = () => receiver.received.map(({ event }) => event.type)

describe('an endpoint', () => {
  test('is entered with its secret shown once and kept sealed', async () => {
    const { status, body } = await create()
    expect([status, body.state]).toEqual([201, 'active'])
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await asked(`GET ${base}`)).body.results).toHaveLength(1)
    expect(JSON.stringify((await asked(`GET ${base}`)).body)).not.toContain(body.secret)
    const { rows } = await t.pool.query('select e::text as row from webhook_endpoint e')
    expect(rows[0].row).not.toContain(Buffer.from(body.secret).toString('hex'))
  })

  test.each([
    'http://example.com/',
    'https://10.0.0.1/',
    'https://user:pass@example.com/',
    'mailto:a@example.com',
  ])('is refused at %s', async (url) => expect((await create({ url })).body.code).toBe('webhook_address'))

  test('is of administrators of the whole company', async () => {
    const head = await makeEmployee(t, w.aoyama.company, '表参 道', 'admin', 'omote@aoyama.example.jp')
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      head.id,
      w.aoyama.shops[0],
    ])
    expect((await create({}, (await signIn(t, head)).token)).status).toBe(403)
    expect((await create({}, w.aoyama.staff.token)).status).toBe(403)
  })

  test('changes with its version, and there are no more than twenty', async () => {
    const { id, version } = (await create()).body
    const change = { name: '会計', url: receiver.url, events: ['deal.closed'], is_active: true }
    const changed = await asked(`PATCH ${base}${id}/`, { ...change, version })
    expect(changed.body).toMatchObject({ name: '会計', events: ['deal.closed'], version: version + 1 })
    expect((await asked(`PATCH ${base}${id}/`, { ...change, version })).body).toMatchObject({
      code: 'stale_version',
      current: { name: '会計' },
    })
    for (let made = 1; made < 20; made += 1) await own()
    expect((await create()).body.code).toBe('too_many_webhooks')
  })
})

describe('what happens is told', () => {
  test('of a request: its moves, the offer, the deal; only ids and codes, signed', async () => {
    const { secret } = await own()
    const box = await contracted(t, w)
    await t.runJobs()
    const told = receiver.received.filter(({ event }) => event.data.request === box.id)
    const moves = told.filter(({ event }) => event.type === 'request.moved').map(({ event }) => event.data)
    expect(moves[0]).toEqual({ request: box.id, shop: w.aoyama.shops[0], from_status: null, to_status: 0 })
    expect(moves.at(-1)).toMatchObject({ to_status: 20 })
    expect(types()).toEqual(expect.arrayContaining(['offer.published', 'deal.closed']))
    expect(told.filter(({ event }) => event.type === 'deal.closed')).toHaveLength(1)
    expect(JSON.stringify(told.map(({ body }) => body))).not.toMatch(/花子|example\.jp|090/)
    for (const { headers, body, event } of told) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const id = headers['webhook-id'] as string
      expect(headers).toMatchObject(signedHeaders({ id, at, body }, [secret]))
      expect(Math.abs(at.getTime() - t.clock.now().getTime())).toBeLessThan(1000)
      expect(event.timestamp).toMatch(/\+09:00$/)
    }
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(told.length)
  })

  test('of a transfer that was paid, to each company whose money it was', async () => {
    await contracted(t, w)
    const asked = await t.ask('POST /api/transfer/', {
      token: (await signIn(t, w.hanako)).token,
      body: {},
      key: 'webhook',
    })
    expect(asked.status).toBeLessThan(300)
    await makeOriginator(t.db)
    await own({ events: ['transfer.paid'] })
    await makeWebhook(t.db, t.tools, {
      ...{ company_id: w.umeda.company, created_by: w.umeda.admin.id, url: receiver.url },
      events: ['transfer.paid'],
    })
    await payOut(t, w, w.hanako.id)
    await t.runJobs()
    const { rows } = await t.pool.query('select id::int, settled_at from transfer')
    expect(receiver.received.map(({ event }) => event)).toEqual([
      {
        type: 'transfer.paid',
        timestamp: expect.stringMatching(/\+09:00$/),
        data: { transfer: rows[0].id, status: 1 },
      },
    ])
  })

  test('of an article that can be sold', async () => {
    const box = await contracted(t, w)
    await own({ events: ['item.for_sale'] })
    await t.pool.query(
      `insert into item_history (item_id, from_status, to_status, actor_kind, at)
        select id, 8, 9, 'system', $2 from purchase_item where slug = $1`,
      [box.slugs[0], t.clock.now()],
    )
    await t.runJobs()
    expect(receiver.received.map(({ event }) => event)).toEqual([
      {
        type: 'item.for_sale',
        timestamp: expect.any(String),
        data: { slug: box.slugs[0], request: box.id, shop: w.aoyama.shops[0] },
      },
    ])
  })

  test('to the endpoints of the company that asked for it, and to nobody else', async () => {
    await own({ events: ['deal.closed'] })
    await makeWebhook(t.db, t.tools, {
      company_id: w.umeda.company,
      created_by: w.umeda.admin.id,
      url: receiver.url,
    })
    await offered(t, w)
    await t.runJobs()
    expect(receiver.received).toEqual([])
  })

  test('in the transaction of what happened: undone with it', async () => {
    await own()
    const box = await apply(t, w)
    await t.runJobs()
    receiver.received.length = 0
    const undone = inTransaction(t.db, async (tx) => {
      await tx
        .insertInto('request_history')
        .values({
          request_id: box.id,
          from_status: 0,
          to_status: 4,
          actor_kind: 'system',
          at: t.clock.now().toISOString(),
        })
        .execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await t.runJobs()
    expect(receiver.received).toEqual([])
  })
})

describe('what does not arrive', () => {
  test('is sent again, later each time, under the same number', async () => {
    await own()
    await apply(t, w)
    receiver.answer(500)
    await t.runJobs()
    const [first] = await deliveries()
    expect(first).toMatchObject({
      state: 'waiting',
      tries: 1,
      response_code: 500,
      error: '応答が 500 でした。',
    })
    expect(Date.parse(first.next_try_at) - Date.parse(first.tried_at)).toBe(5_000)
    receiver.answer(204)
    t.clock.forward(5_000)
    expect(await t.runJobs()).toContain('webhook.send')
    expect((await deliveries())[0]).toMatchObject({
      state: 'delivered',
      tries: 2,
      response_code: 204,
      error: '',
    })
    const [one, other] = receiver.received
    expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(other?.body).toBe(one?.body)
  })

  test('three days long; then the endpoint is switched off and its administrators are told', async () => {
    const { id } = await own()
    receiver.answer(503)
    await apply(t, w)
    await t.runJobs()
    for (let hours = 0; hours < 74; hours += 1) {
      t.clock.forward(3_600_000)
      await sendDue(t.db, t.tools)
    }
    await t.runJobs()
    Object.assign(w.aoyama.admin, await signIn(t, w.aoyama.admin))
    const { results } = (await asked(`GET ${base}`)).body
    expect(results[0]).toMatchObject({ id, state: 'given_up', waiting_count: 0 })
    const told = t.outbox.filter(({ subject }) => subject.includes('Webhookの送り先を止めました'))
    expect(told.map(({ to }) => to)).toEqual(
      expect.arrayContaining([w.aoyama.admin.email, w.aoyama.admin2.email]),
    )
    expect((await deliveries())[0].state).toBe('failed')
    expect(receiver.received.length).toBeLessThanOrEqual(10)
    receiver.received.length = 0
    await apply(t, w, {}, { ...w.hanako, ...(await signIn(t, w.hanako)) })
    await t.runJobs()
    expect(receiver.received).toEqual([])
    expect((await asked(`POST ${base}${id}/test/`)).body.code).toBe('webhook_stopped')
  })

  test('of one endpoint does not hold up another', async () => {
    await own({ url: 'http://127.0.0.1:9/closed' })
    await own()
    await apply(t, w)
    await t.runJobs()
    expect(types()).toEqual(['request.moved'])
    expect((await deliveries()).map(({ state }: { state: string }) => state).sort()).toEqual([
      'delivered',
      'waiting',
    ])
  })

  test('is sent by hand again, whatever became of it', async () => {
    await own()
    await apply(t, w)
    await t.runJobs()
    const [{ id }] = await deliveries()
    const again = await asked(`POST /api/biz/webhook-deliveries/${id}/send/`)
    expect([again.status, again.body.state]).toEqual([202, 'waiting'])
    await t.runJobs()
    expect(receiver.received).toHaveLength(2)
  })
})

test('a test event goes to one endpoint', async () => {
  const { id } = await own({ events: ['deal.closed'] })
  await own()
  expect((await asked(`POST ${base}${id}/test/`)).status).toBe(202)
  await t.runJobs()
  expect(receiver.received.map(({ event }) => event)).toEqual([
    { type: 'webhook.test', timestamp: expect.any(String), data: {} },
  ])
})

test('a new secret is joined by the one before for a day', async () => {
  const { id, secret } = await own()
  const { body } = await asked(`POST ${base}${id}/secret/`)
  const sent = async () => {
    receiver.received.length = 0
    await asked(`POST ${base}${id}/test/`)
    await t.runJobs()
    const { headers, body: text } = receiver.received[0] as (typeof receiver.received)[number]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const by = (secrets: string[]) =>
      signedHeaders({ id: headers['webhook-id'] as string, at, body: text }, secrets)['webhook-signature']
    return { signature: headers['webhook-signature'], by }
  }
  const during = await sent()
  expect(during.signature).toBe(during.by([body.secret, secret]))
  t.clock.forward(24 * 3_600_000)
  Object.assign(w.aoyama.admin, await signIn(t, w.aoyama.admin))
  const after = await sent()
  expect(after.signature).toBe(after.by([body.secret]))
})

test('deliveries are kept for thirty days', async () => {
  await own()
  await apply(t, w)
  await t.runJobs()
  const days = (count: number) => new Date(t.clock.now().getTime() + count * 86_400_000)
  await cleanDeliveries(t.db, days(29))
  expect(await deliveries()).toHaveLength(1)
  await cleanDeliveries(t.db, days(31))
  expect(await deliveries()).toEqual([])
})
