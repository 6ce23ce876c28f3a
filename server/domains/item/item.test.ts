import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  type Box,
  contracted,
  offered,
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
  box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  slug = (await read(t, box)).items[0].slug
})
afterAll(() => t.close())

const get = async (code = slug) =>
  (await t.ask(`GET /api/purchase_items/${code}/`, { token: w.aoyama.staff.token })).body
const patch = async (body: Record<string, unknown>, token = w.aoyama.staff.token) =>
  t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body: { version: (await get()).version, ...body } })

test('the server keeps the arithmetic true: a price that does not add up is refused with the right one', async () => {
  const before = await get()
  const wrong = await patch({
    base_price: 14_500,
    deductions: [{ label: '毛羽立ち', amount: 1_500 }],
    price: 14_000,
  })
  expect(wrong.status).toBe(400)
  expect(wrong.body.code).toBe('price_mismatch')
  expect(await get()).toEqual(before)
  const right = await patch({
    base_price: 14_500,
    deductions: [{ label: '毛羽立ち', amount: 1_500 }],
  })
  expect(right.body.price).toBe(right.body.base_price - 1_500 + right.body.uplift)
  expect(wrong.body.expected).toBe(right.body.price)
})

test('deductions above the base price are refused under their field', async () => {
  const response = await patch({ base_price: 1_000, deductions: [{ label: 'しみ', amount: 1_001 }] })
  expect(response.body).toEqual({ deductions: ['減額の合計が基準額を超えています。'] })
})

test('bad input keeps its place and changes nothing', async () => {
  const before = await get()
  const response = await patch({
    deductions: [
      { label: 'しみ', amount: 100 },
      { label: '', amount: 0 },
    ],
    grade: 'E_9',
    brand: 999_999_999,
  })
  expect(response.status).toBe(400)
  expect(response.body.deductions).toEqual([
    {},
    { label: ['この項目は空にできません。'], amount: ['この値は1以上にしてください。'] },
  ])
  expect(response.body.grade).toEqual(['"E_9"は有効な選択肢ではありません。'])
  expect((await patch({ brand: 999_999_999 })).body).toEqual({
    brand: ['主キー "999999999" は不正です - データが存在しません。'],
  })
  expect((await patch({ campaign: 999_999_999 })).status).toBe(400)
  expect(await get()).toEqual(before)
})

test('what is missing is said in words before an item can be finished', async () => {
  const response = await patch({
    status: 2,
    grade: null,
    category: null,
    base_price: null,
    deductions: [],
    campaign: null,
  })
  expect(response.body).toMatchObject({
    code: 'guard_failed',
    non_field_errors: ['先にカテゴリ・グレード・1円以上の査定額を入力してください。'],
  })
  expect((await patch({ status: 3, not_buyable_reason: '' })).body.non_field_errors[0]).toContain(
    '買取不可の理由',
  )
})

test('a foreign company, a customer and nobody reach nothing of it', async () => {
  const { version } = await get()
  for (const [token, status] of [
    [w.umeda.staff.token, 404],
    [w.hanako.token, 403],
    [undefined, 401],
    [w.operator.operator.token, 404],
  ] as const) {
    const response = await t.ask(`PATCH /api/purchase_items/${slug}/`, {
      token,
      body: { version, color: '赤' },
    })
    expect(response.status).toBe(status)
  }
  expect(
    (
      await t.ask(`PATCH /api/purchase_items/${slug}/`, {
        token: w.umeda.staff.token,
        body: { version: 'x' },
      })
    ).status,
  ).toBe(404)
  expect((await get()).color).not.toBe('赤')
})

test('a photo is drawn anew, kept once, and cannot be HTML in disguise', async () => {
  const bytes = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#3b4a63' } })
    .jpeg()
    .toBuffer()
  const upload = (content: Buffer, token = w.aoyama.staff.token) => {
    const boundary = 'x-okuru-x'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="kind"\r\n\r\ndefect\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    return t.ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
      token,
      body: payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  }
  const first = await upload(bytes)
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ kind: 'defect' })
  expect((await upload(bytes)).body.id).toBe(first.body.id)
  expect((await upload(Buffer.from('<html><script>alert(1)</script></html>'))).body.code).toBe('file_type')
  expect((await upload(bytes, w.umeda.staff.token)).status).toBe(404)
  expect((await get()).photos).toHaveLength(1)
  const photo = await t.app.inject({ url: first.body.url })
  expect(photo.statusCode).toBe(200)
  const forged = first.body.url.replace(/signature=(.)/, (_: string, letter: string) =>
    letter === 'x' ? 'signature=y' : 'signature=x',
  )
  expect((await t.app.inject({ url: forged })).statusCode).toBe(403)
})

