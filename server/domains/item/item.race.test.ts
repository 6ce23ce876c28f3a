import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, read, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, type World } from '../../../tests/support/world.ts'

const assessors = 10
const articles = 50

let t: TestApp
let w: World
let box: Box
let slugs: string[]
let tokens: string[]
beforeAll(async () => {
  t = await testApp({ max: 24 })
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, articles)
  await startAssessing(t, box)
  slugs = (await read(t, box)).items.map((item: { slug: string }) => item.slug)
  tokens = []
  for (let one = 0; one < assessors; one++) {
    const made = await makeEmployee(t, w.aoyama.company, `査定 ${one}`, 'staff', `a${one}@aoyama.example.jp`)
    tokens.push(made.token)
  }
})
afterAll(() => t.close())

const get = async (slug: string, token = tokens[0]) =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
const patch = (slug: string, token: string | undefined, body: object) =>
  t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body })

test('ten assessors on one box: every save of each stands, and of ten on one article one is first', async () => {
  const share = articles / assessors
  const work = async (token: string, who: number) => {
    for (const slug of slugs.slice(who * share, (who + 1) * share)) {
      const { version } = await get(slug, token)
      const done = {
        color: `色${who}`,
        category: w.categories.coat,
        grade: 'A_2',
        base_price: 1_000 + who,
        status: 2,
      }
      expect((await patch(slug, token, { version, ...done })).status).toBe(200)
    }
  }
  await Promise.all(tokens.map(work))
  const { items } = await read(t, box)
  expect(items.map((item: { status: number; price: number }) => [item.status, item.price])).toEqual(
    slugs.map((_, index) => [2, 1_000 + Math.floor(index / share)]),
  )
  const [slug = ''] = slugs
  const { version } = await get(slug)
  const answers = await Promise.all(
    tokens.map((token, who) => patch(slug, token, { version, comment: `${who}番目` })),
  )
  const [won, ...others] = answers.toSorted((one, other) => one.status - other.status)
  expect([won?.status, won?.body.version]).toEqual([200, version + 1])
  for (const { status, body } of others)
    expect([status, body.code, body.current.comment]).toEqual([400, 'stale_version', won?.body.comment])
})

/** Small, and each another one. */
const picture = (number: number) =>
  sharp({
    create: { width: 16, height: 16, channels: 3, background: { r: number, g: (number * 7) % 256, b: 40 } },
  })
    .png()
    .toBuffer()

async function upload(slug: string, bytes: Buffer): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test/', { method: 'POST', body: form })
  const { status } = await t.ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
  return status
}

test('what waited without a connection, fifty articles and three photos each, is stored once, though sent twice', async () => {
  const send = async (slug: string, place: number) => {
    const { version } = await get(slug)
    const body = { version, comment: `後から送りました ${place}` }
    // The answer to the first got lost.
    const twice = await Promise.all([patch(slug, tokens[0], body), patch(slug, tokens[0], body)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
    for (const { body: said } of twice)
      expect((said.current ?? said) as object).toMatchObject({ comment: body.comment, version: version + 1 })
    for (const number of [0, 1, 2]) {
      const bytes = await picture(place * 3 + number)
      expect(await Promise.all([upload(slug, bytes), upload(slug, bytes)])).toEqual([201, 201])
    }
  }
  for (let start = 0; start < articles; start += assessors)
    await Promise.all(slugs.slice(start, start + assessors).map((slug, place) => send(slug, start + place)))
  const { rows } = await t.pool.query(
    `select count(*)::int as photos, count(distinct f.sha256)::int as pictures, count(distinct p.item_id)::int as items
     from item_photo p join stored_file f on f.id = p.file_id where p.request_id = $1`,
    [box.id],
  )
  expect(rows).toEqual([{ photos: articles * 3, pictures: articles * 3, items: articles }])
})
