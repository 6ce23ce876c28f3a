import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostViews } from '#contract/saved-view'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let first: number
let second: number
/** Of the first shop only. */
let limited: { staff: string; admin: string }

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  ;[first, second] = w.aoyama.shops as [number, number]
  const token = async (role: 'staff' | 'admin') =>
    (
      await signIn(
        t,
        await makeBusinessAccount(t.db, w.aoyama.company, {
          user: { name: '本店 係', role },
          shop_ids: [first],
        }),
      )
    ).token
  limited = { staff: await token('staff'), admin: await token('admin') }
})
afterAll(() => t.close())

const route = '/api/biz/saved-views/'
const save = (token: string, body: object = {}, key = randomKey()) =>
  t.ask(`POST ${route}`, {
    token,
    key,
    body: { list: 'requests', name: '朝の確認', search: 'view=late', hidden: null, shop: null, ...body },
  })
const change = (token: string, id: number, body: object) => t.ask(`PATCH ${route}${id}/`, { token, body })
const views = async (token: string, list = 'requests') =>
  (await t.ask(`GET ${route}`, { token, query: { list } })).body as {
    id: number
    name: string
    search: string
    shop: number | null
    is_default: boolean
    may_change: boolean
    version: number
  }[]
const names = async (token: string, list?: string) => (await views(token, list)).map(({ name }) => name)

