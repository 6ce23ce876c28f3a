import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import { contracted } from './support/steps.ts'
import { makeWorld, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const number = 'T7000012050002'
const registers = (typed: string) =>
  t.ask(`PATCH /api/customers/${w.hanako.id}/`, {
    token: w.hanako.token,
    body: { is_invoice_issuer: true, invoice_registration_number: typed },
  })
const waiting = async (token: string) => {
  const query = { view: 'statement' }
  const { body } = await t.ask('GET /api/biz/purchase_requests/', { token, query })
  return body.results.map(({ id }: { id: number }) => id)
}
const own = async () =>
  (await t.ask('GET /api/me/overview/', { token: w.hanako.token })).body.statements as number[]
const notes = async (request: number) => {
  const { rows } = await t.pool.query<{ seq: number }>(
    'select seq from purchase_item where request_id = $1',
    [request],
  )
  const q = rows.map(({ seq }) => `${request}-${seq}`).join(' ')
  const { body } = await t.ask('GET /api/biz/antique-ledger/', {
    token: w.aoyama.staff.token,
    query: { q },
  })
  return body.results.map((row: { invoice_note: string }) => row.invoice_note)
}

test('the number of a seller who issues invoices goes from the profile to statement, ledger and books', async () => {
  const before = await contracted(t, w)
  expect((await registers('T7000012050003')).body).toMatchObject({
    invoice_registration_number: [expect.stringContaining('数字がひとつでも違うと')],
  })
  expect((await registers('T700001205')).status).toBe(400)
  const saved = await registers('Ｔ７００００-１２０５-０００２')
  expect(saved.body).toMatchObject({ invoice_registration_number: number, is_identity_verified: true })

  const box = await contracted(t, w)
  expect([await notes(before.id), await notes(box.id)]).toEqual([
    ['古物商特例', '古物商特例'],
    ['適格請求書発行事業者', '適格請求書発行事業者'],
  ])
  expect([await waiting(w.aoyama.staff.token), await waiting(w.umeda.staff.token), await own()]).toEqual([
    [box.id],
    [],
    [box.id],
  ])
  const path = `/api/purchase_requests/${box.id}/statement/`
  const statement = await t.ask(`GET ${path}`, { token: w.hanako.token })
  expect(statement.body).toMatchObject({ seller_registration_number: number, confirmed_at: null })
  const body = { total: statement.body.total }
  expect((await t.ask(`POST ${path}confirm/`, { token: w.hanako.token, body })).status).toBe(200)
  expect([await waiting(w.aoyama.staff.token), await own()]).toEqual([[], []])
  // A number that is changed later says nothing about a deal that is done.
  await t.ask(`PATCH /api/customers/${w.hanako.id}/`, {
    token: w.hanako.token,
    body: { is_invoice_issuer: false },
  })

  t.clock.set('2026-12-02T09:00:00+09:00')
  const { token } = await signIn(t, w.operator.operator)
  const months = '/api/biz/book/months/'
  expect((await t.ask(`POST ${months}`, { token, body: { month: '2026-11' } })).status).toBe(200)
  const file = await t.ask(`GET ${months}2026-11/csv/`, { token })
  const purchases = String(file.body)
    .split('\r\n')
    .filter((line) => line.includes(',買取代金,'))
    .map((line) => line.split(',').slice(8, 11))
  expect(purchases.toSorted()).toEqual(
    [
      ['課税仕入10%', '古物商特例', String(before.id)],
      ['課税仕入10%', `インボイス発行事業者からの仕入れ ${number}`, String(box.id)],
    ].toSorted(),
  )
})
