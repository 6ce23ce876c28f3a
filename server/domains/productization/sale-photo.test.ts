import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawing } from '#server/seed/drawing'
import type { Color, Shape } from '#server/seed/goods'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeSale } from './productization.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

let slugs: string[]
let slug: string
beforeEach(async () => {
  slugs = (await contracted(t, w)).slugs
  slug = slugs[0] as string
})

const staff = () => w.aoyama.staff.token
const base = '/api/biz/item-productization'
const add = (route = `${base}-image/`) => `POST ${route}` as const

const picture = (shade: number, width = 90, height = 120) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: shade * 4, b: 60 } } })
    .composite([
      {
        input: { create: { width: 10 + shade, height: 40, channels: 3, background: '#123' } },
        left: shade,
        top: 2 * shade,
      },
    ])
    .jpeg()
    .toBuffer()
const garment = (shape: Shape, color: Color) =>
  sharp(Buffer.from(drawing(shape, color)))
    .resize(400)
    .jpeg()
    .toBuffer()

const sent = (bytes: Buffer, filename = 'a.jpg') => ({
  filename,
  content_type: 'image/jpeg',
  data: bytes.toString('base64'),
})
const send = (bytes: Buffer[], { token = staff(), code = slug, more = {} } = {}) =>
  t.ask(add(), { token, body: { slug: code, images: bytes.map((one) => sent(one)), ...more } })

