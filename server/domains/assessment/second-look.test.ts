import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  move,
  offered,
  read,
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

const reason = '袖の毛羽立ちは購入時からのものです'
const look = (box: Box, items?: (string | undefined)[]) =>
  t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, {
    token: w.hanako.token,
    body: { reason, ...(items && { items }) },
  })
const result = async (box: Box, token = w.hanako.token) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token })).body
const publish = async (box: Box, fields: object = {}) => {
  const { version } = await read(t, box)
  return t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
    token: box.staff.token,
    body: { version, ...fields },
  })
}
const marks = (body: { items: { is_disputed: boolean }[] }) =>
  body.items.map(({ is_disputed }) => is_disputed)
const listed = async (box: Box) => {
  const { body } = await t.ask('GET /api/biz/purchase-items/', {
    token: box.staff.token,
    query: { size: 100, ordering: 'id' },
  })
  return marks({ items: body.results.filter(({ request }: { request: number }) => request === box.id) })
}

test('what the customer asks about is marked everywhere and open until somebody has looked', async () => {
  const box = await offered(t, w)
  expect((await look(box, [box.slugs[0]])).status).toBe(200)
  const request = await read(t, box)
  expect(request).toMatchObject({ station: 'second_look', second_look_answer: '' })
  expect(request.second_look_at).not.toBeNull()
  expect(request.items.map(({ status }: { status: number }) => status)).toEqual([1, 2, 3])
  expect(marks(request)).toEqual([true, false, false])
  expect(await listed(box)).toEqual([true, false, false])
  const seen = await result(box, box.staff.token)
  expect(seen.second_look).toMatchObject({ reason, items: [box.slugs[0]], answered_at: null })
  expect(marks(seen)).toEqual([true, false, false])
  expect((await publish(box, { answer: 'お返事です' })).body.code).toBe('items_unfinished')
})

test('a question about the whole box is about every article that has a decision to come', async () => {
  const box = await offered(t, w)
  await look(box)
  expect(marks(await read(t, box))).toEqual([true, true, true])
  expect((await read(t, box)).items.map(({ status }: { status: number }) => status)).toEqual([1, 1, 1])
})

test('the new result goes out with an answer, which the customer reads beside what changed', async () => {
  const box = await offered(t, w)
  await look(box, [box.slugs[0], box.slugs[2]])
  await assessAll(t, w, box, [15_500, 3_500, null])
  const silent = await publish(box, { answer: '  ' })
  expect(silent.body).toEqual({
    answer: ['お客さまの再査定のご希望への、お返事を入力してください。'],
    code: 'second_look_answer_missing',
  })
  expect((await read(t, box)).status).toBe(12)
  const answer = '袖口を見直し、減額を外しました。シャツの値段は変わりません。'
  expect((await publish(box, { answer })).status).toBe(200)
  const seen = await result(box)
  expect(seen.second_look).toMatchObject({ reason, answer })
  expect(seen.second_look.answered_at).toBe(seen.offered_at)
  expect(marks(seen)).toEqual([false, false, false])
  expect(seen.items.map((item: { price: number; before: object }) => [item.price, item.before])).toEqual([
    [15_500, { price: 14_000, grade: 'A_2' }],
    [3_500, { price: 3_500, grade: 'A_2' }],
    [null, { price: null, grade: null }],
  ])
  await t.runJobs()
  const mail = t.outbox.at(-1)
  expect(mail?.subject).toContain('【おくる】再査定の結果をご確認ください')
  expect(mail?.text).toContain('減額を外しました。')
})

test('a result that staff open again asks for no answer, and keeps the one that was given', async () => {
  const box = await offered(t, w)
  await look(box, [box.slugs[0]])
  await assessAll(t, w, box, [14_000, 3_500, null])
  await publish(box, { answer: '見直しましたが、変わりません。' })
  expect((await move(t, box, 12, { reason: '付属品の見落としがあったため' })).status).toBe(200)
  expect(marks(await read(t, box))).toEqual([false, false, false])
  expect((await publish(box)).status).toBe(200)
  expect((await result(box)).second_look.answer).toBe('見直しましたが、変わりません。')
})

test('somebody else looks again, and sees nothing of the first price before there is a new one', async () => {
  const box = await offered(t, w)
  await look(box, [box.slugs[0]])
  const first = box.staff
  const other = w.aoyama.admin
  const item = (token: string) => t.ask(`GET /api/purchase_items/${box.slugs[0]}/`, { token })
  for (const { token } of [first, other]) {
    const texts = await Promise.all([
      item(token),
      result(box, token),
      t.ask(`GET /api/biz/purchase_requests/${box.id}/`, { token }),
      t.ask('GET /api/biz/purchase_requests/', { token, query: { id: box.id } }),
    ])
    expect(JSON.stringify(texts.map((one) => ('body' in one ? one.body : one)))).not.toMatch(
      /14000|14500|17500/,
    )
  }
  const write = async (token: string) =>
    t.ask(`PATCH /api/purchase_items/${box.slugs[0]}/`, {
      token,
      body: { version: (await item(token)).body.version, grade: 'A_1', base_price: 15_000, status: 2 },
    })
  expect((await item(first.token)).body.needs_other_assessor).toBe(true)
  expect((await write(first.token)).body.code).toBe('second_look_other_person')
  expect((await item(other.token)).body.needs_other_assessor).toBe(false)
  expect((await write(other.token)).status).toBe(200)
  expect((await result(box, other.token)).items[0].before).toEqual({ price: 14_000, grade: 'A_2' })
})

