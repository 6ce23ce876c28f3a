import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestStatusLabel } from '#contract/lifecycle'
import { fromCsv } from '#server/platform/csv'
import { selectRows } from '#server/platform/statement'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  assessAll,
  type Box,
  move,
  offered,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type Person, type World } from '../../../tests/support/world.ts'
import { isResultOut, resultIsOut } from './purchase-request.predicates.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const found = async (
  who: Person,
  query: Record<string, string | number>,
  path = '/api/purchase_requests/',
) => {
  const response = await t.ask(`GET ${path}`, { token: who.token, query: { size: 200, ...query } })
  expect(response.status).toBe(200)
  expect(response.body.count).toBe(response.body.results.length)
  return response.body.results.map((row: { id: number }) => row.id) as number[]
}
const assessed = async () => {
  const box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  await assessAll(t, w, box, [9_000])
  return box
}

test('the predicate in SQL and the one in the rules say the same of every request', async () => {
  const requests = Object.keys(requestStatusLabel).flatMap((status) =>
    [null, '2026-11-20T10:00:00+09:00'].map((offered_at) => ({ status: Number(status), offered_at })),
  )
  const rows = await selectRows<{ status: number; offered_at: string | null; is_out: boolean }>(
    t.db,
    sql`select r.status, r.offered_at, ${resultIsOut('r')} as is_out
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r(status smallint, offered_at timestamptz)`,
  )
  expect(rows).toHaveLength(requests.length)
  for (const row of rows) expect([row, row.is_out]).toEqual([row, isResultOut(row)])
})

describe('the file of the list', () => {
  const rows = (text: string) => {
    const read = fromCsv(Buffer.from(text))
    if (!read.ok) throw new Error(read.message)
    return read.rows
  }

  test('holds what the list shows, in its order, and its download is recorded', async () => {
    const boxes = [await apply(t, w), await apply(t, w), await apply(t, w)]
    await t.pool.query("update customer set name = '=1+1' where id = $1", [w.hanako.id])
    await receive(t, boxes[1] as Box, 4)
    const queries: Record<string, string | number>[] = [
      {},
      { status: 0, ordering: 'id' },
      { ordering: '-arrived_at' },
      { q: String(boxes[0]?.id) },
    ]
    for (const query of queries) {
      const { body } = await t.ask('GET /api/biz/purchase_requests/csv/', {
        token: w.aoyama.admin.token,
        query,
      })
      const shown = await found(w.aoyama.admin, query, '/api/biz/purchase_requests/')
      expect(rows(body).map((row) => Number(row.申し込み番号))).toEqual(shown)
      expect(body).toContain("'=1+1")
      expect(rows(body)[0]?.お客さま).toBe('=1+1')
    }
    await t.pool.query("update customer set name = '山田 花子' where id = $1", [w.hanako.id])
    const { rows: done } = await t.pool.query(
      "select detail from activity where action = 'request.export' order by id",
    )
    expect(done.length).toBe(4)
    expect(done[3]?.detail).toEqual({ rows: 1 })
  })

  test('is for administrators, and holds nothing of another company', async () => {
    const path = 'GET /api/biz/purchase_requests/csv/'
    expect((await t.ask(path, { token: w.aoyama.staff.token })).status).toBe(403)
    expect(rows((await t.ask(path, { token: w.umeda.admin.token })).body)).toEqual([])
  })
})

describe('?brand_name=', () => {
  const byBrand = { brand_name: 'A.P.C.' }

  test('finds a request for its customer only by a result that was shown', async () => {
    const [brand] = (await t.pool.query('select name from brand where id = $1', [Object.values(w.brands)[0]]))
      .rows
    byBrand.brand_name = brand.name
    const assessing = await assessed()
    const [returned, aborted] = [await assessed(), await assessed()]
    expect((await move(t, returned, 22, { reason: '偽物の疑い' })).status).toBe(200)
    expect((await move(t, aborted, 24, { reason: '偽物の疑い' })).status).toBe(200)
    const shown = await offered(t, w)
    const reopened = await offered(t, w)
    expect((await move(t, reopened, 12, { reason: '見落とし' })).status).toBe(200)
    const ended = await offered(t, w)
    expect((await move(t, ended, 12, { reason: '見落とし' })).status).toBe(200)
    expect((await move(t, ended, 22, { reason: '見落とし' })).status).toBe(200)

    expect(await found(w.hanako, byBrand)).toEqual([shown.id])
    const all = [assessing, returned, aborted, shown, reopened, ended].map(({ id }: Box) => id)
    const staff = await found(w.aoyama.staff, byBrand, '/api/biz/purchase_requests/')
    expect(staff.toSorted()).toEqual(all.toSorted())
  })
})

test('sorting by the total does not tell a customer apart what is hidden', async () => {
  const boxes = [
    await offered(t, w, {}, [5_000]),
    await offered(t, w, {}, [90_000]),
    await offered(t, w, {}, [1_000]),
  ]
  for (const box of boxes) expect((await move(t, box, 12, { reason: '見落とし' })).status).toBe(200)
  const ids = boxes.map(({ id }) => id)
  const order = async (ordering: string) =>
    (await found(w.hanako, { ordering })).filter((id) => ids.includes(id))
  expect(await order('offer_total')).toEqual(ids.toSorted((a, b) => a - b))
  expect(await order('-offer_total')).toEqual(ids.toSorted((a, b) => b - a))
})

test('PICKUP_AND_SELF finds the requests to shops that offer both, the others how the box is sent', async () => {
  const [both, selfOnly] = w.aoyama.shops
  const options = new Map([
    [both, 'PICKUP_AND_SELF'],
    [selfOnly, 'SELF_ONLY'],
  ])
  for (const [shop, option] of options)
    await t.pool.query('update shop set delivering_option = $2 where id = $1', [shop, option])
  const pickup = { delivering_option: 'PICKUP_ONLY', pickup_date: '2026-11-26', pickup_time_slot: 'AM' }
  const since = (await apply(t, w)).id
  const [fetched, sent] = [await apply(t, w, pickup), await apply(t, w, { shop: selfOnly })]
  const byWay = async (delivering_option: string) => {
    const query = { delivering_option, shop: 0 }
    const own = await found(w.hanako, { delivering_option })
    const staff = await found(w.aoyama.staff, { delivering_option }, '/api/biz/purchase_requests/')
    expect(await found(w.hanako, query)).toEqual([])
    expect(staff).toEqual(own)
    return own.filter((id) => id >= since)
  }
  expect(await byWay('PICKUP_AND_SELF')).toEqual([fetched.id, since])
  expect(await byWay('PICKUP_ONLY')).toEqual([fetched.id])
  expect(await byWay('SELF_ONLY')).toEqual([sent.id, since])
})
