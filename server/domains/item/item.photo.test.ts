import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileStore } from '#server/platform/files'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { startS3Server } from '../../../tests/support/s3-server.ts'
import { apply, type Box, read, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
let slug: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  slug = (await read(t, box)).items[0].slug
})
afterAll(() => t.close())

const photo = (shade: number) =>
  sharp({ create: { width: 24, height: 24, channels: 3, background: { r: shade * 6, g: 90, b: 20 } } })
    .png()
    .toBuffer()

async function upload(to: string, bytes: Buffer) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST ${to}`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}
const toItem = (bytes: Buffer) => upload(`/api/biz/purchase-items/${slug}/photos/`, bytes)
const toBox = (bytes: Buffer) => upload(`/api/biz/purchase_requests/${box.id}/opening-photos/`, bytes)

const files = async () => {
  const entries = await readdir(path.join(t.tools.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).length
}
const rows = async (table: 'stored_file' | 'unclaimed_file') =>
  Number((await t.pool.query(`select count(*) from ${table}`)).rows[0].count)

test('the same picture again, and many of it at once, leave one picture and its thumbnail in the store', async () => {
  const bytes = await photo(1)
  const responses = await Promise.all(Array.from({ length: 4 }, () => toItem(bytes)))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await files(), await rows('stored_file'), await rows('unclaimed_file')]).toEqual([2, 1, 0])
})

test('a photo of a kind that cannot be drawn anew is refused with what to send instead', async () => {
  const response = await toItem(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
  expect([response.status, response.body.code]).toEqual([400, 'file_heic'])
  expect(response.body.file[0]).toContain('互換性優先')
  expect(await rows('unclaimed_file')).toBe(0)
})

test('photos above the most an item may have leave nothing in the store', async () => {
  for (let shade = 2; shade <= 30; shade++) await toItem(await photo(shade))
  const before = await files()
  expect(before).toBe(60)
  const refused = await Promise.all([31, 32].map(async (shade) => toItem(await photo(shade))))
  expect(refused.map(({ status }) => status)).toEqual([400, 400])
  expect([await files(), await rows('stored_file'), await rows('unclaimed_file')]).toEqual([60, 30, 0])
})

const firstPhoto = async () =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body.photos[0]
const takeAway = (id: number) =>
  t.ask(`DELETE /api/biz/purchase-items/${slug}/photos/${id}/`, { token: w.aoyama.staff.token })
const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode

test('a photo taken away is gone at once: its bytes, its thumbnail and its signed address', async () => {
  const { id, url, thumbnail_url } = await firstPhoto()
  expect([await statusOf(url), await statusOf(thumbnail_url)]).toEqual([200, 200])
  expect((await takeAway(id)).status).toBe(204)
  expect([await statusOf(url), await statusOf(thumbnail_url)]).toEqual([404, 404])
  expect([await files(), await rows('stored_file'), await rows('unclaimed_file')]).toEqual([58, 29, 0])
})

test('when the store does not answer, or the process dies after the commit, the job takes the bytes', async () => {
  const { id, url } = await firstPhoto()
  const { delete: working } = t.tools.files
  t.tools.files.delete = () => Promise.reject(new Error('the store does not answer'))
  try {
    expect((await takeAway(id)).status).toBe(204)
  } finally {
    t.tools.files.delete = working
  }
  expect([await files(), await rows('unclaimed_file')]).toEqual([58, 1])
  t.clock.forward(60_000)
  expect(await t.runJobs()).toContain('unclaimed_file.discard')
  expect(await statusOf(url)).toBe(404)
  expect([await files(), await rows('unclaimed_file')]).toEqual([56, 0])
})

test('in an S3 store as well', async () => {
  const s3 = await startS3Server()
  const other = await testApp({ files: createFileStore({ s3: s3.config, dataDir: '' }) })
  try {
    const world = await makeWorld(other)
    const sent = await apply(other, world)
    await receive(other, sent, 1)
    const { token } = world.aoyama.staff
    const name: string = (await read(other, sent)).items[0].slug
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await photo(7))], { type: 'image/png' }), 'a.png')
    const request = new Request('http://test/', { method: 'POST', body: form })
    const added = await other.ask(`POST /api/biz/purchase-items/${name}/photos/`, {
      token,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: Buffer.from(await request.arrayBuffer()),
    })
    expect([added.status, s3.objects.size]).toEqual([201, 2])
    expect((await other.app.inject({ url: added.body.url })).statusCode).toBe(200)
    const gone = await other.ask(`DELETE /api/biz/purchase-items/${name}/photos/${added.body.id}/`, { token })
    expect([gone.status, s3.objects.size]).toEqual([204, 0])
    expect((await other.app.inject({ url: added.body.url })).statusCode).toBe(404)
  } finally {
    await other.close()
    await s3.close()
  }
})

test('an opening photo of a box that is back on its way leaves nothing in the store', async () => {
  const before = [await files(), await rows('stored_file')]
  await t.pool.query('alter table purchase_request disable trigger user')
  await t.pool.query('update purchase_request set status = 22 where id = $1', [box.id])
  const refused = await toBox(await photo(40))
  await t.pool.query('update purchase_request set status = 10 where id = $1', [box.id])
  await t.pool.query('alter table purchase_request enable trigger user')
  expect(refused.body.code).toBe('illegal_transition')
  expect([await files(), await rows('stored_file')]).toEqual(before)
  expect(await rows('unclaimed_file')).toBe(0)
})

test('opening photos: the same one is kept once, and there is a most, which is said in words', async () => {
  const before = await rows('stored_file')
  const [first, again] = [await toBox(await photo(1)), await toBox(await photo(1))]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.id).toBe(first.body.id)
  for (let shade = 2; shade <= 39; shade++) await toBox(await photo(shade))
  const last = await Promise.all([40, 41, 42].map(async (shade) => toBox(await photo(shade))))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect(last.find(({ status }) => status === 400)?.body).toEqual({
    file: ['開封の写真は1件のお申し込みにつき40枚までです。'],
  })
  expect((await read(t, box)).opening_photos).toHaveLength(40)
  expect([await rows('stored_file'), await rows('unclaimed_file')]).toEqual([before + 40, 0])
})

test('a circle on a photo says where the defect is, and goes to the customer; without its photo there is none', async () => {
  await t.pool.query('delete from item_photo where item_id is not null')
  const made = (await toItem(await photo(31))).body.id
  const token = box.staff.token
  const read1 = async () => (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
  const write = async (deductions: object[]) =>
    t.ask(`PATCH /api/purchase_items/${slug}/`, {
      token,
      body: { version: (await read1()).version, base_price: 5_000, deductions },
    })
  const mark = { x: 640, y: 710, r: 80 }
  const line = { label: '毛玉', place: '袖', amount: 300, photo: made, mark }
  expect((await write([line])).body.deductions).toEqual([line])
  const { body } = await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token })
  expect(body.items[0].deductions[0].mark).toEqual(mark)
  expect((await write([{ ...line, photo: null }])).body.deductions[0]).toMatchObject({
    photo: null,
    mark: null,
  })
  const outside = await write([{ ...line, mark: { x: 1001, y: -1, r: 3 } }])
  expect(outside.status).toBe(400)
  expect(Object.keys(outside.body.deductions[0].mark)).toEqual(['x', 'y', 'r'])
})

test('a wrong opening photo is removed, until the customer counted otherwise', async () => {
  const fresh = await apply(t, w)
  await receive(t, fresh, 2)
  const path = `/api/biz/purchase_requests/${fresh.id}/opening-photos/`
  const [wrong, right] = [await upload(path, await photo(41)), await upload(path, await photo(42))]
  const remove = (id: number, token = w.aoyama.staff.token) => t.ask(`DELETE ${path}${id}/`, { token })
  expect((await remove(wrong.body.id, w.umeda.staff.token)).status).toBe(404)
  expect((await remove(wrong.body.id)).status).toBe(204)
  expect((await read(t, fresh)).opening_photos).toMatchObject([{ id: right.body.id }])
  const objected = await t.ask(`POST /api/purchase_requests/${fresh.id}/count-objections/`, {
    token: fresh.customer.token,
    body: { text: '3点入れました' },
  })
  expect(objected.status).toBeLessThan(300)
  expect((await remove(right.body.id)).body.code).toBe('guard_failed')
})
