import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errors } from '#contract/error'
import { randomKey, type TestApp, type TestResponse, testApp } from './support/app.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
let list: number
let item: number
let photo: Buffer

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a51' } })
    .jpeg()
    .toBuffer()
  const begun = await t.ask('POST /api/request-drafts/', {
    token: w.hanako.token,
    body: { fields: { shop: w.aoyama.shops[0] }, step: 'goods' },
  })
  list = begun.body.declared.id
  item = (await addItem()).body.id
})
afterAll(() => t.close())

const addItem = () =>
  t.ask(`POST /api/declared-lists/${list}/items/`, {
    token: w.hanako.token,
    key: randomKey(),
    body: { count: 1 },
  })

async function send(): Promise<TestResponse> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'IMG_0001.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/declared-items/${item}/photos/`, {
    token: w.hanako.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

const photos = async () =>
  (await t.ask(`GET /api/declared-lists/${list}/`, { token: w.hanako.token })).body.items[0].photos.length

function refused(response: TestResponse, code: 'file_store_unavailable' | 'database_unavailable'): void {
  expect([response.status, response.body]).toEqual([503, { detail: errors[code].message, code }])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

const leftovers = async () =>
  (await readdir(t.tools.config.dataDir, { recursive: true })).filter((name) => /\.(part|upload)$/.test(name))

/** As the disk says it, of the next write to a file that is kept. */
async function fillOnce(): Promise<void> {
  const probe = await open(join(t.tools.config.dataDir, 'probe'), 'w')
  const handle = Object.getPrototypeOf(probe) as typeof probe
  await probe.close()
  const full = { code: 'ENOSPC', errno: -28, syscall: 'write' }
  vi.spyOn(handle, 'writeFile').mockRejectedValueOnce(
    Object.assign(new Error('ENOSPC: no space left on device, write'), full),
  )
}

test('a photo that finds no room is refused by name, leaves nothing, and can be sent again', async () => {
  await fillOnce()
  refused(await send(), 'file_store_unavailable')
  vi.restoreAllMocks()
  expect([await photos(), await leftovers()]).toEqual([0, []])
  expect((await send()).status).toBe(201)
  expect(await photos()).toBe(1)
})

test('so is one that cannot even be received', async () => {
  const folder = join(t.tools.config.dataDir, 'uploads')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'in its place')
  refused(await send(), 'file_store_unavailable')
  await rm(folder)
  expect((await send()).status).toBe(201)
})

test('a database without room says so by name, and what only reads goes on', async () => {
  await t.pool.query(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full'; end $$`)
  await t.pool.query('create trigger no_room before insert on declared_item execute function no_room()')
  const before = await photos()
  refused(await addItem(), 'database_unavailable')
  expect(await photos()).toBe(before)
  await t.pool.query('drop trigger no_room on declared_item')
  expect((await addItem()).status).toBe(201)
})
