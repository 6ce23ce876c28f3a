import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysSenderIsKept } from '#contract/unannounced-box'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, read } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const staff = () => w.aoyama.staff.token
const take = (body: object = {}, token = staff(), key = randomKey()) =>
  t.ask('POST /api/biz/unannounced-boxes/', {
    token,
    key,
    body: {
      shop: w.aoyama.shops[0],
      sender_name: '神宮 前子',
      carrier: 'YAMATO',
      tracking_number: '3778-4510-0684',
      note: '角がつぶれている',
      ...body,
    },
  })
const act = (id: number, what: string, body: object, token = staff()) =>
  t.ask(`POST /api/biz/unannounced-boxes/${id}/${what}/`, { token, body })
const list = async (token = staff(), query = {}) =>
  (await t.ask('GET /api/biz/unannounced-boxes/', { token, query })).body

test('a parcel that nobody announced is taken in once, and waits for its sender', async () => {
  const key = randomKey()
  const one = await take({}, staff(), key)
  expect([one.status, one.body]).toEqual([
    201,
    expect.objectContaining({
      state: 'waiting',
      tracking_number: '377845100684',
      received_by: w.aoyama.staff.name,
    }),
  ])
  expect((await take({}, staff(), key)).body.id).toBe(one.body.id)
  expect((await take({ sender_name: '', tracking_number: '' })).body).toHaveProperty('sender_name')
  expect((await take({ tracking_number: '377845100685' })).body).toHaveProperty('tracking_number')
  expect((await take({ shop: w.umeda.shops[0] })).body).toHaveProperty('shop')
  expect((await list(staff(), { q: '前子' })).results).toHaveLength(1)
  expect((await list(w.umeda.staff.token)).count).toBe(0)
  expect((await act(one.body.id, 'keep', { reason: 'あ', version: 1 }, w.umeda.staff.token)).status).toBe(404)
})

test('what became of it is written down once', async () => {
  const { id } = (await take()).body
  const foreign = await apply(t, w, { shop: w.umeda.shops[0] })
  expect((await act(id, 'link', { request: foreign.id, version: 1 })).body).toHaveProperty('request')
  const box = await apply(t, w)
  expect((await act(id, 'link', { request: box.id, version: 1 })).body).toMatchObject({
    state: 'linked',
    request: box.id,
    closed_by: w.aoyama.staff.name,
    version: 2,
  })
  expect((await act(id, 'keep', { reason: '預かる', version: 1 })).body).toMatchObject({
    code: 'stale_version',
    current: { state: 'linked' },
  })
  expect((await act(id, 'keep', { reason: '預かる', version: 2 })).body.code).toBe('box_settled')
})

test('the parcel of a cancelled request has an intake that leads to its return', async () => {
  const box = await apply(t, w)
  const { boxes } = await read(t, box)
  expect((await t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).status).toBe(
    204,
  )
  const scanned = await t.ask(`GET /api/biz/scan/${boxes[0].box_code}/`, { token: staff() })
  expect(scanned.body).toMatchObject({ request: box.id, status: 4, next: 'receive' })
  const { id } = (await take({ request: box.id, sender_name: '', carrier: null, tracking_number: '' })).body
  const sent = await act(id, 'return', { carrier: 'YAMATO', tracking_number: '377845100684', version: 1 })
  expect(sent.body).toMatchObject({ state: 'returned', return_tracking_number: '377845100684' })
})

async function picture(background: string) {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'box.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  }
}

const photograph = async (id: number, color: string, token = staff()) =>
  t.ask(`POST /api/biz/unannounced-boxes/${id}/photos/`, { token, ...(await picture(color)) })