test('a question that may quote the first price is read by staff once there is a new one', async () => {
  const box = await offered(t, w)
  const words = '14,000円は、袖の傷のためですか'
  const asked = await t.ask(`POST /api/purchase_items/${box.slugs[0]}/questions/`, {
    token: w.hanako.token,
    body: { text: words },
  })
  const other = await t.ask(`POST /api/purchase_items/${box.slugs[1]}/questions/`, {
    token: w.hanako.token,
    body: { text: 'こちらは見直しのない品です' },
  })
  const [{ id }] = asked.body
  await look(box, [box.slugs[0]])
  const admin = w.aoyama.admin.token
  const listed = async () =>
    (await t.ask('GET /api/biz/item-questions/', { token: admin, query: { view: 'open' } })).body.results
  const seen = async () => [await listed(), (await result(box, admin)).items]
  const reply = () =>
    t.ask(`POST /api/biz/item-questions/${id}/answer/`, { token: admin, body: { answer: '袖口の傷です。' } })
  expect(JSON.stringify(await seen())).not.toContain('14,000円')
  expect((await listed()).find((one: { id: number }) => one.id === id)).toMatchObject({
    is_withheld: true,
    is_answerable: false,
    text: '',
  })
  expect((await listed()).find((one: { id: number }) => one.id === other.body[0].id)).toMatchObject({
    is_withheld: false,
    is_answerable: true,
    text: 'こちらは見直しのない品です',
  })
  expect((await reply()).body.code).toBe('question_withheld')
  const { version } = (await t.ask(`GET /api/purchase_items/${box.slugs[0]}/`, { token: admin })).body
  await t.ask(`PATCH /api/purchase_items/${box.slugs[0]}/`, {
    token: admin,
    body: { version, grade: 'A_1', base_price: 15_000, status: 2 },
  })
  expect((await result(box, admin)).items[0].questions).toMatchObject([{ text: words, is_withheld: false }])
  expect((await reply()).body).toMatchObject({ text: words, answer: '袖口の傷です。' })
  expect((await publish(box, { answer: '見直しました。' })).status).toBe(200)
  expect((await result(box)).items[0].questions).toMatchObject([{ text: words, is_withheld: false }])
})

test('who entered a price that a colleague confirmed does not look again either', async () => {
  const box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const [slug] = (await read(t, box)).items.map((item: { slug: string }) => item.slug)
  const item = (token: string) => t.ask(`GET /api/purchase_items/${slug}/`, { token })
  const { token: earlier } = w.aoyama.admin2
  const { version } = (await item(earlier)).body
  const entered = await t.ask(`PATCH /api/purchase_items/${slug}/`, {
    token: earlier,
    body: { version, grade: 'A_2', base_price: 14_000 },
  })
  expect(entered.status).toBe(200)
  await assessAll(t, w, box, [14_000])
  expect((await publish(box)).status).toBe(200)
  await look(box, [slug])
  const mayNot = async ({ token }: { token: string }) => (await item(token)).body.needs_other_assessor
  expect(await mayNot(w.aoyama.admin2)).toBe(true)
  expect(await mayNot(box.staff)).toBe(true)
  expect(await mayNot(w.aoyama.admin)).toBe(false)
})

test('who works alone in a shop looks again too', async () => {
  const box = await offered(t, w)
  await t.pool.query('update business_user set is_active = false where company_id = $1 and id <> $2', [
    w.aoyama.company,
    box.staff.id,
  ])
  await look(box)
  const { body } = await t.ask(`GET /api/purchase_items/${box.slugs[0]}/`, { token: box.staff.token })
  expect(body.needs_other_assessor).toBe(false)
  await t.pool.query('update business_user set is_active = true where company_id = $1', [w.aoyama.company])
})

