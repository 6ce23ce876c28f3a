import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostDeclaredItems, mostPhotosOfItem } from '#contract/declared-list'
import { allTasks } from '#server/jobs'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply, move, read, receive, requestBody } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { makeDeclaredItem } from './declared-list.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.pool.query('delete from request_draft')
})

type As = { as?: Person }
const draft = async ({ as = w.hanako }: As = {}) =>
  (await t.ask('GET /api/request-drafts/', { token: as.token })).body
const begin = (fields: object = { shop: w.aoyama.shops[0] }, { as = w.hanako }: As = {}) =>
  t.ask('POST /api/request-drafts/', { token: as.token, body: { fields, step: 'goods' } })
const save = (id: number, version: number, fields: object, { as = w.hanako }: As = {}) =>
  t.ask(`PUT /api/request-drafts/${id}/`, { token: as.token, body: { fields, step: 'goods', version } })
const submit = (key?: { id: number; version: number }) =>
  t.ask('POST /api/purchase_requests/', {
    token: w.hanako.token,
    key: randomKey(),
    body: { ...requestBody(w), ...(key && { draft: key }) },
  })
const addItem = (list: number, body: object = { count: 1 }, { as = w.hanako }: As = {}) =>
  t.ask(`POST /api/declared-lists/${list}/items/`, { token: as.token, key: randomKey(), body })
const getList = async (id: number) =>
  (await t.ask(`GET /api/declared-lists/${id}/`, { token: w.hanako.token })).body

const picture = (color: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '35/1 39/1 29/1' } })
    .jpeg()
    .toBuffer()