test('a held box offers no move and is not published', async () => {
  const other = await apply(t, w)
  await receive(t, other, 1)
  await startAssessing(t, other)
  await t.ask(`POST /api/biz/purchase_requests/${other.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'police_order', reason: '照会中' },
  })
  const request = await read(t, other)
  expect(request.is_held).toBe(true)
  expect(request.allowed_transitions.map((move: { to: number }) => move.to)).not.toContain(11)
  const held = request.holds[0]
  const release = (token: string) =>
    t.ask(`POST /api/biz/holds/${held.id}/release/`, { token, body: { reason: '解決' } })
  expect((await release(w.aoyama.staff.token)).body.released_at).toBeNull()
  expect((await release(w.aoyama.staff.token)).status).toBe(403)
  expect((await release(w.umeda.admin.token)).status).toBe(404)
  expect((await release(w.aoyama.admin.token)).body.released_at).not.toBeNull()
})

test('nothing is added to a held box or split off in it until the hold is released', async () => {
  const other = await apply(t, w)
  await receive(t, other, 1)
  const add = () =>
    t.ask(`POST /api/biz/purchase_requests/${other.id}/items/`, {
      token: w.aoyama.staff.token,
      body: { name: '帽子' },
    })
  const hold = await t.ask(`POST /api/biz/purchase_requests/${other.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'stolen_notice', reason: '照会中' },
  })
  const before = await read(t, other)
  const refused = await add()
  expect([refused.status, refused.body.code]).toEqual([400, 'held'])
  expect(await read(t, other)).toEqual(before)
  for (const { token } of [w.aoyama.staff, w.aoyama.admin]) {
    await t.ask(`POST /api/biz/holds/${hold.body.id}/release/`, { token, body: { reason: '解決' } })
  }
  expect((await add()).status).toBe(201)
})

test('what a held article is, and its photos, are not changed unseen by one person', async () => {
  const other = await apply(t, w)
  await receive(t, other, 1)
  await startAssessing(t, other)
  const { slug: held, id } = (await read(t, other)).items[0]
  const { token } = w.aoyama.staff
  const photo = await t.db
    .insertInto('item_photo')
    .values({
      request_id: other.id,
      item_id: id,
      file_id: (await t.db.selectFrom('stored_file').select('id').limit(1).executeTakeFirstOrThrow()).id,
      kind: 'assessment',
      position: 0,
      created_at: t.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = async (body: object) => {
    const { version } = (await t.ask(`GET /api/purchase_items/${held}/`, { token })).body
    return t.ask(`PATCH /api/purchase_items/${held}/`, { token, body: { version, ...body } })
  }
  expect((await change({ serial_number: 'SN-481' })).status).toBe(200)
  await t.ask(`POST /api/biz/purchase_requests/${other.id}/holds/`, {
    token,
    body: { kind: 'suspicion', reason: '照会中', slug: held },
  })
  const removed = await t.ask(`DELETE /api/biz/purchase-items/${held}/photos/${photo.id}/`, { token })
  expect([removed.status, removed.body.code]).toEqual([400, 'guard_failed'])
  expect((await change({ serial_number: '', color: '黒' })).status).toBe(200)
  const trail = await t.ask('GET /api/biz/activities/', {
    token: w.aoyama.admin.token,
    query: { q: held, group: 'item' },
  })
  expect(trail.body.results[0]).toMatchObject({
    label: '保留中の商品の内容を変えた',
    changes: [
      { label: '色', before: 'なし', after: '黒' },
      { label: 'シリアル番号', before: 'SN-481', after: 'なし' },
    ],
  })
})

test('the list finds what was bought, and CSV is for admins, with cells no spreadsheet runs', async () => {
  const done = await contracted(t, w)
  const list = await t.ask('GET /api/biz/purchase-items/', {
    token: w.aoyama.staff.token,
    query: { status: 6, customer_name: '山田' },
  })
  expect(list.body.results.map((row: { slug: string }) => row.slug)).toContain(done.slugs[0])
  expect((await t.ask('GET /api/biz/purchase-items/', { token: w.umeda.staff.token })).body.count).toBe(0)
  expect((await t.ask('GET /api/biz/purchase-items/csv/', { token: w.aoyama.staff.token })).status).toBe(403)
  await t.pool.query("update purchase_item set name = '=1+1' where slug = $1", [slug])
  const csv = await t.ask('GET /api/biz/purchase-items/csv/', { token: w.aoyama.admin.token })
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.body).not.toMatch(/(^|,)"?=1\+1/m)
  expect(csv.body).toContain('商品コード')
})

test('the customer reads an item only when its result is out', async () => {
  const out = await offered(t, w)
  expect((await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.hanako.token })).status).toBe(404)
  expect(
    (await t.ask(`GET /api/purchase_items/${out.slugs[0]}/`, { token: w.hanako.token })).body,
  ).toMatchObject({ status: 2, allowed_transitions: [] })
})