const send = async (box: Box, shade: number, token = w.hanako.token) => {
  const png = await sharp({
    create: { width: 20, height: 20, channels: 3, background: { r: shade * 20, g: 9, b: 9 } },
  })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/purchase_requests/${box.id}/second-look/photos/`, {
    token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}
const takeBack = (box: Box, photo: number, token = w.hanako.token) =>
  t.ask(`DELETE /api/purchase_requests/${box.id}/second-look/photos/${photo}/`, { token })
const idsOf = (photos: { id: number }[]) => photos.map(({ id }) => id)
const fileOf = (url: string) => {
  const { pathname, search } = new URL(url, 'http://test')
  return t.ask(`GET ${pathname}${search}`)
}

test('the customer’s own photos go with the second look, five of them, and to nobody else', async () => {
  const box = await offered(t, w)
  expect((await send(box, 1, w.taro.token)).status).toBe(404)
  expect((await send(box, 1, box.staff.token)).status).toBe(403)
  const [one, again] = [await send(box, 1), await send(box, 1)]
  expect([one.status, again.body.id]).toEqual([201, one.body.id])
  await look(box)
  for (const shade of [2, 3, 4, 5]) expect((await send(box, shade)).status).toBe(201)
  expect((await send(box, 6)).body.file).toEqual(['写真は5枚までです。'])
  expect((await result(box, box.staff.token)).second_look.photos).toHaveLength(5)
  await assessAll(t, w, box, [15_000, 3_500, null])
  await publish(box, { answer: '見直しました。' })
  expect((await send(box, 7)).body.code).toBe('illegal_transition')
})

test('photos added before asking are there on the next visit, for the customer alone, and go where they are taken back', async () => {
  const box = await offered(t, w)
  const [one, two] = [(await send(box, 1)).body, (await send(box, 2)).body]
  const before = await result(box)
  expect([before.second_look, idsOf(before.second_look_photos)]).toEqual([null, [one.id, two.id]])
  const [shown] = before.second_look_photos
  expect((await fileOf(shown.thumbnail_url)).status).toBe(200)
  expect((await result(box, box.staff.token)).second_look_photos).toEqual([])

  expect((await takeBack(box, one.id, w.taro.token)).status).toBe(404)
  expect((await takeBack(box, one.id, box.staff.token)).status).toBe(403)
  const other = await offered(t, w)
  expect((await takeBack(other, one.id)).status).toBe(404)
  expect(idsOf((await result(box)).second_look_photos)).toEqual([one.id, two.id])

  expect((await takeBack(box, one.id)).status).toBe(204)
  expect((await takeBack(box, one.id)).status).toBe(404)
  expect(idsOf((await result(box)).second_look_photos)).toEqual([two.id])
  for (const url of [shown.url, shown.thumbnail_url]) expect((await fileOf(url)).status).toBe(404)

  await look(box)
  const late = await takeBack(box, two.id)
  expect([late.status, late.body.code, late.body.status]).toEqual([
    400,
    'not_editable',
    ['再査定をご依頼になったあとは、写真を取り消せません。'],
  ])
  const asked = await result(box)
  expect([idsOf(asked.second_look.photos), asked.second_look_photos]).toEqual([[two.id], []])
})

test('a photo that the store could not delete at once goes with the job', async () => {
  const box = await offered(t, w)
  const { body: photo } = await send(box, 1)
  const { delete: remove } = t.tools.files
  t.tools.files.delete = () => Promise.reject(new Error('the store is away'))
  expect((await takeBack(box, photo.id)).status).toBe(204)
  t.tools.files.delete = remove
  expect((await fileOf(photo.url)).status).toBe(200)
  t.clock.forward(60_000)
  await t.runJobs()
  expect((await fileOf(photo.url)).status).toBe(404)
})

test('of six photos sent at the same moment five are kept, and one taken back makes room for another', async () => {
  const box = await offered(t, w)
  const sent = await Promise.all([1, 2, 3, 4, 5, 6].map((shade) => send(box, shade)))
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 400])
  const [first] = (await result(box)).second_look_photos
  const twice = await Promise.all([takeBack(box, first.id), takeBack(box, first.id)])
  expect(twice.map(({ status }) => status).sort()).toEqual([204, 404])
  expect((await send(box, 7)).status).toBe(201)
  expect((await send(box, 8)).body.file).toEqual(['写真は5枚までです。'])
})

test('asking on one device while the other takes a photo back: it is gone, or it goes along', async () => {
  const ends = []
  for (const round of [0, 1, 2, 3]) {
    const box = await offered(t, w)
    const { body: photo } = await send(box, 1)
    const ask = () => look(box)
    const undo = () => takeBack(box, photo.id)
    const both = round % 2 === 0 ? [ask(), undo()] : [undo(), ask()].reverse()
    const [asked, undone] = await Promise.all(both)
    expect(asked?.status).toBe(200)
    const { photos } = (await result(box)).second_look
    if (undone?.status === 400) expect(undone.body.code).toBe('not_editable')
    ends.push([undone?.status, photos.length])
  }
  for (const end of ends)
    expect([
      [204, 0],
      [400, 1],
    ]).toContainEqual(end)
})

test('what was agreed stays as it was shown, whatever is renamed or edited later', async () => {
  const box = await offered(t, w)
  const { body: before } = await answer(t, box, { decision_all: 'sell' })
  await t.pool.query(
    "update purchase_item set name = 'べつの名前', comment = '', price_reason = 'x' where request_id = $1",
    [box.id],
  )
  await t.pool.query(
    'delete from deduction where item_id in (select id from purchase_item where request_id = $1)',
    [box.id],
  )
  const after = await result(box)
  const words = ({ name, comment, deductions, price, base_price, grade }: Record<string, unknown>) => ({
    name,
    comment,
    deductions,
    price,
    base_price,
    grade,
  })
  expect(after.items.map(words)).toEqual(before.items.map(words))
  expect(after.items[0].deductions).toHaveLength(1)
  expect(after.consent).toMatchObject({ kind: 'answer', text: expect.stringContaining('で売ります。') })
})