async function photograph(item: number, bytes: Buffer, { as = w.hanako }: As = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'IMG_0001.jpg')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/declared-items/${item}/photos/`, {
    token: as.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

async function listWithPhoto() {
  const { body } = await begin()
  const item = (
    await addItem(body.declared.id, {
      brand: w.brands.gucci,
      category: w.categories.coat,
      condition: 'A',
      count: 2,
      note: '袖に毛玉',
    })
  ).body
  const photo = (await photograph(item.id, await picture('#a51'))).body
  return { draft: body, item, photo }
}
const fileOf = (url: string) => {
  const { pathname, search } = new URL(url, 'http://test')
  return t.ask(`GET ${pathname}${search}`)
}
const clean = () => allTasks(t.db, t.tools)['declared-list.clean']({})

describe('a draft', () => {
  test('is kept with what is not complete yet, and read on another device', async () => {
    const fields = {
      shop: w.aoyama.shops[0],
      box_count: 0,
      note: '箱に入りきるか…',
      unread: { item_count: '10〜12点' },
    }
    const made = await begin(fields)
    expect([made.status, made.body.version]).toEqual([201, 1])
    const other = await signIn(t, w.hanako)
    const found = (await t.ask('GET /api/request-drafts/', { token: other.token })).body
    expect(found).toMatchObject({
      id: made.body.id,
      fields,
      step: 'goods',
      declared: { items: [], is_open: true },
    })
    expect(await draft({ as: w.taro })).toBeNull()
  })

  test('is returned by a save as it is read afterwards', async () => {
    const { id } = (await begin()).body
    expect((await save(id, 1, { note: '電話から' })).body).toEqual(await draft())
  })

  test('of a second device is refused with the first one, at the same moment too', async () => {
    const lists = async () =>
      (await t.pool.query('select count(*)::int as n from declared_list')).rows[0].n as number
    const before = await lists()
    const two = await Promise.all([begin({ note: 'A' }), begin({ note: 'B' })])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 400])
    const [won, lost] = two.sort((a, b) => a.status - b.status)
    expect(lost?.body).toMatchObject({ code: 'stale_version', current: { id: won?.body.id } })
    expect(await lists()).toBe(before + 1)
  })

  test('is not overwritten by a device that has not seen the newest', async () => {
    const { id } = (await begin({ note: 'はじめ' })).body
    expect((await save(id, 1, { note: '電話から' })).body.version).toBe(2)
    const stale = await save(id, 1, { note: 'パソコンから' })
    expect(stale.body).toMatchObject({
      code: 'stale_version',
      current: { version: 2, fields: { note: '電話から' } },
    })
    expect((await draft()).fields).toEqual({ note: '電話から' })
  })

  test('that ended is missing for the other device, also when another one was begun', async () => {
    const first = (await begin()).body
    expect((await t.ask(`DELETE /api/request-drafts/${first.id}/`, { token: w.hanako.token })).status).toBe(
      204,
    )
    await begin({ note: '新しい' })
    expect((await save(first.id, 1, { note: '古い' })).status).toBe(404)
    expect((await draft()).fields).toEqual({ note: '新しい' })
  })

  test('of somebody else is missing', async () => {
    const { id } = (await begin({}, { as: w.taro })).body
    expect((await save(id, 1, {})).status).toBe(404)
    expect((await t.ask(`DELETE /api/request-drafts/${id}/`, { token: w.hanako.token })).status).toBe(404)
    expect((await submit({ id, version: 1 })).body.code).toBe('draft_ended')
    expect((await draft({ as: w.taro })).id).toBe(id)
  })

  test('refuses what is no form', async () => {
    const deep = { a: { b: { c: 1 } } }
    for (const fields of [deep, { 'Not-a-name': 1 }, { note: 'x'.repeat(1001) }, [], null])
      expect([fields, (await begin(fields as object)).status]).toEqual([fields, 400])
    const large = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`f${place}`, 'x'.repeat(900)]))
    expect((await begin(large)).status).toBe(400)
    expect(await draft()).toBeNull()
  })

  test('is offered on the own page until its month is over, and then deleted with its photos', async () => {
    const { photo, draft: made } = await listWithPhoto()
    const overview = async (token = w.hanako.token) =>
      (await t.ask('GET /api/me/overview/', { token })).body.draft
    expect(await overview()).toMatchObject({ expires_at: made.expires_at, total: 2 })
    expect((await overview()).shop_name).not.toBe('')
    t.clock.forward(31 * 86_400_000)
    const { token } = await signIn(t, w.hanako)
    expect(await overview(token)).toBeNull()
    expect((await t.ask('GET /api/request-drafts/', { token })).body).toBeNull()
    expect(
      (await t.ask('POST /api/request-drafts/', { token, body: { fields: {}, step: 'shop' } })).status,
    ).toBe(201)
    t.clock.forward(31 * 86_400_000)
    await clean()
    await t.runJobs()
    const { rows } = await t.pool.query('select count(*)::int as n from request_draft')
    expect(rows[0].n).toBe(0)
    t.clock.set(testStart)
    expect((await fileOf(photo.url)).status).toBe(404)
  })
})

describe('a request', () => {
  test('takes the list over, and ends the draft', async () => {
    const { draft: made, photo } = await listWithPhoto()
    const sent = await submit({ id: made.id, version: 1 })
    expect(sent.status).toBe(201)
    expect(sent.body.declared).toMatchObject({
      id: made.declared.id,
      is_open: true,
      total: 2,
      items: [
        {
          brand: w.brands.gucci,
          brand_name: expect.stringMatching(/gucci/i),
          condition: 'A',
          count: 2,
          note: '袖に毛玉',
          photos: [{ id: photo.id }],
        },
      ],
    })
    expect(await draft()).toBeNull()
    const staff = await read(t, { id: sent.body.id, customer: w.hanako, staff: w.aoyama.staff })
    expect(staff.declared).toMatchObject({ total: 2, items: [{ photos: [{ id: photo.id }] }] })
    expect((await fileOf(staff.declared.items[0].photos[0].thumbnail_url)).status).toBe(200)
    const foreign = await t.ask(`GET /api/biz/purchase_requests/${sent.body.id}/`, {
      token: w.umeda.staff.token,
    })
    expect(foreign.status).toBe(404)
  })

  test('has no list where nothing was entered', async () => {
    const { id } = (await begin()).body
    expect((await submit({ id, version: 1 })).body.declared).toBeNull()
    expect((await apply(t, w)).id).toBeGreaterThan(0)
  })

  test('is made once of a draft that two devices send', async () => {
    const { id } = (await begin()).body
    const two = await Promise.all([submit({ id, version: 1 }), submit({ id, version: 1 })])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(two.find(({ status }) => status === 400)?.body.code).toBe('draft_ended')
  })

  test('keeps a row that another device enters at the moment of sending', async () => {
    const { id, declared } = (await begin()).body
    const other = await t.pool.connect()
    await other.query('begin')
    await other.query('select 1 from declared_list where id = $1 for update', [declared.id])
    await other.query(
      'insert into declared_item (list_id, count, created_at, updated_at) values ($1, 3, $2, $2)',
      [declared.id, testStart],
    )
    const sent = submit({ id, version: 1 })
    await expect
      .poll(async () => {
        const { rows } = await t.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await other.query('commit')
    other.release()
    expect((await sent).body.declared).toMatchObject({ id: declared.id, total: 3 })
  })

  test('is not made of a draft that was changed elsewhere, nor of one that is refused', async () => {
    const { id } = (await begin()).body
    await save(id, 1, { note: '電話から' })
    expect((await submit({ id, version: 1 })).body).toMatchObject({
      code: 'stale_version',
      current: { version: 2 },
    })
    const outdated = await t.ask('POST /api/purchase_requests/', {
      token: w.hanako.token,
      key: randomKey(),
      body: { ...requestBody(w, { agreed_terms: 'old' }), draft: { id, version: 2 } },
    })
    expect(outdated.body.code).toBe('terms_outdated')
    expect((await draft()).id).toBe(id)
  })

  test('lets its list be changed until the box is on its way, and never after', async () => {
    const { draft: made, item, photo } = await listWithPhoto()
    const { id } = (await submit({ id: made.id, version: 1 })).body
    const box = { id, customer: w.hanako, staff: w.aoyama.staff }
    expect((await addItem(made.declared.id, { brand_text: '手編み', count: 1 })).status).toBe(201)
    expect((await move(t, box, 1)).status).toBe(200)
    expect((await addItem(made.declared.id)).status).toBe(201)
    await receive(t, box, 3)
    const token = w.hanako.token
    const late = [
      await addItem(made.declared.id),
      await t.ask(`PUT /api/declared-items/${item.id}/`, { token, body: { count: 9, version: 1 } }),
      await t.ask(`DELETE /api/declared-items/${item.id}/`, { token }),
      await photograph(item.id, await picture('#00f')),
      await t.ask(`DELETE /api/declared-photos/${photo.id}/`, { token }),
    ]
    expect(late.map(({ status, body }) => [status, body.code])).toEqual(late.map(() => [400, 'not_editable']))
    expect(await getList(made.declared.id)).toMatchObject({ is_open: false, total: 4 })
  })

  test('keeps its list while it is open, and loses it a year after the box came', async () => {
    const { draft: made, photo } = await listWithPhoto()
    const { id } = (await submit({ id: made.id, version: 1 })).body
    const box = { id, customer: w.hanako, staff: w.aoyama.staff }
    await receive(t, box, 2)
    const daysLater = async (days: number) => {
      t.clock.set(new Date(Date.parse(testStart) + days * 86_400_000))
      await clean()
      await t.runJobs()
      const { rows } = await t.pool.query('select declared_list_id from purchase_request where id = $1', [id])
      return rows[0].declared_list_id
    }
    expect(await daysLater(800)).toBe(made.declared.id)
    t.clock.set(testStart)
    expect((await move(t, box, 22, { reason: 'ご希望のため' })).status).toBe(200)
    const back = { carrier: 'YAMATO', tracking_number: '600097281033', parcel_count: 2 }
    expect((await move(t, box, 23, back)).status).toBe(200)
    expect(await daysLater(364)).toBe(made.declared.id)
    expect(await daysLater(366)).toBeNull()
    t.clock.set(testStart)
    expect((await fileOf(photo.url)).status).toBe(404)
  })
})

describe('a row', () => {
  test('names a brand of the catalogue or one that is typed, and refuses others', async () => {
    const { declared } = (await begin()).body
    const typed = await addItem(declared.id, { brand_text: ' 近所の仕立屋 ', count: 1 })
    expect(typed.body).toMatchObject({ brand: null, brand_name: '近所の仕立屋', category_name: '' })
    const chosen = await addItem(declared.id, { brand: w.brands.gucci, brand_text: '違うもの', count: 1 })
    expect(chosen.body.brand_name).not.toBe('違うもの')
    expect((await addItem(declared.id, { brand: 999_999, count: 1 })).body).toHaveProperty('brand')
    expect((await addItem(declared.id, { category: 999_999, count: 1 })).body).toHaveProperty('category')
    expect((await addItem(declared.id, { count: 100 })).body).toHaveProperty('count')
    expect((await addItem(declared.id, { count: 1, condition: 'Z' })).body).toHaveProperty('condition')
  })

  test('is made once, however often a slow phone sends it', async () => {
    const { declared } = (await begin()).body
    const key = randomKey()
    const ask = () =>
      t.ask(`POST /api/declared-lists/${declared.id}/items/`, {
        token: w.hanako.token,
        key,
        body: { count: 3 },
      })
    const [one, two] = await Promise.all([ask(), ask()])
    expect(one.body.id).toBe(two.body.id)
    expect((await getList(declared.id)).total).toBe(3)
  })

  test('is shown to the slower of two devices as it is now', async () => {
    const { draft: made, item } = await listWithPhoto()
    const change = (body: object) =>
      t.ask(`PUT /api/declared-items/${item.id}/`, { token: w.hanako.token, body: { version: 1, ...body } })
    const both = await Promise.all([change({ count: 3 }), change({ count: 4 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const lost = both.find(({ status }) => status === 400)
    const stored = (await getList(made.declared.id)).items[0]
    expect(lost?.body).toMatchObject({ code: 'stale_version', current: { count: stored.count, version: 2 } })
    // A PUT says everything: what it leaves out is gone.
    expect(stored).toMatchObject({ brand: null, note: '', condition: null })
  })

  test('of a full list is refused', async () => {
    const { declared } = (await begin()).body
    for (let place = 1; place < mostDeclaredItems; place++) await makeDeclaredItem(t.db, declared.id)
    const two = await Promise.all([addItem(declared.id), addItem(declared.id)])
    expect(two.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('of somebody else is missing in every call', async () => {
    const { draft: made, item, photo } = await listWithPhoto()
    const { token } = w.taro
    const tried = [
      await t.ask(`GET /api/declared-lists/${made.declared.id}/`, { token }),
      await addItem(made.declared.id, { count: 1 }, { as: w.taro }),
      await t.ask(`PUT /api/declared-items/${item.id}/`, { token, body: { count: 1, version: 1 } }),
      await photograph(item.id, await picture('#0f0'), { as: w.taro }),
      await t.ask(`DELETE /api/declared-photos/${photo.id}/`, { token }),
      await t.ask(`DELETE /api/declared-items/${item.id}/`, { token }),
    ]
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404))
  })
})

describe('a photo', () => {
  test('is drawn anew: neither place nor camera stays in it', async () => {
    const { item, photo } = await listWithPhoto()
    const stored = await t.tools.files.get(new URL(photo.url, 'http://test').pathname.replace('/files/', ''))
    const { exif, format } = await sharp(stored?.bytes).metadata()
    expect([exif, format]).toEqual([undefined, 'webp'])
    expect((await photograph(item.id, await picture('#a51'))).body.id).toBe(photo.id)
    expect((await photograph(item.id, Buffer.from('<html><script>alert(1)</script>'))).body.code).toBe(
      'file_type',
    )
  })

  test('of a row that has enough is refused, and goes with its row', async () => {
    const { draft: made, item, photo } = await listWithPhoto()
    for (let place = 1; place < mostPhotosOfItem; place++)
      expect((await photograph(item.id, await picture(`#0${place}0`))).status).toBe(201)
    expect((await photograph(item.id, await picture('#fff'))).body).toHaveProperty('file')
    expect((await t.ask(`DELETE /api/declared-items/${item.id}/`, { token: w.hanako.token })).status).toBe(
      204,
    )
    expect((await fileOf(photo.url)).status).toBe(404)
    expect((await getList(made.declared.id)).items).toEqual([])
  })

  test('that arrives while its draft is thrown away leaves nothing behind', async () => {
    const { draft: made, item } = await listWithPhoto()
    const [photo, removed] = await Promise.all([
      photograph(item.id, await picture('#123')),
      t.ask(`DELETE /api/request-drafts/${made.id}/`, { token: w.hanako.token }),
    ])
    expect([201, 404]).toContain(photo.status)
    expect(removed.status).toBe(204)
    await t.runJobs()
    const { rows } = await t.pool.query(
      "select (select count(*) from stored_file where key like 'declared/' || $1 || '/%')::int as files, (select count(*) from declared_list where id = $2)::int as lists",
      [item.id, made.declared.id],
    )
    expect(rows[0]).toEqual({ files: 0, lists: 0 })
  })
})

