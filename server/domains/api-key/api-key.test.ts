import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { machinePermissionLabel } from '#contract/api-key'
import { type Permission, permissions } from '#contract/permission'
import { machineRate } from '#server/platform/throttle'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, receive } from '../../../tests/support/steps.ts'
import { makeEmployee, makeMachine, makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.forward(120_000)
  for (const person of [w.aoyama.admin, w.aoyama.staff, w.hanako])
    Object.assign(person, await signIn(t, person))
})

const tokyo = (at: Date) => `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`
const list = 'GET /api/biz/purchase_requests/'
const create = (body: object = {}, token = w.aoyama.admin.token) =>
  t.ask('POST /api/biz/api-keys/', {
    token,
    body: { name: '在庫管理', permissions: ['biz.request.read'], shops: [], days: 90, ...body },
  })

test('the form offers what the permissions open to machines', () => {
  const open = (Object.keys(permissions) as Permission[]).filter(
    (name) => name !== 'anyone' && (permissions[name] as readonly string[]).includes('machine'),
  )
  expect(Object.keys(machinePermissionLabel).sort()).toEqual(open.sort())
})

test('a key is shown once, kept as a hash, and reads what it was made for', async () => {
  const { status, body } = await create()
  expect([status, body.state, body.created_by]).toEqual([201, 'valid', w.aoyama.admin.name])
  expect(body.key).toMatch(/^okuru_[A-Za-z0-9]{40}$/)
  expect(body.prefix).toBe(body.key.slice(0, 12))
  expect((await t.ask(list, { token: body.key })).status).toBe(200)
  const shown = await t.ask('GET /api/biz/api-keys/', { token: w.aoyama.admin.token })
  expect(JSON.stringify(shown.body)).not.toContain(body.key)
  expect(shown.body.results[0]).toMatchObject({ id: body.id, last_used_at: tokyo(t.clock.now()) })
  const dump = await t.pool.query('select k::text as row from api_key k union all select m::text from mail m')
  expect(JSON.stringify(dump.rows)).not.toContain(body.key)
  expect(t.logText()).not.toContain(body.key)
})

test('every administrator is told, and it is in the record of activities', async () => {
  const { body } = await create({ name: '会計ソフト' })
  await t.runJobs()
  const told = t.outbox.filter(({ text }) => text.includes('会計ソフト')).map(({ to }) => to)
  expect(told.sort()).toEqual([w.aoyama.admin.email, w.aoyama.admin2.email].sort())
  const acts = await t.ask('GET /api/biz/activities/', {
    token: w.aoyama.admin.token,
    query: { group: 'api_key' },
  })
  expect(acts.body.results[0]).toMatchObject({
    action: 'api_key.create',
    object: { label: 'APIキー 会計ソフト' },
    facts: expect.arrayContaining([{ label: '使える範囲', text: '申し込みを読む' }]),
  })
  expect(JSON.stringify(acts.body)).not.toContain(body.key)
})

describe('a key is refused', () => {
  test('at once when it is revoked, also on reads that were just let in', async () => {
    const { body } = await create()
    expect((await t.ask(list, { token: body.key })).status).toBe(200)
    const path = `POST /api/biz/api-keys/${body.id}/revoke/`
    const ended = await t.ask(path, { token: w.aoyama.admin2.token })
    expect(ended.body).toMatchObject({ state: 'revoked', revoked_by: w.aoyama.admin2.name })
    const refused = await t.ask(list, { token: body.key })
    expect([refused.status, refused.body.code]).toEqual([401, 'api_key_invalid'])
    expect((await t.ask(path, { token: w.aoyama.admin.token })).body).toEqual(ended.body)
  })

  test('from the end of its last day in Tokyo', async () => {
    const { body } = await create({ days: 1 })
    const now = t.clock.now()
    t.clock.set('2026-11-24T23:59:59+09:00')
    expect((await t.ask(list, { token: body.key })).status).toBe(200)
    t.clock.set('2026-11-25T00:00:00+09:00')
    const refused = await t.ask(list, { token: body.key })
    expect([refused.status, refused.body.code]).toEqual([401, 'api_key_expired'])
    t.clock.set(now.toISOString())
  })

  test.each(['okuru_', `okuru_${'A'.repeat(40)}`, `okuru_${'A'.repeat(39)}-`, `okuru_${'A'.repeat(4000)}`])(
    'when nobody made it: %.20s',
    async (token) => {
      const { status, body } = await t.ask(list, { token })
      expect([status, body.code]).toEqual([401, 'api_key_invalid'])
    },
  )
})

