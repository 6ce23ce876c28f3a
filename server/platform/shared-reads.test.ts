import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { someoneWaits, type TestApp, testApp } from '../../tests/support/app.ts'
import { statementsOf } from '../../tests/support/statements.ts'
import { apply, type Box, receive, startAssessing } from '../../tests/support/steps.ts'
import { makeWorld, type World } from '../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, 3)
  await startAssessing(t, box)
})
afterAll(() => t.close())

const counted = async (path: string): Promise<number> => {
  const { status, body } = await t.ask(`GET ${path}`, { token: w.aoyama.staff.token })
  expect(status).toBe(200)
  expect(body.results).toHaveLength(body.count)
  return body.count
}
const prune = () => allTasks(t.db, t.tools)['list_change.prune']({})

const items = '/api/biz/purchase-items/'
const requests = '/api/biz/purchase_requests/'
const customers = () => `/api/biz/shops/${w.aoyama.shops[0]}/customers/`
const name = (text: string) => encodeURIComponent(text)

test('a list is exact at once after whatever its filter reads has changed', async () => {
  const set = (table: string, change: string) => t.pool.query(`update ${table} set ${change}`)
  const changes: [path: string, before: number, table: string, change: string, after: number][] = [
    [`${items}?name=${name('帯')}`, 0, 'purchase_item', `name = '帯締め', name_folded = '帯締メ'`, 3],
    [`${items}?customer_name=${name('鷺沼')}`, 0, 'customer', `search_text = '鷺沼'`, 3],
    [`${requests}?customer_name=${name('鷺沼さぎ')}`, 0, 'customer', `search_text = '鷺沼サギ'`, 1],
    [`${requests}?brand_name=gucci`, 0, 'purchase_item', `brand_id = ${w.brands.gucci}`, 1],
    [`${requests}?brand_name=hermine`, 0, 'brand', `search_text = 'hermine'`, 1],
    [`${requests}?pickup_date=2027-01-05`, 0, 'purchase_request', `pickup_date = '2027-01-05'`, 1],
    [`${requests}?q=400000000006`, 0, 'request_box', `tracking_number = '400000000006'`, 1],
    [`${customers()}?is_identity_verified=true`, 1, 'identification', 'ekyc_status = 2', 0],
  ]
  for (const [path, before, table, change, after] of changes) {
    expect([path, await counted(path)]).toEqual([path, before])
    expect([path, await counted(path)]).toEqual([path, before])
    await set(table, change)
    expect([path, await counted(path)]).toEqual([path, after])
  }
})

test('a transaction that began before the marks were removed and ends after is seen', async () => {
  const early = await t.pool.connect()
  try {
    const path = `${items}?name=${name('根付')}`
    await early.query('begin')
    await early.query(`update purchase_item set name_folded = '根付' where seq = 1`)
    await prune()
    expect(await counted(path)).toBe(0)
    await early.query('commit')
    await t.pool.query('update purchase_item set name = name')
    // Both marks go before anybody has read them.
    await prune()
    expect(await counted(path)).toBe(1)
  } finally {
    early.release()
  }
})

test('what is committed late, while the marks are being removed, is seen', async () => {
  const path = `${items}?name=${name('印籠')}`
  const [early, holder] = [await t.pool.connect(), await t.pool.connect()]
  try {
    const { company, shops } = w.aoyama
    const change = () => t.pool.query('update shop set description = description where id = $1', [shops[0]])
    // The oldest mark, which stays, is that of all companies.
    await t.pool.query('update customer set search_text = search_text')
    await prune()
    await change()
    await change()
    await prune()
    await change()
    await holder.query('begin')
    await holder.query('select from list_change where company_id = $1 for update', [company])
    const pruned = prune()
    await someoneWaits(t)
    await early.query('begin')
    await early.query(`update purchase_item set name_folded = '印籠' where seq = 1`)
    await change()
    expect(await counted(path)).toBe(0)
    await early.query('commit')
    await holder.query('commit')
    await pruned
    expect(await counted(path)).toBe(1)
  } finally {
    early.release()
    holder.release()
  }
})

test('a search that found nothing new is answered without counting again, whoever of the company asks', async () => {
  const path = `GET ${items}?name=${name('根付')}`
  await t.ask(path, { token: w.aoyama.staff.token })
  const seen = await statementsOf(() => t.ask(path, { token: w.aoyama.admin.token }))
  expect(seen.filter((text) => /name_folded like/.test(text))).toEqual([])
})

test('what another company does leaves the counts of a company alone', async () => {
  const marks = async () =>
    (
      await t.pool.query('select * from list_change where company_id in (0, $1) order by 1, 2', [
        w.aoyama.company,
      ])
    ).rows
  const before = await marks()
  await t.pool.query(`update shop set description = description where company_id = $1`, [w.umeda.company])
  expect(await marks()).toEqual(before)
  await t.pool.query(`update shop set description = description where company_id = $1`, [w.aoyama.company])
  expect((await marks()).length).toBe(before.length + 1)
})
