import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { answer, type Box, contracted, offered, read } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

/** Reads `agreed` from every call that returns it and checks that they are equal. */
async function agreedOf(box: Box) {
  const { token } = w.hanako
  const [detail, list, result, ofStaff] = await Promise.all([
    t.ask(`GET /api/purchase_requests/${box.id}/`, { token }),
    t.ask('GET /api/purchase_requests/', { token, query: { id: box.id } }),
    t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token }),
    read(t, box),
  ])
  expect(list.body.results).toHaveLength(1)
  expect(list.body.results[0].agreed).toEqual(detail.body.agreed)
  expect(result.body.agreed).toEqual(detail.body.agreed)
  expect(ofStaff.agreed).toEqual(detail.body.agreed)
  return { agreed: detail.body.agreed, assessed: detail.body.offer_total, result: result.body }
}

test('nothing is agreed while the customer has not answered', async () => {
  const box = await offered(t, w)
  expect(await agreedOf(box)).toMatchObject({ agreed: null, assessed: 17_500 })
})

test('of a result of three, only the one that was sold was agreed, before and after the deal', async () => {
  const box = await offered(t, w)
  const [jacket, knit] = box.slugs
  const decisions = [
    { slug: jacket, decision: 'sell' },
    { slug: knit, decision: 'return' },
  ]
  expect((await answer(t, box, { decisions })).status).toBe(200)
  expect(await agreedOf(box)).toMatchObject({ agreed: { count: 1, total: 14_000 }, assessed: 17_500 })
  await t.runJobs()
  expect(await agreedOf(box)).toMatchObject({ agreed: { count: 1, total: 14_000 }, assessed: 17_500 })
})

test('what was taken back within the day is not agreed any more', async () => {
  const box = await contracted(t, w)
  expect((await agreedOf(box)).agreed).toEqual({ count: 2, total: 17_500 })
  const rescinded = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: w.hanako.token,
    key: 'agreed',
    body: { slugs: [box.slugs[0]] },
  })
  expect(rescinded.status).toBe(200)
  expect(await agreedOf(box)).toMatchObject({ agreed: { count: 1, total: 3_500 }, assessed: 17_500 })
})

test('with everything back nothing was sold', async () => {
  const box = await offered(t, w)
  expect((await answer(t, box, { decision_all: 'return' })).status).toBe(200)
  expect(await agreedOf(box)).toMatchObject({ agreed: { count: 0, total: 0 } })
})