describe('what is kept', () => {
  test('is what the list reads, without its page and whatever else an address held', async () => {
    const { status, body } = await save(w.aoyama.staff.token, {
      name: '高い順',
      search:
        '?status=11&ordering=-offer_total&page=7&size=200&shop=abc&status_x=1&__proto__=1&q=&next=https%3A%2F%2Fevil.example',
      hidden: ['customer'],
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        search: 'ordering=-offer_total&status=11',
        hidden: ['customer'],
        may_change: true,
      }),
    ])
  })

  test('is of one list, and of those that the reader may open', async () => {
    const token = w.aoyama.staff.token
    expect((await save(token, { list: 'items', search: 'status=3&view=late' })).body.search).toBe('status=3')
    expect(await names(token, 'items')).toEqual(['朝の確認'])
    expect((await save(token, { list: 'payout-batches' })).status).toBe(403)
    expect((await save(token, { list: 'nothing' })).body).toHaveProperty('list')
    expect(
      (await save(w.operator.operator.token, { list: 'payout-batches', search: 'state=sent' })).status,
    ).toBe(201)
  })

  test('exists once when the answer was lost, and no name twice', async () => {
    const token = w.umeda.staff.token
    const [one, again] = [await save(token, {}, 'once'), await save(token, {}, 'once')]
    expect([one.status, again.body.id]).toEqual([201, one.body.id])
    expect(await save(token)).toMatchObject({ status: 400, body: { code: 'view_name_taken' } })
    const both = await Promise.all([save(token, { name: '夕方' }), save(token, { name: '夕方' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('has a limit for each list', async () => {
    const token = w.umeda.admin.token
    await t.pool.query(
      `insert into saved_view (company_id, business_user_id, list, name, search, place, created_at, updated_at)
       select $1, $2, 'requests', 'v' || n, '', n, now(), now() from generate_series(1, $3) n`,
      [w.umeda.company, w.umeda.admin.id, mostViews],
    )
    expect(await save(token)).toMatchObject({ status: 400, body: { code: 'too_many_views' } })
    expect((await save(token, { list: 'items' })).status).toBe(201)
  })
})

describe('a view of one’s own', () => {
  test('is renamed and overwritten by its version, put in order, opened with, and deleted', async () => {
    const token = w.aoyama.admin.token
    const one = (await save(token, { name: '一' })).body
    const two = (await save(token, { name: '二' })).body
    expect((await change(token, one.id, { name: '二', version: 1 })).body.code).toBe('view_name_taken')
    const changed = await change(token, one.id, { name: '初', search: 'view=mine', version: 1 })
    expect(changed.body).toMatchObject({ name: '初', search: 'view=mine', version: 2 })
    expect(await change(token, one.id, { name: '古', version: 1 })).toMatchObject({
      status: 400,
      body: { code: 'stale_version', current: { name: '初' } },
    })
    await t.ask(`POST ${route}${two.id}/shift/`, { token, body: { towards: 'front' } })
    expect(await names(token)).toEqual(['二', '初'])
    await t.ask(`POST ${route}default/`, { token, body: { list: 'requests', view: one.id } })
    expect((await views(token)).map((view) => view.is_default)).toEqual([false, true])
    expect((await t.ask(`DELETE ${route}${one.id}/`, { token })).status).toBe(204)
    expect(await names(token)).toEqual(['二'])
  })

  test('is nobody else’s, not even for the administrators', async () => {
    const { id } = (await save(w.aoyama.staff.token, { name: 'ひみつ' })).body
    for (const token of [w.aoyama.admin.token, w.umeda.admin.token, w.operator.operator.token]) {
      expect(await names(token)).not.toContain('ひみつ')
      expect((await change(token, id, { name: 'x', version: 1 })).status).toBe(404)
      expect(
        (await t.ask(`POST ${route}default/`, { token, body: { list: 'requests', view: id } })).status,
      ).toBe(400)
    }
  })
})

describe('a shared view', () => {
  test('is seen by the people of its shop, and by nobody of another one', async () => {
    const token = w.aoyama.admin.token
    const near = (await save(token, { name: '本店の朝', list: 'items', shop: first })).body
    const far = (await save(token, { name: '二号店の朝', list: 'items', shop: second })).body
    expect(near).toMatchObject({ shop: first, shared_by: w.aoyama.admin.name })
    expect(await names(limited.staff, 'items')).toEqual(['本店の朝'])
    expect(await names(w.aoyama.staff.token, 'items')).toEqual(
      expect.arrayContaining(['本店の朝', '二号店の朝']),
    )
    expect(await names(w.umeda.admin.token, 'items')).not.toContain('本店の朝')
    expect((await change(limited.admin, far.id, { name: 'x', version: 1 })).status).toBe(404)
    expect((await t.ask(`DELETE ${route}${far.id}/`, { token: w.umeda.admin.token })).status).toBe(404)
  })

  test('is changed by administrators of the shop only', async () => {
    const shared = (await save(limited.admin, { name: '待ち', shop: first })).body
    expect((await views(limited.staff)).find(({ id }) => id === shared.id)?.may_change).toBe(false)
    expect((await change(limited.staff, shared.id, { name: 'x', version: 1 })).status).toBe(403)
    expect((await t.ask(`DELETE ${route}${shared.id}/`, { token: limited.staff })).status).toBe(403)
    expect((await change(w.aoyama.admin.token, shared.id, { name: 'お待ち', version: 1 })).status).toBe(200)
    expect((await save(limited.staff, { name: 'みんなの', shop: first })).status).toBe(403)
    expect((await save(limited.admin, { name: '二号店の', shop: second })).body).toHaveProperty('shop')
    expect((await save(limited.admin, { name: 'よその', shop: w.umeda.shops[0] })).body).toHaveProperty(
      'shop',
    )
  })

  test('opens the list of somebody until it is taken back', async () => {
    const shared = (await save(w.aoyama.admin.token, { name: '今週', list: 'ledger', shop: first })).body
    const chosen = await t.ask(`POST ${route}default/`, {
      token: limited.staff,
      body: { list: 'ledger', view: shared.id },
    })
    expect(chosen.status).toBe(200)
    expect(await views(limited.staff, 'ledger')).toMatchObject([{ name: '今週', is_default: true }])
    await change(w.aoyama.admin.token, shared.id, { shop: null, version: 1 })
    expect(await views(limited.staff, 'ledger')).toEqual([])
    const { rows } = await t.pool.query(
      "select action from activity where action like 'saved_view.%' and object_id = $1",
      [String(shared.id)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['saved_view.create', 'saved_view.change'])
  })
})