describe('a key never does what a person has to do', () => {
  test('keys, people, payouts, approvals, holds, and what needs a fresh sign-in, whatever it was given', async () => {
    const { key } = await makeMachine(t, w.aoyama)
    for (const route of [
      'GET /api/biz/api-keys/',
      'POST /api/biz/api-keys/',
      'GET /api/business-users/',
      'POST /api/business-users/',
      'GET /api/biz/payouts/',
      'POST /api/biz/holds/1/release/',
      'POST /api/biz/purchase_requests/1/rescind/',
      'POST /api/biz/carrier-labels/',
      'GET /api/biz/antique-ledger/csv/',
      'GET /api/me/',
    ])
      expect([route, (await t.ask(route, { token: key, body: {} })).status]).toEqual([route, 403])
  })

  test('except to take out a list, by a permission of its own', async () => {
    const reader = await makeMachine(t, w.aoyama, ['biz.request.read', 'biz.customer.read'])
    const exporter = await makeMachine(t, w.aoyama, ['biz.request.export'])
    const csv = 'GET /api/biz/purchase_requests/csv/'
    expect((await t.ask(csv, { token: reader.key })).status).toBe(403)
    expect((await t.ask(csv, { token: exporter.key })).status).toBe(200)
    const record = await t.pool.query(
      "select actor_id from activity where action = 'request.export' order by id desc limit 1",
    )
    expect(Number(record.rows[0].actor_id)).toBe(exporter.account_id)
  })
})

test('its acts are recorded with its name, and it is in no list of people', async () => {
  const { id } = await apply(t, w)
  const { key, business_user_id } = await makeMachine(t, w.aoyama, ['biz.request.write'])
  const moved = await t.ask(`POST /api/biz/purchase_requests/${id}/receive/`, {
    token: key,
    body: { item_count: 2, version: 1 },
  })
  expect(moved.status).toBe(200)
  expect(moved.body.status_history.at(-1).actor).toBe('在庫管理(APIキー)')
  const { token } = w.aoyama.admin
  const acts = await t.ask('GET /api/biz/activities/', { token, query: { group: 'request' } })
  expect(acts.body.results[0].who).toEqual({ kind: 'own', name: '在庫管理(APIキー)' })
  for (const route of ['GET /api/business-users/', 'GET /api/biz/assessors/'])
    expect(JSON.stringify((await t.ask(route, { token })).body)).not.toContain('APIキー')
  expect((await t.ask(`GET /api/business-users/${business_user_id}/`, { token })).status).toBe(404)
})

describe('shops', () => {
  test('a key limited to one sees no other', async () => {
    const box = await apply(t, w)
    await receive(t, box, 2)
    const [own, other] = w.aoyama.shops
    const ofOwn = await makeMachine(t, w.aoyama, ['biz.request.read'], [own])
    const ofOther = await makeMachine(t, w.aoyama, ['biz.request.read'], [other])
    const path = `GET /api/biz/purchase_requests/${box.id}/`
    expect((await t.ask(path, { token: ofOwn.key })).status).toBe(200)
    expect((await t.ask(path, { token: ofOther.key })).status).toBe(404)
  })

  test('an administrator limited to shops opens no more of them to a key', async () => {
    const [own, other] = w.aoyama.shops
    const head = await makeEmployee(t, w.aoyama.company, '表参 道', 'admin', 'omote@aoyama.example.jp')
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      head.id,
      own,
    ])
    const { token } = await signIn(t, head)
    for (const shops of [[], [other], [own, other]])
      expect((await create({ shops }, token)).body.code).toBe('shops_beyond_own')
    expect((await create({ shops: [own] }, token)).status).toBe(201)
    expect((await create({ shops: w.umeda.shops })).body.shops).toEqual([expect.stringContaining('不正')])
  })

  test('a key of shops that are gone reaches nothing, not everything', async () => {
    const { key, business_user_id } = await makeMachine(
      t,
      w.aoyama,
      ['biz.request.read'],
      [w.aoyama.shops[0]],
    )
    await t.pool.query('delete from business_user_shop where business_user_id = $1', [business_user_id])
    expect((await t.ask(list, { token: key })).body.count).toBe(0)
  })
})

test('making one needs a fresh sign-in, ending one does not', async () => {
  const { body } = await create()
  const { refresh } = await signIn(t, w.aoyama.admin)
  t.clock.forward(11 * 60_000)
  const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
  const refused = await create({}, access)
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  expect((await t.ask(`POST /api/biz/api-keys/${body.id}/revoke/`, { token: access })).status).toBe(200)
})

test('all calls of a key together have a limit, those of another have their own', async () => {
  const [busy, calm] = [await makeMachine(t, w.aoyama), await makeMachine(t, w.aoyama)]
  const statuses = new Map<number, number>()
  for (let asked = 0; asked < machineRate.limit + 5; asked += 1) {
    const { status } = await t.ask('GET /api/biz/sales/codes/', { token: busy.key })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [200, machineRate.limit],
    [429, 5],
  ])
  const refused = await t.ask(list, { token: busy.key })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await t.ask(list, { token: calm.key })).status).toBe(200)
})

test('nobody signs in as a machine, and its rows cannot become a person', async () => {
  const { business_user_id, id } = await makeMachine(t, w.aoyama)
  const change = (text: string, key: number) =>
    t.pool.query(text, [key]).catch((error: Error) => error.message)
  expect(await change('update business_user set is_active = true where id = $1', business_user_id)).toContain(
    'business_user_machine_check',
  )
  expect(await change("update api_key set permissions = '{biz.user.write}' where id = $1", id)).toContain(
    'cannot change',
  )
  expect(await change('delete from api_key where id = $1', id)).toContain('append')
})
