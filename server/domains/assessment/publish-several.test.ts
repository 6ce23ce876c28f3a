import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, assessAll, type Box, read, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let boxes: Box[]
let jiro: Person
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const made = await makeCustomerAccount(t.db, t.tools)
  const { token } = await signIn(t, made)
  jiro = { ...w.taro, id: made.customer_id, token }
})
afterAll(() => t.close())
beforeEach(async () => {
  boxes = [
    await finished({}, w.hanako),
    await finished({ approval_mode: 'auto_accept_from', auto_accept_amount: 5_000 }, jiro),
  ]
})

async function finished(overrides: object, customer: Person): Promise<Box> {
  const box = await apply(t, w, { ...overrides }, customer)
  await receive(t, box, 2)
  await startAssessing(t, box)
  await assessAll(t, w, box, [9_000, null])
  return box
}

const token = () => w.aoyama.staff.token
const preview = (requests: number[], who = token()) =>
  t.ask('POST /api/biz/publications/preview/', { token: who, body: { requests } })
const send = (requests: object[], key?: string, who = token()) =>
  t.ask('POST /api/biz/publications/', { token: who, key, body: { requests } })
const wanted = () =>
  Promise.all(
    boxes.map(async (box) => ({
      ...{ id: box.id, version: (await read(t, box)).version as number },
      ...{ total: 9_000, item_count: 2 },
    })),
  )
const offers = async (): Promise<number[]> => {
  const { rows } = await t.pool.query<{ n: number }>(
    'select (select count(*)::int from offer o where o.request_id = b.id) as n from unnest($1::bigint[]) as b(id)',
    [boxes.map(({ id }) => id)],
  )
  return rows.map(({ n }) => n)
}
const jobs = async () =>
  (await t.pool.query('select count(*)::int as n from graphile_worker._private_jobs')).rows[0].n

test('a preview says what would go out, and changes nothing', async () => {
  const [first, second] = boxes
  const before = [await wanted(), await jobs()]
  const { status, body } = await preview([first?.id ?? 0, second?.id ?? 0, first?.id ?? 0])
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    {
      request: first?.id,
      is_refused: false,
      customer: w.hanako.id,
      item_count: 2,
      total: 9_000,
      is_accepted: false,
    },
    { request: second?.id, is_refused: false, customer: jiro.id, total: 9_000, is_accepted: true },
  ])
  expect([await wanted(), await jobs(), await offers()]).toEqual([...before, [0, 0]])
})

test('a box with a held article stays, and stops no other', async () => {
  const [first, second] = boxes
  const { items } = await read(t, first as Box)
  const held = await t.ask(`POST /api/biz/purchase_requests/${first?.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'stolen_notice', reason: '品触れ', slug: items[0].slug },
  })
  expect(held.status).toBe(201)
  expect((await send(await wanted())).body.results).toMatchObject([
    { request: first?.id, is_refused: true, code: 'held' },
    { request: second?.id, is_refused: false },
  ])
  expect(await offers()).toEqual([0, 1])
})

test('each goes out by itself: what is incomplete, changed or foreign stops no other', async () => {
  const open = await apply(t, w, {}, w.hanako)
  await receive(t, open, 1)
  await startAssessing(t, open)
  const [first, second] = await wanted()
  const { version } = await read(t, open)
  const sent = await send([
    { ...first, id: open.id, version },
    { ...first, version: (first?.version ?? 0) - 1 },
    { ...first, id: 999_999_999, version: 1 },
    { ...second },
  ])
  expect(sent.body.results).toMatchObject([
    { is_refused: true, code: 'items_unfinished', items: [{ seq: 1 }], total: null },
    { is_refused: true, code: 'stale_version', version: first?.version },
    { is_refused: true, code: 'not_found', customer: null, customer_name: '' },
    { is_refused: false, code: '', message: '' },
  ])
  for (const { is_refused, message } of sent.body.results) expect(message === '').toBe(!is_refused)
  expect(await offers()).toEqual([0, 1])
  const foreign = await send([{ ...first }], undefined, w.umeda.admin.token)
  expect(foreign.body.results).toMatchObject([{ code: 'not_found', customer_name: '', item_count: 0 }])
  expect((await preview([first?.id ?? 0], w.umeda.staff.token)).body.results).toMatchObject([
    { code: 'not_found', customer_name: '' },
  ])
  expect(await offers()).toEqual([0, 1])
})

test('sent again with its key, or twice at once, nothing goes out twice', async () => {
  const all = await wanted()
  const once = await send(all, 'the-morning')
  expect(once.body.results.map((one: { is_refused: boolean }) => one.is_refused)).toEqual([false, false])
  expect((await send(all, 'the-morning')).body).toEqual(once.body)
  expect((await send(all.slice(1), 'the-morning')).body.code).toBe('idempotency_key_reused')
  expect(await offers()).toEqual([1, 1])
})

test('of two people who publish the same at once, one does', async () => {
  const all = await wanted()
  const both = await Promise.all([send(all, 'one'), send(all, 'other', w.aoyama.admin.token)])
  const done = both.flatMap(({ body }) => body.results as { is_refused: boolean; request: number }[])
  for (const { id } of all)
    expect(done.filter(({ request, is_refused }) => request === id && !is_refused)).toHaveLength(1)
  expect(await offers()).toEqual([1, 1])
})

test('what costs something else than in the preview stays, whoever changed it', async () => {
  const [first, second] = await wanted()
  const sent = await send([
    { ...first, total: 8_999 },
    { ...second, item_count: 3 },
  ])
  expect(sent.body.results).toMatchObject([{ code: 'stale_version' }, { code: 'stale_version' }])
  expect(await offers()).toEqual([0, 0])
})
