import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { seedDemo } from './demo.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const s = performance.now()
  await seedDemo(t.db, t.tools)
  console.log('seeded in', Math.round(performance.now() - s))
}, 120_000)
afterAll(() => t.close())
describe('x', () => {
  it('y', async () => {
    const c = await t.db
      .selectFrom('purchase_request')
      .select(['status', (e) => e.fn.countAll().as('n')])
      .groupBy('status')
      .orderBy('status')
      .execute()
    console.log(JSON.stringify(c))
    expect(c.length).toBe(14)
  })
})
