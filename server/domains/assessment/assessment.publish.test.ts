import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import {
  apply,
  assessAll,
  contracted,
  move,
  publish,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

async function assessed(count: number) {
  const box = await apply(t, w)
  await receive(t, box, count)
  await startAssessing(t, box)
  await assessAll(t, w, box, [9_000, 5_500, null])
  return box
}
const evidenceOf = async (box: { id: number }) =>
  (
    await t.pool.query('select price::int, evidence from purchase_item where request_id = $1 order by seq', [
      box.id,
    ])
  ).rows

test('many articles are published with as many statements as one, each with its own evidence', async () => {
  for (const price of [5_000, 6_000, 7_000]) await contracted(t, w, [price, price + 1_000])
  const [few, many] = [await assessed(3), await assessed(24)]
  const first = await statementsOf(() => publish(t, few))
  const second = await statementsOf(() => publish(t, many))
  expect(second.length).toBe(first.length)
  for (const { price, evidence } of await evidenceOf(many)) {
    if (price === null) expect(evidence).toBeNull()
    else expect(evidence).toMatchObject({ n: 6, min: 5_000, median: 6_000, max: 8_000 })
  }
  const { rows } = await t.pool.query('select snapshot from offer where request_id = $1', [many.id])
  expect(rows[0].snapshot.map((item: { evidence: object | null }) => item.evidence !== null)).toEqual(
    (await evidenceOf(many)).map(({ evidence }) => evidence !== null),
  )
})

test('what was shown before is not shown of an article that can no longer be bought', async () => {
  const box = await assessed(1)
  await publish(t, box)
  expect((await evidenceOf(box))[0].evidence).not.toBeNull()
  expect((await move(t, box, 12, { reason: '見落とし' })).status).toBe(200)
  await assessAll(t, w, box, [null]).catch(() => undefined)
  const slug = (await t.pool.query('select slug from purchase_item where request_id = $1', [box.id])).rows[0]
    .slug
  for (const fields of [{ status: 1 }, { status: 3, not_buyable_reason: '破れ' }]) {
    const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token: box.staff.token })).body
    await t.ask(`PATCH /api/purchase_items/${slug}/`, {
      token: box.staff.token,
      body: { version, ...fields },
    })
  }
  await publish(t, box)
  expect((await evidenceOf(box))[0].evidence).toBeNull()
})
