import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { answer, contracted, offered, read } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { dealJobs } from './deal.jobs.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('a deal closes although hundreds before it, answered and identified, cannot', async () => {
  // Nothing was accepted: selected as a candidate but never closed.
  for (let made = 0; made < 620; made += 1) {
    await makeRequest(t.db, {
      customer_id: w.hanako.id,
      company_id: w.aoyama.company,
      shop_id: w.aoyama.shops[0],
      terms_version: w.terms,
      status: 13,
      offer_total: 1,
      answered_at: t.clock.now().toISOString(),
    })
  }
  const box = await offered(t, w)
  expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
  await t.pool.query('delete from graphile_worker._private_jobs')
  expect((await read(t, box)).status).toBe(13)
  await dealJobs.tasks(t.db, t.tools)['deal.scan']?.({})
  expect((await read(t, box)).status).toBe(20)
})

test('a deal starts the deadline of the balance again', async () => {
  const ofHanako = t.db.selectFrom('customer').select('is_transfer_expired').where('id', '=', w.hanako.id)
  await t.db
    .updateTable('customer')
    .set({ is_transfer_expired: true })
    .where('id', '=', w.hanako.id)
    .execute()
  await contracted(t, w)
  expect(await ofHanako.executeTakeFirst()).toEqual({ is_transfer_expired: false })
})
