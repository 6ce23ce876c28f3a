import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const base = '/api/biz/terms/'
const token = () => w.operator.operator.token
const body =
  '第1条(適用)\nこの規約は、すべてのお申し込みに適用されます。\n\n第2条(変更)\n変更はサイトでお知らせします。'
const publish = (overrides: object = {}, as = token()) =>
  t.ask(`POST ${base}`, {
    token: as,
    body: { version: '2026-12', effective_on: '2026-12-01', body, ...overrides },
  })
const list = async () => (await t.ask(`GET ${base}`, { token: token() })).body

test('a version is published for a day to come, and holds from that day', async () => {
  const made = await publish({ body: body.replaceAll('\n', '\r\n') })
  expect([made.status, made.body]).toEqual([
    201,
    {
      version: '2026-12',
      effective_on: '2026-12-01',
      state: 'upcoming',
      published_at: testStart,
      published_by: '大手 進',
    },
  ])
  expect(await list()).toMatchObject([
    { version: '2026-12', state: 'upcoming' },
    { version: '2026-04', state: 'current', published_at: null, published_by: '' },
  ])
  expect((await t.ask('GET /api/terms/')).body.version).toBe('2026-04')
  expect((await t.ask('GET /api/terms/2026-12/')).body.body).toBe(body)
  t.clock.set('2026-12-01T00:00:00+09:00')
  expect((await t.ask('GET /api/terms/')).body.version).toBe('2026-12')
})

test('names, days and texts that cannot be used are refused at their field', async () => {
  const fieldsOf = async (overrides: object) => Object.keys((await publish(overrides)).body)
  expect(await fieldsOf({})).toEqual(['version', 'effective_on'])
  expect(await fieldsOf({ version: '版1', effective_on: '2026-11-23' })).toEqual(['version', 'effective_on'])
  expect(await fieldsOf({ version: 'a', effective_on: '2026-13-01', body: '' })).toEqual([
    'effective_on',
    'body',
  ])
  const other = { version: '2027-01', effective_on: '2027-01-01' }
  expect((await publish({ ...other, body: '本文だけ' })).body.body[0]).toContain('見出し')
  expect((await publish({ ...other, body: '第1条(適用)\n' })).body.body[0]).toContain('本文がありません')
  expect(await list()).toHaveLength(2)
})

test('of two that are published for one day, one is', async () => {
  const both = await Promise.all(
    ['a', 'b'].map((version) => publish({ version, effective_on: '2027-02-01' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

test('what does not hold yet can be taken back; what holds or held cannot', async () => {
  const upcoming = (await list()).filter(({ state }: { state: string }) => state === 'upcoming')
  expect(upcoming).toHaveLength(2)
  for (const { version } of upcoming)
    expect((await t.ask(`DELETE ${base}${version}/`, { token: token() })).status).toBe(204)
  expect((await t.ask(`DELETE ${base}2026-12/`, { token: token() })).status).toBe(404)
  const kept = await t.ask(`DELETE ${base}2026-04/`, { token: token() })
  expect([kept.status, kept.body.code]).toEqual([400, 'terms_in_force'])
})

test('what a request was made under stays word for word, whoever writes to the database', async () => {
  const box = await apply(t, w)
  const frozen = await t.db
    .selectFrom('purchase_request')
    .select('terms_version')
    .where('id', '=', box.id)
    .executeTakeFirstOrThrow()
  expect(frozen.terms_version).toBe('2026-04')
  await expect(t.pool.query(`update terms set body = 'x' where version = '2026-04'`)).rejects.toThrow(
    'append-only',
  )
  await expect(t.pool.query(`delete from terms where version = '2026-04'`)).rejects.toThrow('foreign key')
})

test('a version for today asks the next customer to agree anew', async () => {
  expect((await publish({ version: '2026-11-24', effective_on: '2026-11-24' })).body.state).toBe('current')
  await expect(apply(t, w)).rejects.toThrow('terms_outdated')
  const { token: fresh } = await signIn(t, w.hanako)
  const box = await apply(t, w, { agreed_terms: '2026-11-24' }, { ...w.hanako, token: fresh })
  expect(box.id).toBeGreaterThan(0)
})

test('it takes an administrator of the operator', async () => {
  const staff = await makeEmployee(t, w.operator.company, '三田 光', 'staff', 'hikari@okuru.example.jp')
  for (const as of [w.aoyama.admin.token, w.hanako.token, staff.token]) {
    expect((await publish({ version: 'x', effective_on: '2027-05-01' }, as)).status).toBe(403)
    expect((await t.ask(`DELETE ${base}2026-04/`, { token: as })).status).toBe(403)
  }
  expect((await t.ask(`GET ${base}`, { token: staff.token })).status).toBe(200)
  expect((await t.ask(`GET ${base}`, { token: w.aoyama.admin.token })).status).toBe(403)
})
