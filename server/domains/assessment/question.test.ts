import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { answer, type Box, offered } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const ask = (box: Box & { slugs: string[] }, text: string, token = w.hanako.token) =>
  t.ask(`POST /api/purchase_items/${box.slugs[0]}/questions/`, { token, body: { text } })
const reply = (id: number, text: string, token: string) =>
  t.ask(`POST /api/biz/item-questions/${id}/answer/`, { token, body: { answer: text } })
const thread = async (box: Box, token: string) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token })).body.items[0].questions
const waiting = async (token: string) =>
  (await t.ask('GET /api/biz/item-questions/', { token, query: { view: 'open' } })).body.results

const counted = async (token: string, query = {}) =>
  (await t.ask('GET /api/biz/today/', { token, query })).body.stations.find(
    ({ key }: { key: string }) => key === 'questions',
  )

test('a question is answered, both read the thread, and the customer is told once', async () => {
  const box = await offered(t, w)
  const staff = box.staff.token
  const asked = await ask(box, '袖の傷はどのくらいですか')
  expect(asked.body).toMatchObject([{ text: '袖の傷はどのくらいですか', answer: '', answered_at: null }])
  expect((await ask(box, '袖の傷はどのくらいですか')).body).toEqual(asked.body)
  expect((await ask(box, '別のこと')).body.code).toBe('question_open')
  expect(await waiting(staff)).toMatchObject([
    { request: box.id, slug: box.slugs[0], customer_name: w.hanako.name, price: 14_000, is_answerable: true },
  ])
  expect(await waiting(w.umeda.staff.token)).toEqual([])
  const [{ id }] = asked.body
  expect((await reply(id, '長さ2.5cmです。', w.umeda.staff.token)).status).toBe(404)
  expect((await reply(id, '長さ2.5cmです。', staff)).body).toMatchObject({ answered_by: box.staff.name })
  expect((await reply(id, '長さ2.5cmです。', w.aoyama.admin.token)).status).toBe(200)
  const late = await reply(id, '別のお返事', w.aoyama.admin.token)
  expect([late.body.code, late.body.current.answer]).toEqual(['stale_version', '長さ2.5cmです。'])
  expect(await waiting(staff)).toEqual([])
  expect(await thread(box, w.hanako.token)).toMatchObject([{ answer: '長さ2.5cmです。', answered_by: '' }])
  expect(await thread(box, staff)).toMatchObject([{ answer: '長さ2.5cmです。' }])
  const before = t.outbox.length
  await t.runJobs()
  const mails = t.outbox.slice(before).filter(({ subject }) => subject.includes('ご質問に'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('長さ2.5cmです。')
  expect(mails[0]?.text).toContain(`/requests/${box.id}/result?item=1`)
})

test('after five answered questions, after the deadline and after the answer none is taken; the thread stays', async () => {
  const box = await offered(t, w)
  const staff = box.staff.token
  for (const number of [1, 2, 3, 4, 5]) {
    const asked = await ask(box, `質問${number}`)
    expect(asked.status).toBe(200)
    await reply(asked.body.at(-1).id, `お返事${number}`, staff)
  }
  expect((await ask(box, '質問6')).body.code).toBe('question_limit')
  const second = await offered(t, w)
  const { body } = await ask(second, '最後の質問')
  await answer(t, second, { decision_all: 'return' })
  expect((await ask(second, 'まだありますか')).body.code).toBe('question_closed')
  expect((await reply(body[0].id, 'おそいお返事', staff)).body.code).toBe('question_closed')
  expect(await waiting(staff)).toEqual([])
  expect(await thread(second, w.hanako.token)).toHaveLength(1)
  const third = await offered(t, w)
  const now = t.clock.now()
  t.clock.set(new Date(now.getTime() + 30 * 86_400_000))
  expect((await ask(third, '期限のあと')).status).toBeGreaterThanOrEqual(400)
  t.clock.set(now)
})

test('two questions at once about one item: one is taken', async () => {
  const box = await offered(t, w)
  const both = await Promise.all([ask(box, 'いち'), ask(box, 'に')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await thread(box, w.hanako.token)).toHaveLength(1)
})

test('nobody asks about what is not theirs, nor with blank words', async () => {
  const box = await offered(t, w)
  expect((await ask(box, '質問', w.taro.token)).status).toBe(404)
  expect((await ask(box, '質問', box.staff.token)).status).toBe(403)
  expect((await ask(box, '   ')).body).toEqual({ text: ['この項目は空にできません。'] })
})

test('today counts what waits for an answer, by shop, red on the last day', async () => {
  const box = await offered(t, w)
  const [first, second] = w.aoyama.shops
  const before = await counted(box.staff.token)
  const { body } = await ask(box, '色あせはありますか')
  const { count, late } = await counted(box.staff.token)
  expect([count, late]).toEqual([before.count + 1, 0])
  expect((await counted(box.staff.token, { shop: first })).count).toBe(count)
  expect((await counted(box.staff.token, { shop: second })).count).toBe(0)
  expect((await counted(w.umeda.staff.token)).count).toBe(0)
  await t.pool.query('update purchase_request set offer_expires_at = $2 where id = $1', [
    box.id,
    t.clock.now().toISOString(),
  ])
  expect((await counted(box.staff.token)).late).toBe(1)
  await reply(body[0].id, 'ありません。', box.staff.token)
  expect(await counted(box.staff.token)).toMatchObject({ count: count - 1, late: 0 })
})