test('the copy of the own data has the draft and the lists, with photos', async () => {
  const { draft: made } = await listWithPhoto()
  const { token } = await signIn(t, w.hanako)
  const copy = async () => (await t.ask('POST /api/account/copy/', { token })).body
  expect((await copy()).draft).toMatchObject({ id: made.id, declared: { items: [{ note: '袖に毛玉' }] } })
  const { id } = (await submit({ id: made.id, version: 1 })).body
  const { draft: none, requests } = await copy()
  expect(none).toBeNull()
  const request = requests.find((each: { id: number }) => each.id === id)
  expect(request.declared.items[0].photos[0].url).toMatch(/^\/files\/declared\//)
})

test('nothing of it stays of a customer who leaves', async () => {
  const { taro } = w
  const { token } = await signIn(t, taro)
  const as = { ...taro, token }
  const { body } = await begin({}, { as })
  const item = (await addItem(body.declared.id, { count: 1 }, { as })).body
  const photo = (await photograph(item.id, await picture('#432'), { as })).body
  expect((await t.ask(`DELETE /api/customers/${taro.id}/`, { token })).status).toBe(204)
  await t.runJobs()
  t.clock.forward(60_000)
  await t.runJobs()
  const { rows } = await t.pool.query(
    'select (select count(*) from request_draft where customer_id = $1)::int as drafts, (select count(*) from declared_list where id = $2)::int as lists',
    [taro.id, body.declared.id],
  )
  expect(rows[0]).toEqual({ drafts: 0, lists: 0 })
  expect((await fileOf(photo.url)).status).toBe(404)
})
