import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp, testStart } from '../../tests/support/app.ts'
import { requestBody } from '../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../tests/support/world.ts'
import { hashOf } from './idempotency.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('the order of keys does not make another body, a value does', () => {
  expect(hashOf({ a: 1, b: [{ c: 2, d: null }] })).toBe(
    hashOf({ b: [{ d: null, c: 2 }], a: 1, e: undefined }),
  )
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }))
  expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]))
})

test('the answer kept for a repeat is not readable in the database, and of no use to another key', async () => {
  const { token } = await signIn(t, w.operator.operator)
  const body = { email: 'kagi@aoyama.example.jp', name: '鍵山 守', role: 'staff' }
  const path = `POST /api/biz/companies/${w.aoyama.company}/users/`
  const first = await t.ask(path, { token, key: 'invited', body })
  expect(first.status).toBe(201)
  const { rows } = await t.pool.query(
    'select sealed_response as sealed from idempotency_key where key = $1',
    ['invited'],
  )
  for (const plain of ['鍵山', 'kagi@']) expect(rows[0].sealed.includes(Buffer.from(plain))).toBe(false)
  const again = await t.ask(path, { token, key: 'invited', body })
  expect([again.status, again.body]).toEqual([201, first.body])
  // A copied row must not become the response of another call.
  await t.pool.query(`insert into idempotency_key (account_id, call, key, input_hash, status, sealed_response, created_at)
    select account_id, call, 'moved', input_hash, status, sealed_response, created_at from idempotency_key where key = 'invited'`)
  expect((await t.ask(path, { token, key: 'moved', body })).status).toBe(500)
})

test('an answer kept before answers were encrypted is still given', async () => {
  const body = requestBody(w)
  const call = 'POST /api/purchase_requests/'
  const first = await t.ask(call, { token: w.hanako.token, key: 'earlier', body })
  const id = first.body.id
  await t.pool.query(
    `update idempotency_key set sealed_response = convert_to($1, 'UTF8') where key = 'earlier'`,
    [JSON.stringify({ id })],
  )
  const again = await t.ask(call, { token: w.hanako.token, key: 'earlier', body })
  expect([again.status, again.body.id]).toEqual([201, id])
})

test('a key is kept for seven days and then forgotten', async () => {
  await t.ask('POST /api/purchase_requests/', { token: w.hanako.token, key: 'kept', body: requestBody(w) })
  const kept = async () =>
    (await t.db.selectFrom('idempotency_key').select('key').execute()).map((row) => row.key)
  const clean = allTasks(t.db, t.tools)['idempotency.clean']
  t.clock.forward(7 * 86_400_000 - 1000)
  await clean({})
  expect(await kept()).toContain('kept')
  t.clock.forward(2000)
  await clean({})
  expect(await kept()).toEqual([])
})

test('a refusal is not kept under its key, so the same key succeeds later; a success is', async () => {
  t.clock.set(testStart)
  const { token } = await signIn(t, w.hanako)
  const asked = async (body: object) => {
    const response = await t.ask('POST /api/transfer/', { token, key: 'once', body })
    return [response.status, response.body.code ?? response.body]
  }
  expect(await asked({})).toEqual([400, 'balance_empty'])
  await makePurchase(t.db, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount: 5_000,
  })
  const done = await asked({})
  expect(done).toMatchObject([201, { amount: 5_000 }])
  expect(await asked({})).toEqual(done)
  expect(await asked({ amount: 1 })).toEqual([400, 'idempotency_key_reused'])
  const { rows } = await t.pool.query('select count(*)::int as n from transfer where customer_id = $1', [
    w.hanako.id,
  ])
  expect(rows[0].n).toBe(1)
})
