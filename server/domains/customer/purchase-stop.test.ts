import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, requestBody } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let admin: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  admin = w.aoyama.admin.token
  await apply(t, w)
  await apply(t, w, { shop: w.umeda.shops[0] })
})
afterAll(() => t.close())

const path = (shop: number = w.aoyama.shops[0]) => `/api/biz/shops/${shop}/customers/${w.hanako.id}/`
const change = (body: Record<string, unknown>, token = admin, shop?: number) =>
  t.ask(`POST ${path(shop)}purchase-stop/`, { token, body })
const seenBy = async (token: string, shop?: number) => (await t.ask(`GET ${path(shop)}`, { token })).body
const asks = async (shop: number) => {
  const { token } = await signIn(t, w.hanako)
  return t.ask('POST /api/purchase_requests/', { token, key: randomKey(), body: requestBody(w, { shop }) })
}
const ownFlag = async () => {
  const { token } = await signIn(t, w.hanako)
  return (await t.ask(`GET /api/customers/${w.hanako.id}/`, { token })).body.is_purchase_disabled
}

test('a stop has a reason, is seen with who and when, and concerns one dealer only', async () => {
  expect((await change({ is_purchase_disabled: true, reason: ' ', version: 0 })).body).toHaveProperty(
    'reason',
  )
  const stopped = await change({ is_purchase_disabled: true, reason: '偽造品が続いたため', version: 0 })
  expect(stopped.status).toBe(200)
  expect(await seenBy(w.aoyama.staff.token)).toMatchObject({
    is_purchase_disabled: true,
    purchase_stop: {
      version: 1,
      changes: [{ is_stopped: true, reason: '偽造品が続いたため', changed_by: '青山 一郎' }],
    },
  })
  expect((await asks(w.aoyama.shops[1])).body).toMatchObject({ code: 'purchase_disabled' })

  const umeda = w.umeda.shops[0]
  const foreign = await seenBy(w.umeda.staff.token, umeda)
  expect(foreign).toMatchObject({ is_purchase_disabled: false, purchase_stop: { version: 0, changes: [] } })
  expect(await ownFlag()).toBe(false)
  expect((await asks(umeda)).status).toBe(201)
})

test('the customer is told before anything is typed once no dealer is left', async () => {
  const body = { is_purchase_disabled: true, reason: '連絡がつかないため', version: 0 }
  expect((await change(body, w.umeda.admin.token, w.umeda.shops[0])).status).toBe(200)
  expect(await ownFlag()).toBe(true)
})

test('it is taken back with a reason; of two people at once the slower sees the other’s change', async () => {
  const body = { is_purchase_disabled: false, reason: '話し合いがついたため', version: 1 }
  const both = await Promise.all([change(body), change(body, w.aoyama.admin2.token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(both.find(({ status }) => status === 400)?.body).toMatchObject({
    code: 'stale_version',
    current: { is_purchase_disabled: false, version: 2 },
  })
  expect(await ownFlag()).toBe(false)
  expect((await asks(w.aoyama.shops[0])).status).toBe(201)
  const { rows } = await t.pool.query(
    "select action from activity where action like 'customer.%purchases' order by at, id",
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'customer.stop_purchases',
    'customer.stop_purchases',
    'customer.resume_purchases',
  ])
})

test('staff may not; another company, another shop’s administrator and the operator find nobody', async () => {
  const body = { is_purchase_disabled: true, reason: '試し', version: 2 }
  expect((await change(body, w.aoyama.staff.token)).status).toBe(403)
  expect((await change(body, w.umeda.admin.token)).status).toBe(404)
  expect((await change(body, w.operator.operator.token)).status).toBe(403)
  const limited = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '渋谷 長', role: 'admin' },
    shop_ids: [w.aoyama.shops[1]],
  })
  expect((await change(body, (await signIn(t, limited)).token)).status).toBe(404)
  await expect(t.pool.query('delete from purchase_stop')).rejects.toThrow()
})
