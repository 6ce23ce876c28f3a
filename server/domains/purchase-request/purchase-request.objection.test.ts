import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, read, receive } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.runJobs()
  t.outbox.length = 0
})

const own = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).body
const object = (box: Box, text: string, token = w.hanako.token) =>
  t.ask(`POST /api/purchase_requests/${box.id}/count-objections/`, { token, body: { text } })
const reply = (id: number, answer: string, token = w.aoyama.staff.token) =>
  t.ask(`POST /api/biz/count-objections/${id}/answer/`, { token, body: { answer } })
const objected = async (token = w.aoyama.staff.token) =>
  (await t.ask('GET /api/biz/today/', { token })).body.objected
const boxOf = async (declared: number | null, arrived: number): Promise<Box> => {
  const box = await apply(t, w, { item_count: declared })
  await receive(t, box, arrived)
  return box
}

test('the customer is told of both numbers at once, and only of numbers that differ', async () => {
  const box = await boxOf(12, 4)
  await t.runJobs()
  const [letter] = t.outbox.filter(({ subject }) => subject.includes('届いた点数'))
  expect(letter?.text).toContain('お申し込みでは12点、お店で数えたのは4点です。')
  expect(letter?.text).toContain(`/requests/${box.id}`)
  expect(await own(box)).toMatchObject({ item_count: 12, arrived_item_count: 4, may_object_to_count: true })
  t.outbox.length = 0
  for (const [declared, arrived] of [
    [4, 4],
    [null, 4],
  ] as const) {
    const fine = await boxOf(declared, arrived)
    await t.runJobs()
    expect(t.outbox.map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining(`届いた点数が、お申し込みと違います（お申し込み番号 ${fine.id}）`),
    )
    expect((await own(fine)).may_object_to_count).toBe(false)
    expect((await object(fine, '12点入れました')).body.code).toBe('count_agrees')
  }
})

test('an objection reaches the shop, is answered once, and the customer hears of it', async () => {
  const box = await boxOf(12, 4)
  const before = (await objected()).length
  const said = await object(box, '12点入れました。ニットは小さい袋の中です。')
  expect(said.body).toMatchObject({
    may_object_to_count: false,
    count_objections: [{ text: '12点入れました。ニットは小さい袋の中です。', answered_at: null }],
  })
  expect((await object(box, '12点入れました。ニットは小さい袋の中です。')).status).toBe(200)
  expect((await object(box, 'どうなりましたか')).body.code).toBe('objection_open')
  const [waiting] = (await objected()).filter(({ id }: { id: number }) => id === box.id)
  expect(waiting).toMatchObject({ objection: '12点入れました。ニットは小さい袋の中です。' })
  expect(await objected()).toHaveLength(before + 1)
  const listed = await t.ask('GET /api/biz/purchase_requests/', {
    token: w.aoyama.staff.token,
    query: { view: 'objected', id: box.id },
  })
  expect(listed.body.count).toBe(1)

  const { id } = (await read(t, box)).count_objections[0]
  const answer = '袋の中に8点ありました。12点でお預かりしています。'
  expect((await reply(id, '  ')).body.answer).toHaveLength(1)
  const responses = await Promise.all([
    reply(id, answer),
    reply(id, 'もう一度数えます', w.aoyama.admin.token),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({
    code: 'stale_version',
    current: { id: box.id },
  })
  const kept = (await own(box)).count_objections[0].answer
  expect((await reply(id, kept)).status).toBe(200)
  expect(await objected()).toHaveLength(before)
  await t.runJobs()
  const letters = t.outbox.filter(({ subject }) => subject.includes('点数のお知らせに'))
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain(kept.slice(0, 8))
  // A customer may object again.
  expect((await object(box, 'それでも1点足りません')).body.count_objections).toHaveLength(2)
})

test('when the missing articles are found there is nothing to object to, and what was said stays', async () => {
  const box = await boxOf(2, 1)
  expect((await object(box, '2点入れました')).status).toBe(200)
  const found = await t.ask(`POST /api/biz/purchase_requests/${box.id}/items/`, {
    token: box.staff.token,
    body: {},
  })
  expect(found.status).toBe(201)
  expect(await own(box)).toMatchObject({
    arrived_item_count: 2,
    may_object_to_count: false,
    count_objections: [{ text: '2点入れました' }],
  })
})

test('foreign people object to nothing and answer nothing', async () => {
  const box = await boxOf(12, 4)
  expect((await object(box, 'x', w.taro.token)).status).toBe(404)
  await object(box, '12点です')
  const { id } = (await read(t, box)).count_objections[0]
  expect((await reply(id, 'x', w.umeda.staff.token)).status).toBe(404)
  expect((await reply(id, '', w.umeda.staff.token)).status).toBe(404)
  expect((await objected(w.umeda.staff.token)).length).toBe(0)
})
