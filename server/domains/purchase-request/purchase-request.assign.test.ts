import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeStaff } from '#server/domains/company/company.factory'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply, type Box, read } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let boxes: Box[]
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  boxes = [await apply(t, w), await apply(t, w), await apply(t, w)]
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  await t.pool.query('update purchase_request set assessor_id = null')
})

const url = 'POST /api/biz/purchase_requests/assign/'
const seen = async (some: readonly Box[]) =>
  Promise.all(some.map(async (box) => ({ id: box.id, version: (await read(t, box)).version })))
const assign = (
  requests: object[],
  assessor: number | null,
  who: Person = w.aoyama.staff,
  key = randomKey(),
) => t.ask(url, { token: who.token, key, body: { requests, assessor } })
const undo = (act: number, who: Person = w.aoyama.staff, key = randomKey()) =>
  t.ask(`POST /api/biz/assignments/${act}/undo/`, { token: who.token, key })
const holders = async () => {
  const { rows } = await t.pool.query('select assessor_id from purchase_request order by id')
  return rows.map(({ assessor_id }) => assessor_id)
}
const ids = (some: readonly Box[]) => some.map(({ id }) => id)

describe('several requests at once', () => {
  test('get a person, recorded for each; what somebody else changed meanwhile stays and is named', async () => {
    const { admin, staff } = w.aoyama
    const [first, second, third] = boxes as [Box, Box, Box]
    const shown = await seen(boxes)
    await t.ask(`PUT /api/biz/purchase_requests/${second.id}/`, {
      token: admin.token,
      body: { internal_note: '先に見る', version: shown[1]?.version },
    })
    const done = await assign(shown, admin.id)
    expect([done.status, done.body]).toEqual([
      200,
      { act: expect.any(Number), changed: [first.id, third.id], kept: [second.id] },
    ])
    expect(await holders()).toEqual([admin.id, null, admin.id])
    const { rows } = await t.pool.query(
      `select object_id, detail from activity where action = 'request.update' and detail->'after' ? 'assessor_id'
       order by id`,
    )
    expect(rows.map(({ object_id }) => Number(object_id))).toEqual([first.id, third.id])
    expect(rows[0].detail).toMatchObject({ before: { assessor_id: null }, after: { assessor_id: admin.id } })
    // The same again changes nothing and is no conflict.
    const again = await assign([shown[0] as object], admin.id, staff)
    expect(again.body).toEqual({ act: null, changed: [], kept: [] })
  })

  test('go to nobody who cannot see them, one by one or together, nor to who cannot sign in', async () => {
    const [shop, other] = w.aoyama.shops as [number, number]
    const [first] = boxes as [Box]
    const elsewhere = await makeStaff(t.db, w.aoyama.company, { shop_ids: [other] })
    const here = await makeStaff(t.db, w.aoyama.company, { shop_ids: [shop, other] })
    const gone = await makeStaff(t.db, w.aoyama.company, { user: { is_active: false } })
    const single = async (assessor: number) => {
      const { version } = await read(t, first)
      const body = { assessor, version }
      return t.ask(`PUT /api/biz/purchase_requests/${first.id}/`, { token: w.aoyama.staff.token, body })
    }
    for (const refused of [
      await assign(await seen(boxes), elsewhere.business_user_id),
      await single(elsewhere.business_user_id),
    ]) {
      expect(refused.status).toBe(400)
      expect(refused.body.assessor[0]).toContain('の申し込みを見られません')
    }
    expect((await single(gone.business_user_id)).status).toBe(400)
    expect(await holders()).toEqual([null, null, null])
    expect((await assign(await seen(boxes), here.business_user_id)).body.changed).toEqual(ids(boxes))
    // Who has it stays when the rest is written, also after losing the shop.
    await t.pool.query('delete from business_user_shop where business_user_id = $1 and shop_id = $2', [
      here.business_user_id,
      shop,
    ])
    expect((await single(here.business_user_id)).status).toBe(200)
    // Taking an assignment back gives it to nobody who cannot see it either.
    const given = await assign(await seen(boxes), w.aoyama.staff.id)
    expect(given.body.changed).toEqual(ids(boxes))
    expect((await undo(given.body.act)).body).toEqual({ changed: [], kept: ids(boxes) })
  })

  test('go back in one act, but not what was changed since; a second time there is nothing', async () => {
    const { admin, staff } = w.aoyama
    const [first, second] = boxes as [Box, Box]
    await assign(await seen([first]), admin.id)
    const done = await assign(await seen([first, second]), staff.id)
    const { version } = await read(t, second)
    await t.ask(`PUT /api/biz/purchase_requests/${second.id}/`, {
      token: admin.token,
      body: { internal_note: '箱が大きい', version },
    })
    const back = await undo(done.body.act)
    expect([back.status, back.body]).toEqual([200, { changed: [first.id], kept: [second.id] }])
    expect((await holders()).slice(0, 2)).toEqual([admin.id, staff.id])
    expect((await undo(done.body.act)).status).toBe(404)
  })

  test('a repeated call and a repeated way back act once', async () => {
    const [key, other] = [randomKey(), randomKey()]
    const shown = await seen(boxes)
    const both = await Promise.all([1, 2].map(() => assign(shown, w.aoyama.admin.id, w.aoyama.staff, key)))
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(both[0]?.body.changed).toEqual(ids(boxes))
    const backs = await Promise.all([1, 2].map(() => undo(both[0]?.body.act, w.aoyama.staff, other)))
    expect(backs.map(({ body }) => body)).toEqual([
      { changed: ids(boxes), kept: [] },
      { changed: ids(boxes), kept: [] },
    ])
    expect(await holders()).toEqual([null, null, null])
  })

  test('two people at once: each request goes to one of them, and the other is told', async () => {
    const shown = await seen(boxes)
    const { admin, admin2, staff } = w.aoyama
    const both = await Promise.all([
      assign(shown, admin.id, admin2),
      assign(shown.toReversed(), staff.id, staff),
    ])
    const changed = both.flatMap(({ body }) => body.changed)
    expect(changed.toSorted()).toEqual(ids(boxes))
    expect(both.flatMap(({ body }) => body.kept).toSorted()).toEqual(ids(boxes))
  })

  test('only the own last act goes back, for ten minutes', async () => {
    const { admin, staff } = w.aoyama
    const first = await assign(await seen(boxes), admin.id)
    expect((await undo(first.body.act, admin)).status).toBe(404)
    const last = await assign(await seen(boxes), staff.id)
    expect((await undo(first.body.act)).status).toBe(404)
    t.clock.forward(10 * 60_000)
    expect((await undo(last.body.act, { ...staff, ...(await signIn(t, staff)) })).status).toBe(404)
  })

  test('of another dealer or shop are missing ones, and nothing changes; so is a stranger as assessor', async () => {
    const shown = await seen(boxes)
    const foreign = await assign(shown, w.umeda.staff.id, w.umeda.staff)
    expect([foreign.status, Object.keys(foreign.body)]).toEqual([400, ['requests']])
    const limited = await makeEmployee(t, w.aoyama.company, '渋谷 歩', 'staff', 'ayumi@aoyama.example.jp')
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      limited.id,
      w.aoyama.shops[1],
    ])
    const asLimited = { ...limited, ...(await signIn(t, limited)) }
    expect((await assign(shown, limited.id, asLimited)).status).toBe(400)
    expect((await assign(shown, w.umeda.staff.id)).body).toHaveProperty('assessor')
    expect((await assign([...shown, ...shown], null)).status).toBe(400)
    expect((await assign([], null)).status).toBe(400)
    expect(await holders()).toEqual([null, null, null])
  })
})
