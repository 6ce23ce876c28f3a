import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, read, requestBody } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const pickup = {
  delivering_option: 'PICKUP_ONLY',
  pickup_date: '2026-11-26',
  pickup_time_slot: 'AM',
  carrier: 'YAMATO',
}
const own = () => ({ token: w.hanako.token })
const register = (address: object) =>
  t.ask(`PATCH /api/customers/${w.hanako.id}/`, { ...own(), body: { address } })
const registered = async () => (await t.ask(`GET /api/customers/${w.hanako.id}/`, own())).body.address
const shown = async (id: number) => (await t.ask(`GET /api/purchase_requests/${id}/`, own())).body
const patch = (id: number, body: object) => t.ask(`PATCH /api/purchase_requests/${id}/`, { ...own(), body })

describe('where boxes are fetched', () => {
  test('is the registered address, for the customer and the shop alike; who sends has none', async () => {
    const box = await apply(t, w, pickup)
    const address = await registered()
    expect(address.address1).not.toBe('')
    expect(await shown(box.id)).toMatchObject({ pickup_address: address, pickup_address_differs: false })
    expect(await read(t, box)).toMatchObject({ pickup_address: address, pickup_address_differs: false })
    const sent = await apply(t, w)
    expect(await shown(sent.id)).toMatchObject({ pickup_address: null, pickup_address_differs: false })
  })

  test('stays as it was agreed when the profile changes, says so, and follows only when told to', async () => {
    const box = await apply(t, w, pickup)
    const before = await registered()
    expect((await register({ address1: '南青山5-6-7', address2: '' })).status).toBe(200)
    expect(await shown(box.id)).toMatchObject({ pickup_address: before, pickup_address_differs: true })
    expect((await read(t, box)).pickup_address_differs).toBe(true)

    expect((await patch(box.id, { box_count: 2 })).body.pickup_address).toEqual(before)
    const taken = await patch(box.id, { take_registered_address: true })
    expect(taken.body).toMatchObject({
      pickup_address: { address1: '南青山5-6-7', address2: '' },
      pickup_address_differs: false,
      version: 3,
    })
  })

  test('comes and goes with the way of sending', async () => {
    const box = await apply(t, w)
    const fetched = await patch(box.id, pickup)
    expect(fetched.body.pickup_address).toEqual(await registered())
    const sent = await patch(box.id, { delivering_option: 'SELF_ONLY' })
    expect(sent.body.pickup_address).toBeNull()
  })
})

describe('an address without a house number', () => {
  test('is refused at its field with the way out, and taken with it', async () => {
    for (const address1 of ['南青山', '南青山３丁目', '六本木']) {
      const refused = await register({ address1 })
      expect(refused.status, address1).toBe(400)
      expect(refused.body.address.address1[0]).toContain('番地まで入力してください')
    }
    for (const address1 of ['南青山三丁目十四番八号', '大手前2丁目 番地なし', '南青山5-6-7'])
      expect((await register({ address1 })).status, address1).toBe(200)
  })

  test('registered before this was asked, it does not lead a carrier nowhere', async () => {
    const old = await apply(t, w)
    const before = await registered()
    await t.pool.query("update customer set address1 = '南青山' where id = $1", [w.hanako.id])
    const create = (body: object) => t.ask('POST /api/purchase_requests/', { ...own(), body })
    expect((await create(requestBody(w, pickup))).body.code).toBe('customer_incomplete')
    expect((await patch(old.id, pickup)).body.code).toBe('customer_incomplete')
    const me = await t.ask('GET /api/me/', own())
    expect(me.body.customer.profile_complete).toBe(false)
    expect(
      (await t.ask(`PATCH /api/customers/${w.hanako.id}/`, { ...own(), body: { gender: 0 } })).status,
    ).toBe(200)
    await register(before)
  })
})
