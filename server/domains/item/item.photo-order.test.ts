import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestResponse, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  assessAll,
  type Box,
  publish,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
let slug: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  slug = (await read(t, box)).items[0].slug
})

const picture = (shade: number) =>
  sharp({
    create: {
      width: 24,
      height: 24,
      channels: 3,
      background: { r: (Math.abs(shade) % 40) * 6, g: 90, b: 20 },
    },
  })
    .png()
    .toBuffer()

async function upload(second: number, to = `/api/biz/purchase-items/${slug}/photos/`): Promise<TestResponse> {
  const form = new FormData()
  form.set('taken_at', new Date(t.clock.now().getTime() - 60_000 + second * 1000).toISOString())
  form.set('caption', String(second))
  form.set('file', new Blob([new Uint8Array(await picture(second))], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST ${to}`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}
const item = async () =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body
const captions = (body: { photos: { caption: string }[] }) =>
  body.photos.map(({ caption }) => Number(caption))
const arrange = async (order: number[], fields: object = {}, token = w.aoyama.staff.token) => {
  const { photos, photo_order_version } = await item()
  const ids = order.map(
    (second) => photos.find((one: { caption: string }) => one.caption === `${second}`)?.id,
  )
  return t.ask(`PUT /api/biz/purchase-items/${slug}/photos/`, {
    token,
    body: { photos: ids, photo_order_version, ...fields },
  })
}

describe('photos stand in the order in which they were taken', () => {
  test('whichever arrives first, also all at once', async () => {
    for (const second of [3, 1, 2]) await upload(second)
    expect(captions(await item())).toEqual([1, 2, 3])
    await Promise.all([9, 5, 7, 4, 8, 6].map((second) => upload(second)))
    expect(captions(await item())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect((await read(t, box)).items[0].photo.caption).toBe('1')
  })

  test('also by a clock that is ahead of ours, and without a time that can be right', async () => {
    for (const second of [93, 91, 92]) await upload(second)
    expect(captions(await item())).toEqual([91, 92, 93])
    t.clock.forward(120_000)
    await upload(-9_999_999_999)
    expect(captions(await item())).toEqual([91, 92, 93, -9_999_999_999])
    t.clock.forward(-120_000)
  })

  test('also those of the opened box, which its customer sees', async () => {
    const opening = `/api/biz/purchase_requests/${box.id}/opening-photos/`
    for (const second of [2, 3, 1]) await upload(second, opening)
    const own = await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })
    expect(captions({ photos: own.body.opening_photos })).toEqual([1, 2, 3])
  })

  test('and after one was taken away', async () => {
    for (const second of [1, 2, 3]) await upload(second)
    const [first] = (await item()).photos
    await t.ask(`DELETE /api/biz/purchase-items/${slug}/photos/${first.id}/`, { token: w.aoyama.staff.token })
    for (const second of [5, 4]) await upload(second)
    expect(captions(await item())).toEqual([2, 3, 4, 5])
  })
})

describe('staff put them into another order', () => {
  test('which stays, while what arrives later goes behind it', async () => {
    for (const second of [1, 2, 4]) await upload(second)
    const arranged = await arrange([4, 1, 2])
    expect([arranged.status, captions(arranged.body), arranged.body.photo_order_version]).toEqual([
      200,
      [4, 1, 2],
      2,
    ])
    for (const second of [6, 3, 5]) await upload(second)
    expect(captions(await item())).toEqual([4, 1, 2, 3, 5, 6])
    expect((await read(t, box)).items[0].photo.caption).toBe('4')
  })

  test('what arrived while they did is kept behind the rest', async () => {
    for (const second of [1, 2, 3]) await upload(second)
    expect(captions((await arrange([3, 1])).body)).toEqual([3, 1, 2])
  })

  test('two at once: one order stands, and the other is shown it', async () => {
    for (const second of [1, 2, 3]) await upload(second)
    const { photo_order_version } = await item()
    const responses = await Promise.all([
      arrange([2, 1, 3], { photo_order_version }),
      arrange([3, 2, 1], { photo_order_version }, w.aoyama.admin.token),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const won = responses.find(({ status }) => status === 200)
    const lost = responses.find(({ status }) => status === 400)
    expect(lost?.body).toMatchObject({ code: 'stale_version', current: { photo_order_version: 2 } })
    expect(captions(lost?.body.current)).toEqual(captions(won?.body))
    expect(captions(await item())).toEqual(captions(won?.body))
  })

  test('photos of nobody knows where, and the same one twice, change nothing', async () => {
    for (const second of [1, 2]) await upload(second)
    const { photos } = await item()
    expect((await arrange([], { photos: [photos[1].id, 999_999] })).body.code).toBe('stale_version')
    expect((await arrange([], { photos: [photos[0].id, photos[0].id] })).body.photos).toHaveLength(1)
    expect((await arrange([], { photos: [] })).status).toBe(400)
    expect(captions(await item())).toEqual([1, 2])
  })

  test('until the result is out', async () => {
    for (const second of [1, 2]) await upload(second)
    await assessAll(t, w, box, [9_000])
    await publish(t, box)
    expect((await arrange([2, 1])).body.code).toBe('guard_failed')
    const seen = await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token: w.hanako.token })
    expect(captions({ photos: seen.body.items[0].images })).toEqual([1, 2])
  })
})
