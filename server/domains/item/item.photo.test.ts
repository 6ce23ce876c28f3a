import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
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
  const answers = await Promise.all(Array.from({ length: 4 }, () => toItem(bytes)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect([await files(), await rows('stored_file'), await rows('unclaimed_file')]).toEqual([2, 1, 0])
})

test('a photo of a kind that cannot be drawn anew is refused with what to send instead', async () => {
  const answer = await toItem(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
  expect([answer.status, answer.body.code]).toEqual([400, 'file_type'])
  expect(answer.body.file).toEqual([
    'JPEG、PNG、WebP の写真をお選びください。HEIC の写真は、JPEG にしてからお送りください。',
  ])
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

test('the files of a photo taken away go in the night after the next day', async () => {
  const { photos } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body
  const gone = await t.ask(`DELETE /api/biz/purchase-items/${slug}/photos/${photos[0].id}/`, {
    token: w.aoyama.staff.token,
  })
  expect(gone.status).toBe(204)
  expect([await files(), await rows('stored_file')]).toEqual([60, 29])
  const clean = allTasks(t.db, t.tools)['unclaimed_file.clean']
  await clean?.({})
  expect(await files()).toBe(60)
  t.clock.forward(25 * 3_600_000)
  await clean?.({})
  expect([await files(), await rows('unclaimed_file')]).toEqual([58, 0])
  t.clock.forward(-25 * 3_600_000)
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