test('how it came is photographed, each picture once, until it is settled', async () => {
  const { id } = (await take()).body
  const first = await photograph(id, 'brown')
  expect([first.status, first.body.kind]).toEqual([201, 'parcel'])
  expect((await photograph(id, 'brown')).body.id).toBe(first.body.id)
  expect((await photograph(id, 'red', w.umeda.staff.token)).status).toBe(404)
  const stored = await t.pool.query(
    "select content_type, size from stored_file where key like 'parcels/' || $1 || '/%'",
    [id],
  )
  expect(stored.rows).toEqual([{ content_type: 'image/webp', size: expect.any(Number) }])
  const limited = await makeBusinessAccount(t.db, w.aoyama.company, { shop_ids: [w.aoyama.shops[1] ?? 0] })
  const elsewhere = (await signIn(t, limited)).token
  expect((await photograph(id, 'red', elsewhere)).status).toBe(404)
  expect((await list(elsewhere)).results).toEqual([])
  const bad = new FormData()
  bad.set('file', new Blob(['not a picture'], { type: 'image/png' }), 'box.png')
  const request = new Request('http://test/', { method: 'POST', body: bad })
  const refused = await t.ask(`POST /api/biz/unannounced-boxes/${id}/photos/`, {
    token: staff(),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
  expect([refused.status, refused.body.code]).toEqual([400, 'file_type'])
  const { results } = await list()
  expect(results.find((one: { id: number }) => one.id === id).photos).toMatchObject([{ id: first.body.id }])
  for (const color of ['red', 'blue', 'green', 'white']) await photograph(id, color)
  expect((await photograph(id, 'black')).body).toHaveProperty('file')
  const kept = await act(id, 'keep', { reason: '預かる', version: 1 })
  expect(kept.body.photos).toHaveLength(5)
  const other = (await take()).body
  await act(other.id, 'keep', { reason: '預かる', version: 1 })
  expect((await photograph(other.id, 'red')).body.code).toBe('box_settled')
})

test('a wrong photo is removed with its file, as long as nothing is decided', async () => {
  const { id } = (await take()).body
  const [wrong, right] = [(await photograph(id, 'gray')).body, (await photograph(id, 'navy')).body]
  const remove = (photo: number, token = staff()) =>
    t.ask(`DELETE /api/biz/unannounced-boxes/${id}/photos/${photo}/`, { token })
  expect((await remove(wrong.id, w.umeda.staff.token)).status).toBe(404)
  expect((await remove(wrong.id)).status).toBe(204)
  expect((await remove(wrong.id)).status).toBe(404)
  const { results } = await list()
  expect(results.find((one: { id: number }) => one.id === id).photos).toMatchObject([{ id: right.id }])
  const stored = await t.pool.query("select from stored_file where key like 'parcels/' || $1 || '/%'", [id])
  expect(stored.rows).toHaveLength(1)
  const acts = await t.ask('GET /api/biz/activities/', {
    token: w.aoyama.admin.token,
    query: { object: 'unannounced_box', q: id },
  })
  expect(acts.body.results[0].label).toBe('予定外の箱の写真を消した')
  await act(id, 'keep', { reason: '預かる', version: 1 })
  expect((await remove(right.id)).body.code).toBe('box_settled')
})

test('what the sender wrote, and its photos, are erased a year after it is settled', async () => {
  const { id } = (await take({ sender_name: '消える 人' })).body
  await photograph(id, 'brown')
  await act(id, 'keep', { reason: '連絡がつくまで預かる', version: 1 })
  t.clock.forward((daysSenderIsKept - 1) * 86_400_000)
  const { eraseSenders } = await import('./unannounced-box.service.ts')
  await eraseSenders(t.db, t.clock.now(), t.tools)
  const { token } = await signIn(t, w.aoyama.staff)
  const shown = async () => (await list(token)).results.find((one: { id: number }) => one.id === id)
  expect((await shown()).sender_name).toBe('消える 人')
  t.clock.forward(2 * 86_400_000)
  await eraseSenders(t.db, t.clock.now(), t.tools)
  const again = (await signIn(t, w.aoyama.staff)).token
  const erased = (await list(again)).results.find((one: { id: number }) => one.id === id)
  expect(erased).toMatchObject({ sender_name: '', note: '', reason: '', state: 'kept', photos: [] })
  const { rows } = await t.pool.query("select from stored_file where key like 'parcels/' || $1 || '/%'", [id])
  expect(rows).toHaveLength(0)
})
