import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '#server/domains/account/account.service'
import { type TestApp, testApp } from './app.ts'
import { makeWorld, type World } from './world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

test('everybody in the world carries a token of their own role and company', async () => {
  const who = async (token: string) => authenticate(t.db, `Bearer ${token}`, 'test', t.tools)
  expect(await who(world.hanako.token)).toMatchObject({ role: 'customer', customer_id: world.hanako.id })
  expect(await who(world.aoyama.staff.token)).toMatchObject({
    role: 'staff',
    company_id: world.aoyama.company,
    shop_ids: null,
  })
  expect(await who(world.umeda.admin.token)).toMatchObject({
    role: 'admin',
    company_id: world.umeda.company,
  })
  expect(await who(world.operator.approver.token)).toMatchObject({ role: 'operator', is_operator: true })
})