async function sendForm(bytes: Buffer, fields: Record<string, string> = { slug }, token = staff()) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(add(), {
    token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

const get = async (code = slug) => (await t.ask(`GET ${base}/${code}/`, { token: staff() })).body
const idsOf = (product: { photos: { id: number }[] }) => product.photos.map(({ id }) => id)
const bytesAt = async (url: string) => {
  const response = await t.app.inject({ url })
  return { status: response.statusCode, bytes: response.rawPayload, type: response.headers['content-type'] }
}
const files = async () => {
  const found = await readdir(path.join(t.tools.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).length
}
const left = async () => ({
  files: await files(),
  uploads: (await readdir(path.join(t.tools.config.dataDir, 'uploads')).catch(() => [])).length,
  unclaimed: Number((await t.pool.query('select count(*) from unclaimed_file')).rows[0].count),
  stored: Number((await t.pool.query('select count(*) from stored_file')).rows[0].count),
  photos: Number((await t.pool.query('select count(*) from product_photo')).rows[0].count),
})
interface Placed {
  id: number
  company_id: number
  shop_id: number
}
const itemOf = async (code = slug) =>
  (await t.pool.query<Placed>('select id, company_id, shop_id from purchase_item where slug = $1', [code]))
    .rows[0] as Placed

describe('adding', () => {
  test('the first photo takes the article into productization; role and order are as they were sent', async () => {
    expect(await get()).toMatchObject({ status: 6, stage: 'photo' })
    const added = await send([await picture(1), await picture(2)], { more: { role: 'front' } })
    expect(added.status).toBe(201)
    const { images } = added.body
    expect(images).toMatchObject([
      { role: 'front', looks_like: null, is_ready: false, sizes: [], version: 1 },
      { role: 'front' },
    ])
    const product = await get()
    expect(product).toMatchObject({ status: 8, missing: expect.not.arrayContaining(['photo']) })
    expect(idsOf(product)).toEqual(images.map(({ id }: { id: number }) => id))
  })

  test('what is stored has neither place nor device, and the upload itself is gone', async () => {
    const bytes = await sharp(await picture(3))
      .withExif({ IFD0: { Make: 'Okuru Camera' }, IFD3: { GPSLatitude: '35/1 40/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Okuru Camera')).toBe(true)
    const before = await left()
    const { body } = await sendForm(bytes, { slug, role: 'tag' })
    await t.runJobs()
    const [photo] = (await get()).photos
    expect([photo.id, photo.role]).toEqual([body.images[0].id, 'tag'])
    const sizes = photo.sizes.flatMap(({ avif_url, webp_url }: Record<string, string>) => [
      avif_url,
      webp_url,
    ])
    for (const url of [photo.url, photo.original_url, photo.thumbnail_url, ...sizes]) {
      const stored = await bytesAt(url)
      expect(stored.status).toBe(200)
      for (const trace of ['Exif', 'EXIF', 'GPS', 'Okuru Camera'])
        expect(stored.bytes.includes(trace)).toBe(false)
    }
    expect((await left()).uploads).toBe(before.uploads)
  })

  test('the same upload again is the photo that is there, as form or as JSON, one after another and at once', async () => {
    const bytes = await picture(4)
    const before = await left()
    const first = await Promise.all([send([bytes]), sendForm(bytes), send([bytes, bytes]), sendForm(bytes)])
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const again = await sendForm(bytes)
    const ids = [...first, again].flatMap(({ body }) => idsOf({ photos: body.images }))
    expect(new Set(ids).size).toBe(1)
    const after = await left()
    expect([after.photos - before.photos, after.stored - before.stored, after.files - before.files]).toEqual([
      1, 1, 2,
    ])
    expect([after.unclaimed, after.uploads]).toEqual([0, 0])
  })

  test('uploads that overtake each other stand in the order they were taken', async () => {
    const at = (minute: number) => ({ slug, taken_at: `2026-11-24T09:${minute}:00+09:00` })
    const second = await sendForm(await picture(6), at(20))
    const third = await sendForm(await picture(7), at(30))
    const first = await sendForm(await picture(5), at(10))
    const [one, two, three] = [first, second, third].map(({ body }) => body.images[0].id)
    expect(idsOf(await get())).toEqual([one, two, three])
  })

  test('a look-alike is said and not refused', async () => {
    const bytes = await garment('jacket', '紺')
    const smaller = await sharp(bytes).resize(300).jpeg({ quality: 60 }).toBuffer()
    const { body } = await send([bytes, smaller, await garment('bag', '茶')])
    const [one] = body.images
    expect(body.images.map(({ looks_like }: { looks_like: number | null }) => looks_like)).toEqual([
      null,
      one.id,
      null,
    ])
  })

  test('the sixty-first is refused, and leaves nothing', async () => {
    const item = (await itemOf()).id
    await send([await picture(8)])
    await t.pool.query(
      `insert into product_photo (item_id, file_id, original_file_id, sha256, created_at)
       select item_id, file_id, original_file_id, 'copy ' || n, created_at from product_photo, generate_series(1, 58) n where item_id = $1`,
      [item],
    )
    const two = await send([await picture(9), await picture(10)])
    expect([two.status, two.body.code]).toEqual([400, 'guard_failed'])
    const before = await left()
    expect((await send([await picture(9)])).status).toBe(201)
    const refused = await Promise.all([send([await picture(11)]), sendForm(await picture(12))])
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    const after = await left()
    expect([
      after.files - before.files,
      after.photos - before.photos,
      after.unclaimed,
      after.uploads,
    ]).toEqual([2, 1, 0, 0])
    await t.pool.query("delete from product_photo where sha256 like 'copy %'")
  })
})

describe('what is refused stores nothing', () => {
  const bomb = () =>
    sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()

  test.each([
    ['text', async () => Buffer.from('こんにちは'), 'file_type', 400],
    [
      'a drawing in SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'file_type',
      400,
    ],
    ['HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'file_heic', 400],
    ['a cut JPEG', async () => (await garment('coat', '黒')).subarray(0, 4000), 'file_type', 400],
    ['a picture of too many pixels', bomb, 'file_too_large', 413],
  ] as const)('%s', async (_, bytes, code, status) => {
    const before = await left()
    const bad = await bytes()
    for (const answer of [await send([await picture(20), bad]), await sendForm(bad)])
      expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await left()).toEqual(before)
    expect((await get()).status).toBe(6)
  })

  test('broken base64, too many pictures, none, another role and a slug that is not the reader’s', async () => {
    const before = await left()
    const one = sent(await picture(21))
    const bodies = [
      { slug, images: [one, { ...one, data: 'ほ' }] },
      { slug, images: [{ ...one, data: `${one.data}!` }] },
      { slug, images: [{ ...one, data: '' }] },
      { slug, images: Array.from({ length: 100 }, () => one) },
      { slug, images: [] },
      { slug, images: [one], role: 'sleeve' },
      { slug: 'no-such-item', images: [one] },
      { images: [one] },
    ]
    const refused = await Promise.all(bodies.map((body) => t.ask(add(), { token: staff(), body })))
    expect(refused.map(({ status }) => status)).toEqual(bodies.map(() => 400))
    expect(refused[0]?.body).toMatchObject({ images: [{}, { data: [expect.stringContaining('base64')] }] })
    expect(refused[6]?.body).toMatchObject({ slug: [expect.any(String)] })
    const forms = [{ slug: 'no-such-item' }, { slug, role: 'sleeve' }, { slug, taken_at: 'yesterday' }, {}]
    for (const fields of forms) expect((await sendForm(await picture(21), fields as never)).status).toBe(400)
    const foreign = await send([await picture(21)], { token: w.umeda.staff.token })
    expect([foreign.status, foreign.body.slug]).toEqual([400, [expect.any(String)]])
    expect((await send([await picture(21)], { token: w.hanako.token })).status).toBe(403)
    expect((await send([await picture(21)], { token: '' })).status).toBe(401)
    expect(await left()).toEqual(before)
  })

  test('an article that was refused, is held or was sold', async () => {
    const bytes = await picture(22)
    const unbought = await send([bytes], { code: slugs[2] as string })
    expect([unbought.status, unbought.body.code]).toEqual([400, 'illegal_transition'])
    await send([bytes])
    const [photo] = (await get()).photos
    await makeSale(t.db, await itemOf())
    const before = await left()
    const path_ = `${base}/${slug}/photos/${photo.id}/`
    const answers = [
      await send([await picture(23)]),
      await t.ask(`DELETE ${path_}`, { token: staff() }),
      await t.ask(`PATCH ${path_}`, { token: staff(), body: { version: photo.version, role: 'back' } }),
      await t.ask(`PUT ${base}/${slug}/photos/`, {
        token: staff(),
        body: { photos: [photo.id], photo_order_version: 1 },
      }),
    ]
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([400, 'already_sold'])
    expect(await left()).toEqual(before)
    // A repeat of what is there changes nothing, so it is no refusal.
    expect((await send([bytes])).body.images[0].id).toBe(photo.id)
  })
})

test('sizes are made by a job; pages get them as AVIF and as WebP', async () => {
  await send([await garment('jacket', '紺'), await garment('dress', '赤')])
  expect((await get()).photos).toMatchObject([{ is_ready: false }, { is_ready: false }])
  expect(await t.runJobs()).toContain('productization.photo_sizes')
  const { photos } = await get()
  for (const photo of photos) {
    expect([photo.is_ready, photo.sizes.length]).toEqual([true, 2])
    const [size] = photo.sizes
    const [avif, webp] = [await bytesAt(size.avif_url), await bytesAt(size.webp_url)]
    expect([avif.type, webp.type]).toEqual(['image/avif', 'image/webp'])
    const { width, height } = await sharp(avif.bytes).metadata()
    expect([width, height]).toEqual([size.width, size.height])
  }
  const before = await left()
  await t.runJobs()
  expect(await left()).toEqual(before)
})

const patch = (id: number, body: object, token = staff()) =>
  t.ask(`PATCH ${base}/${slug}/photos/${id}/`, { token, body })
const plain = { crop: null, turn: 0, is_balanced: false, is_cut_out: false }

describe('editing', () => {
  test('is made from the original, and undone by no edits; files nobody shows any more are gone', async () => {
    const { body } = await send([await garment('jacket', '紺')])
    await t.runJobs()
    const [photo] = (await get()).photos
    expect(photo.url).toBe(photo.original_url)
    const stored = await left()
    const edits = {
      crop: { x: 0.1, y: 0, width: 0.8, height: 0.5 },
      turn: 90,
      is_balanced: true,
      is_cut_out: true,
    }
    const edited = await patch(photo.id, { version: 1, edits })
    expect(edited.body).toMatchObject({
      edits,
      version: 2,
      is_ready: false,
      original_url: photo.original_url,
    })
    const shown = await sharp((await bytesAt(edited.body.url)).bytes).metadata()
    expect([shown.width, shown.height]).toEqual([400, 200])
    await t.runJobs()
    const turned = await patch(photo.id, { version: 2, edits: { ...plain, turn: 180 } })
    expect(turned.body).toMatchObject({ version: 3, edits: { turn: 180, is_cut_out: false } })
    expect((await bytesAt(edited.body.url)).status).toBe(404)
    expect((await bytesAt(turned.body.url)).status).toBe(200)
    const back = await patch(photo.id, { version: 3, edits: plain })
    expect([back.body.url, back.body.is_ready, back.body.version]).toEqual([photo.url, true, 4])
    await t.runJobs()
    expect(await left()).toEqual(stored)
    expect(body.images[0].id).toBe(photo.id)
  })

  test('a role alone draws nothing; the same edits again draw nothing', async () => {
    await send([await picture(30)])
    const [photo] = (await get()).photos
    const named = await patch(photo.id, { version: 1, role: 'flaw' })
    expect(named.body).toMatchObject({ role: 'flaw', version: 2, url: photo.url })
    const again = await patch(photo.id, { version: 2, edits: plain })
    expect(again.body).toMatchObject({ role: 'flaw', version: 3, url: photo.url })
  })

  test('of an outdated version shows the photo as it is now; two at once leave one', async () => {
    await send([await garment('coat', '黒')])
    const [photo] = (await get()).photos
    const stored = await left()
    const both = await Promise.all(
      [90, 180].map((turn) => patch(photo.id, { version: 1, edits: { ...plain, turn } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const lost = both.find(({ status }) => status === 400)
    expect(lost?.body).toMatchObject({ code: 'stale_version', current: { id: photo.id, version: 2 } })
    const after = await left()
    expect([after.stored - stored.stored, after.unclaimed]).toEqual([1, 0])
  })

  test('a ground that cannot become white is said, and the photo stays', async () => {
    await send([await garment('shirt', '白')])
    const [photo] = (await get()).photos
    const before = await left()
    const refused = await patch(photo.id, { version: 1, edits: { ...plain, is_cut_out: true } })
    expect([refused.status, refused.body.code]).toEqual([400, 'guard_failed'])
    expect(refused.body.non_field_errors[0]).toContain('背景と商品の色が近く')
    expect(await left()).toEqual(before)
    expect((await get()).photos).toMatchObject([{ version: 1, url: photo.url }])
  })

  test('nobody edits, removes or arranges what is not theirs', async () => {
    await send([await picture(31)])
    const [photo] = (await get()).photos
    const token = w.umeda.staff.token
    const body = { photos: [photo.id], photo_order_version: 1 }
    const answers = [
      await patch(photo.id, { version: 1, role: 'back' }, token),
      await patch(photo.id, { nonsense: true }, token),
      await patch(photo.id + 1000, { version: 1, role: 'back' }),
      await t.ask(`DELETE ${base}/${slug}/photos/${photo.id}/`, { token }),
      await t.ask(`DELETE ${base}/${slugs[1]}/photos/${photo.id}/`, { token: staff() }),
      await t.ask(`PUT ${base}/${slug}/photos/`, { token, body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    const bad = { x: -1, y: 0, width: 2, height: 1 }
    expect((await patch(photo.id, { version: 1, edits: { ...plain, crop: bad } })).status).toBe(400)
    expect((await patch(photo.id, { version: 1, edits: { ...plain, turn: 45 } })).status).toBe(400)
  })
})

test('the first in the order is the main photo; an outdated or unknown order is refused with the current one', async () => {
  await send(await Promise.all([40, 41, 42].map((shade) => picture(shade))))
  const product = await get()
  const [one, two, three] = idsOf(product) as [number, number, number]
  const put = (photos: number[], photo_order_version: number) =>
    t.ask(`PUT ${base}/${slug}/photos/`, { token: staff(), body: { photos, photo_order_version } })
  const arranged = await put([three, one, two], product.photo_order_version)
  expect([arranged.status, idsOf(arranged.body)]).toEqual([200, [three, one, two]])
  const stale = await put([one, two, three], product.photo_order_version)
  expect([stale.status, stale.body.code, idsOf(stale.body.current)]).toEqual([
    400,
    'stale_version',
    [three, one, two],
  ])
  const version = arranged.body.photo_order_version
  expect((await put([one, one], version)).status).toBe(400)
  expect((await put([one, 999_999], version)).body.code).toBe('stale_version')
  // One that arrives later stands behind those somebody has arranged, whenever it was taken.
  const late = await sendForm(await picture(43), { slug, taken_at: '2026-11-01T09:00:00+09:00' })
  expect(idsOf(await get())).toEqual([three, one, two, late.body.images[0].id])
})

test('a photo taken off is gone with its original and its sizes; the last of a finished article stays', async () => {
  await send([await garment('jacket', '紺'), await picture(45)])
  await t.runJobs()
  const before = await left()
  const { photos } = await get()
  const [first, second] = photos
  await patch(first.id, { version: 1, edits: { ...plain, turn: 90 } })
  await t.runJobs()
  const shown = (await get()).photos[0]
  const urls = [
    shown.url,
    shown.original_url,
    shown.thumbnail_url,
    shown.sizes[0].avif_url,
    shown.sizes[0].webp_url,
  ]
  const remove = (id: number) => t.ask(`DELETE ${base}/${slug}/photos/${id}/`, { token: staff() })
  expect((await remove(first.id)).status).toBe(204)
  for (const url of urls) expect((await bytesAt(url)).status).toBe(404)
  expect((await remove(first.id)).status).toBe(404)
  const after = await left()
  expect([before.stored - after.stored, before.files - after.files, after.unclaimed]).toEqual([1, 6, 0])
  await t.pool.query('update purchase_item set status = 9 where slug = $1', [slug])
  const last = await remove(second.id)
  expect([last.status, last.body.code]).toEqual([400, 'guard_failed'])
  expect(idsOf(await get())).toEqual([second.id])
})
