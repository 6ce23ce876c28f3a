import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing } from '#server/seed/drawing'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, assessAll, type Box, read, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { indexMissing } from './look-alike.service.ts'

let t: TestApp
let w: World
let box: Box
let slugs: string[]
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, 3)
  await startAssessing(t, box)
  slugs = (await read(t, box)).items.map(({ slug }: { slug: string }) => slug)
})
afterAll(() => t.close())

const drawn = (shape: Parameters<typeof drawing>[0], color: Parameters<typeof drawing>[1]) =>
  sharp(Buffer.from(drawing(shape, color)))
    .resize(500)
    .webp()
    .toBuffer()
/** Photographed again: nearer, darker. */
const again = async (picture: Buffer) => {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const cut = Math.round(width * 0.04)
  return sharp(picture)
    .extract({ left: cut, top: cut, width: width - 2 * cut, height: height - 2 * cut })
    .modulate({ brightness: 0.82 })
    .jpeg()
    .toBuffer()
}

async function addPhoto(slug: string, bytes: Buffer, kind = 'assessment') {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  const answer = await t.ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}
const alike = (slug: string, token = w.aoyama.staff.token) =>
  t.ask(`GET /api/biz/purchase-items/${slug}/look-alikes/`, { token })
const indexed = async () =>
  (await t.pool.query('select photo_id from analysis_picture order by 1')).rows.length

test('a photo is compared with those that came before, and the article is shown with what came of it', async () => {
  const [coat = '', bag = '', other = ''] = slugs
  const picture = await drawn('coat', '黒')
  await addPhoto(coat, picture)
  await addPhoto(bag, await drawn('bag', '赤'))
  await addPhoto(coat, await drawn('knit', '白'), 'label')
  expect(await t.runJobs()).toContain('analysis.photo')
  expect(await indexed()).toBe(2)
  await assessAll(t, w, box, [12_000, 3_000, 1_000])
  await addPhoto(other, await again(picture))
  const { status, body } = await alike(other)
  expect([status, body.length > 0]).toEqual([200, true])
  expect(body[0]).toMatchObject({ slug: coat, price: 12_000, outcome: 'assessed' })
  expect(body[0].likeness).toBeGreaterThan(0.7)
  expect((await t.app.inject({ url: body[0].thumbnail_url })).statusCode).toBe(200)
  expect(body.some(({ slug }: { slug: string }) => slug === bag || slug === other)).toBe(false)
})

test('another company finds neither the article nor what it looks like', async () => {
  expect((await alike(slugs[2] ?? '', w.umeda.staff.token)).status).toBe(404)
  const picture = await again(await drawn('coat', '黒'))
  const { body } = await t.ask('POST /api/biz/analyze_images/', {
    token: (await signIn(t, w.umeda.staff)).token,
    body: { images: [{ data: picture.toString('base64') }] },
  })
  expect(body.candidates.filter(({ source }: { source: string }) => source === 'look_alike')).toEqual([])
})

test('photos from before are indexed once; a photo that is removed is found no more', async () => {
  await t.pool.query('delete from analysis_picture')
  expect((await alike(slugs[2] ?? '')).body).toEqual([])
  const made = await indexMissing(t.db, t.tools)
  expect([made, await indexed(), await indexMissing(t.db, t.tools)]).toEqual([3, 3, 0])
  expect((await alike(slugs[2] ?? '')).body[0]).toMatchObject({ slug: slugs[0] })
  await t.pool.query(
    'delete from item_photo where item_id = (select id from purchase_item where slug = $1)',
    [slugs[0]],
  )
  expect(await indexed()).toBe(2)
  expect((await alike(slugs[2] ?? '')).body).toEqual([])
})

test('an article without photos looks like nothing', async () => {
  expect((await alike(slugs[0] ?? '')).body).toEqual([])
})
