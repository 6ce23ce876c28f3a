import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, receive } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let items: number[]
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const box = await apply(t, w)
  await receive(t, box, 8)
  const { rows } = await t.pool.query('select id from purchase_item where request_id = $1 order by seq', [
    box.id,
  ])
  items = rows.map(({ id }) => id)
})
afterAll(() => t.close())

const finish = (who: number, at: string, place: number, [from, to] = [1, 2]) =>
  t.pool.query(
    `insert into item_history (item_id, from_status, to_status, price, at, actor_kind, actor_id, actor_name)
     values ($1, $2, $3, 1000, $4, 'business', $5, '誰か')`,
    [items[place], from, to, at, who],
  )
const pace = async (token: string) => (await t.ask('GET /api/biz/purchase-items/own-pace/', { token })).body

test('the pace of the day stands beside the own usual one, of nobody else', async () => {
  const { id } = w.aoyama.staff
  // Two earlier days of four minutes each, one long before, and one on the evening before in Tokyo.
  for (const [day, count] of [
    ['18', 2],
    ['19', 4],
  ] as const)
    for (let place = 0; place < count; place++)
      await finish(id, `2026-11-${day}T10:${String(place * 4).padStart(2, '0')}:00+09:00`, place)
  await finish(id, '2026-09-01T10:00:00+09:00', 7)
  await finish(id, '2026-11-24T23:59:00+09:00', 6)
  // Today: 3 and 5 minutes apart, then after a break; a new price of what is done is no article more.
  for (const [place, time] of ['10:00', '10:03', '10:08', '13:00'].entries())
    await finish(id, `2026-11-25T${time}:00+09:00`, place, place === 1 ? [1, 3] : [1, 2])
  await finish(id, '2026-11-25T13:01:00+09:00', 3, [2, 2])
  await finish(id, '2026-11-25T13:02:00+09:00', 3, [1, 2])
  await finish(w.aoyama.admin.id, '2026-11-25T10:01:00+09:00', 5)
  t.clock.set('2026-11-25T15:00:00+09:00')
  const { token } = await signIn(t, w.aoyama.staff)
  expect(await pace(token)).toEqual({ today: 4, minutes: 4, usual_count: 2, usual_minutes: 4 })
  const { token: admin } = await signIn(t, w.aoyama.admin)
  expect(await pace(admin)).toEqual({ today: 1, minutes: null, usual_count: null, usual_minutes: null })
  const { token: other } = await signIn(t, w.umeda.staff)
  expect(await pace(other)).toEqual({ today: 0, minutes: null, usual_count: null, usual_minutes: null })
})
