import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { inTransaction } from '#server/platform/db'
import { asWorker } from '#server/seed/demo-actors'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type Box, contracted } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeSale, makeSalePhoto } from './productization.factory.ts'
import { refreshProduct, takeUpProduct } from './productization.service.ts'

let t: TestApp
let w: World
let attributes: { length: number; width: number; lining: number; pocket: number }
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const { clothes, coat } = w.categories
  const make = (category: number, overrides: Parameters<typeof makeAttribute>[2]) =>
    makeAttribute(t.db, category, overrides)
  attributes = {
    length: await make(clothes, { name: '着丈', sort: 1, is_required: true }),
    width: await make(clothes, { name: '身幅', sort: 2, is_required: true }),
    lining: await make(coat, {
      ...{ name: '裏地', value_type: 'STRING', unit: '', is_measure: false, is_required: true, sort: 3 },
      choices: ['なし', '総裏', '背抜き'],
    }),
    pocket: await make(coat, {
      name: 'ポケット',
      value_type: 'BOOLEAN',
      unit: '',
      is_measure: false,
      sort: 4,
    }),
  }
})
afterAll(() => t.close())

let box: Box & { slugs: string[] }
let slug: string
beforeEach(async () => {
  box = await contracted(t, w)
  slug = box.slugs[0] as string
})

const base = '/api/biz/item-productization'
const staff = () => w.aoyama.staff.token
const get = async (code = slug) => (await t.ask(`GET ${base}/${code}/`, { token: staff() })).body
const patch = async (body: object, token = staff(), code = slug) =>
  t.ask(`PATCH ${base}-manage/`, { token, body: { slug: code, version: (await get(code)).version, ...body } })
const idOf = async (code = slug) =>
  (await t.pool.query<{ id: number }>('select id from purchase_item where slug = $1', [code])).rows[0]
    ?.id as number
interface Placed {
  id: number
  company_id: number
  shop_id: number
}
const itemOf = async (code = slug) =>
  (await t.pool.query<Placed>('select id, company_id, shop_id from purchase_item where slug = $1', [code]))
    .rows[0] as Placed
const acts = async (item: number) =>
  (
    await t.pool.query<{ action: string }>(
      "select action from activity where object_type = 'item' and object_id = $1 and (action like 'product.%' or action = 'item.change_bought') order by id",
      [String(item)],
    )
  ).rows.map(({ action }) => action)

const measured = () => [
  { attribute: attributes.length, value: 68 },
  { attribute: attributes.width, value: 52.5 },
]
const complete = () => ({
  values: [...measured(), { attribute: attributes.lining, value: '総裏' }],
  selling_price: 32_800,
  sales_channel: 1,
})

async function finish(code = slug): Promise<void> {
  const first = await patch({}, staff(), code)
  expect(first.status).toBe(200)
  await makeSalePhoto(t.db, await idOf(code))
  const done = await patch({ ...complete(), status: 9 }, staff(), code)
  expect([done.status, done.body.items?.[0]?.status]).toEqual([200, 9])
}

describe('an article on its way to sale', () => {
  test('is there without a row, and lacks everything', async () => {
    const product = await get()
    expect(product).toMatchObject({
      ...{
        status: 6,
        version: 0,
        stage: 'photo',
        completeness: expect.any(Number),
        is_held: false,
        is_sold: false,
      },
      missing: ['photo', 'measure', 'attribute', 'selling_price', 'sales_channel'],
      allowed_transitions: [{ to: 8 }],
    })
    expect(product.attributes.map(({ name }: { name: string }) => name)).toEqual([
      '着丈',
      '身幅',
      '裏地',
      'ポケット',
    ])
    expect(product.composed_title).toBe('GUCCI ウール テーラードジャケット M 紺')
    expect(product.composed_description).toContain('袖口の毛羽立ちがあります')
  })

  test('its first write takes it into productization; the stages follow what is there', async () => {
    const first = await patch({ values: measured() })
    expect(first.body.items).toMatchObject([{ status: 8, version: 1, stage: 'photo', values: measured() }])
    const { rows } = await t.pool.query(
      'select from_status, to_status from item_history where item_id = $1 order by id desc limit 1',
      [await idOf()],
    )
    expect(rows).toEqual([{ from_status: 6, to_status: 8 }])
    await makeSalePhoto(t.db, await idOf())
    expect((await patch({ selling_price: 32_800, sales_channel: 1 })).body.items).toMatchObject([
      { stage: 'text', missing: ['attribute'], version: 2 },
    ])
    const done = await patch({ values: [{ attribute: attributes.lining, value: '総裏' }], status: 9 })
    expect(done.body.items).toMatchObject([
      { status: 9, stage: 'ready', missing: [], version: 3, edited_by: w.aoyama.staff.name, is_late: false },
    ])
    const again = await patch({ status: 8 })
    expect(again.body.items).toMatchObject([{ status: 8, allowed_transitions: [{ to: 9 }] }])
    expect(await acts(await idOf())).toEqual([
      'product.start',
      'product.price',
      'item.change_bought',
      'product.finish',
      'product.reopen',
    ])
  })

  test('its first photo does so as well, and the number of the version stays', async () => {
    const { staff: person, company } = w.aoyama
    const actor = asWorker({ ...person, company_id: company, role: 'staff' }, t.clock.now())
    await inTransaction(t.db, async (tx) => {
      const { id } = await takeUpProduct(tx, actor, slug)
      await makeSalePhoto(tx, id)
      await refreshProduct(tx, actor, id)
    })
    expect(await get()).toMatchObject({ status: 8, version: 0, stage: 'measure', edited_by: person.name })
    await finish()
    const emptied = inTransaction(t.db, async (tx) => {
      const { id } = await takeUpProduct(tx, actor, slug)
      await tx.deleteFrom('product_photo').where('item_id', '=', id).execute()
      await refreshProduct(tx, actor, id)
    })
    await expect(emptied).rejects.toMatchObject({ code: 'guard_failed' })
    const nowhere = inTransaction(t.db, (tx) =>
      takeUpProduct(tx, { ...actor, company_id: w.umeda.company }, slug),
    )
    await expect(nowhere).rejects.toMatchObject({ status: 404 })
  })

  test('is not finished while something is missing, and stays complete once it is', async () => {
    const refused = await patch({ status: 9, ...complete() })
    expect([refused.status, refused.body.code]).toEqual([400, 'guard_failed'])
    expect(refused.body.non_field_errors[0]).toContain('写真')
    expect((await get()).version).toBe(0)
    await finish()
    const emptied = await patch({ selling_price: null })
    expect([emptied.status, emptied.body.code]).toEqual([400, 'guard_failed'])
    expect((await get()).selling_price).toBe(32_800)
    expect((await patch({ status: 8, selling_price: null })).body.items).toMatchObject([
      { status: 8, selling_price: null, stage: 'text' },
    ])
  })

  test('a whole write leaves nothing as it was', async () => {
    await patch({ ...complete(), title: 'ウールジャケット' })
    const { version } = await get()
    const put = await t.ask(`PUT ${base}-manage/`, {
      token: staff(),
      body: { slug, version, status: 8, values: [{ attribute: attributes.pocket, value: false }] },
    })
    expect(put.body.items).toMatchObject([
      {
        ...{ title: '', selling_price: null, sales_channel: -1003, color: '', size: '' },
        values: [{ attribute: attributes.pocket, value: false }],
      },
    ])
  })
})

describe('what is written', () => {
  test.each([
    ['of another category', () => ({ attribute: 999_999, value: 1 }), 'attribute'],
    ['text for a number', () => ({ attribute: attributes.length, value: '68' }), 'value'],
    ['below nothing', () => ({ attribute: attributes.length, value: -1 }), 'value'],
    ['finer than can be measured', () => ({ attribute: attributes.length, value: 68.005 }), 'value'],
    ['more than fits', () => ({ attribute: attributes.length, value: 10_000_000 }), 'value'],
    ['none of the choices', () => ({ attribute: attributes.lining, value: '半裏' }), 'value'],
    ['a number for yes or no', () => ({ attribute: attributes.pocket, value: 1 }), 'value'],
  ])('a value %s keeps its place and changes nothing', async (_what, value, field) => {
    const refused = await patch({ values: [measured()[1], value()] })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ values: [{}, { [field]: [expect.any(String)] }] })
    const { version } = await get()
    const listed = await t.ask(`PATCH ${base}-manage/`, {
      token: staff(),
      body: {
        items: [
          { slug, version, values: [value()] },
          { slug: box.slugs[1], version: 0 },
        ],
      },
    })
    expect(listed.body).toEqual({ items: [{ values: [{ [field]: [expect.any(String)] }] }, {}] })
    expect(await get()).toMatchObject({ version: 0, status: 6 })
  })

  test('a blank or null takes a value off', async () => {
    await patch({ values: [...measured(), { attribute: attributes.lining, value: '総裏' }] })
    const off = await patch({
      values: [
        { attribute: attributes.lining, value: ' ' },
        { attribute: attributes.length, value: null },
      ],
    })
    expect(off.body.items[0].values).toEqual([{ attribute: attributes.width, value: 52.5 }])
  })

  test('another status is not asked for here', async () => {
    for (const status of [0, 5, 6, 7]) expect(Object.keys((await patch({ status })).body)).toEqual(['status'])
  })

  test('a number of the model that the police look for holds the article', async () => {
    await t.ask('POST /api/biz/stolen-notices/', {
      token: staff(),
      body: {
        number: '第9号',
        police_station: '青山警察署',
        issued_on: '2026-11-20',
        arrived_on: '2026-11-20',
        contact: '',
        articles: [{ name: '上着', product_number: 'GQ-J024-991' }],
      },
    })
    await finish()
    const written = await patch({ product_number: 'GQ-J024-991' })
    expect(written.status).toBe(200)
    expect(written.body.items).toMatchObject([{ product_number: 'GQ-J024-991', is_held: true }])
    expect((await patch({ title: 'x' })).body.code).toBe('held')
  })
})

describe('several at once', () => {
  test('all or none, in the order of the body', async () => {
    const [first, second] = box.slugs as [string, string]
    const items = [
      { slug: second, version: 0, selling_price: 9_000 },
      { slug: first, version: 0, selling_price: 8_000 },
    ]
    const send = (list: object[]) => t.ask(`PATCH ${base}-manage/`, { token: staff(), body: { items: list } })
    const unknown = await send([...items, { slug: 'nowhere', version: 0 }, { ...items[0] }])
    expect(unknown.body).toEqual({
      items: [{}, {}, { slug: [expect.any(String)] }, { slug: [expect.any(String)] }],
    })
    const written = await send(items)
    expect(written.body.items.map((one: { slug: string }) => one.slug)).toEqual([second, first])
    const stale = await send([
      { slug: first, version: 1, selling_price: 1 },
      { slug: second, version: 0, selling_price: 1 },
    ])
    expect(stale.body).toMatchObject({
      code: 'stale_version',
      current: { items: [{ slug: second, version: 1, selling_price: 9_000 }] },
    })
    expect((await get(first)).selling_price).toBe(8_000)
  })

  test('what cannot be sold is named', async () => {
    const unsold = box.slugs[2] as string
    const refused = await t.ask(`PATCH ${base}-manage/`, {
      token: staff(),
      body: {
        items: [
          { slug, version: 0 },
          { slug: unsold, version: 0 },
        ],
      },
    })
    expect(refused.body).toMatchObject({ code: 'illegal_transition' })
    expect(refused.body.status[0]).toContain(`${box.id}-3`)
    expect((await get()).status).toBe(6)
    expect((await t.ask(`GET ${base}/${unsold}/`, { token: staff() })).status).toBe(404)
  })
})

describe('what may not be sold', () => {
  test('held: neither by the rule nor in the database', async () => {
    await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
      token: staff(),
      body: { kind: 'suspicion', reason: '確認のため', slug },
    })
    expect((await patch({ title: 'x' })).body.code).toBe('held')
    expect(await get()).toMatchObject({ is_held: true, allowed_transitions: [] })
    await expect(insertProduct(slug)).rejects.toThrow(/held/)
  })

  test('refused or rescinded: neither by the rule nor in the database', async () => {
    const { version } = (
      await t.ask(`GET /api/biz/purchase_requests/${box.id}/`, { token: w.aoyama.admin.token })
    ).body
    const rescinded = await t.ask(`POST /api/biz/purchase_requests/${box.id}/rescind/`, {
      token: w.aoyama.admin.token,
      key: crypto.randomUUID(),
      body: { slugs: [slug], reason: '記録の誤り', version },
    })
    expect(rescinded.status).toBe(200)
    for (const code of [slug, box.slugs[2] as string]) {
      const refused = await t.ask(`PATCH ${base}-manage/`, {
        token: staff(),
        body: { slug: code, version: 0 },
      })
      expect(refused.body.code).toBe('illegal_transition')
      await expect(insertProduct(code)).rejects.toThrow(/not bought/)
    }
  })

  test('sold: stays as it is until it comes back', async () => {
    await finish()
    await expect(makeSale(t.db, { ...(await itemOf()), shop_id: w.aoyama.shops[1] })).rejects.toThrow(
      /another shop/,
    )
    const id = await makeSale(t.db, await itemOf())
    expect((await patch({ status: 8 })).body.code).toBe('already_sold')
    expect(await get()).toMatchObject({ is_sold: true, allowed_transitions: [] })
    await expect(t.pool.query('update purchase_item set status = 8 where slug = $1', [slug])).rejects.toThrow(
      /after its sale/,
    )
    await expect(t.pool.query('update sale set price = 1 where id = $1', [id])).rejects.toThrow(
      /cannot change/,
    )
    await t.pool.query("update sale set returned_on = '2026-11-25', returned_at = now() where id = $1", [id])
    expect((await patch({ status: 8 })).body.items).toMatchObject([{ status: 8, is_sold: false }])
  })

  async function insertProduct(code: string) {
    const { id, company_id, shop_id } = await itemOf(code)
    return t.pool.query(
      'insert into product (item_id, company_id, shop_id, edited_at) values ($1, $2, $3, now())',
      [id, company_id, shop_id],
    )
  }
})

describe('the list', () => {
  const list = async (query = {}, token = staff()) => (await t.ask(`GET ${base}/`, { token, query })).body

  test('holds bought articles, the oldest purchase first, and counts them by stage', async () => {
    const mine = { shop: w.aoyama.shops[0] }
    const before = (await t.ask(`GET ${base}/counts/`, { token: staff(), query: mine })).body
    await finish()
    const after = (await t.ask(`GET ${base}/counts/`, { token: staff(), query: mine })).body
    expect(after.finished_today).toBe(before.finished_today + 1)
    for (const { stage, n } of after.stages)
      expect([stage, (await list({ stage })).count]).toEqual([stage, n])
    const { results, count } = await list({ size: 200 })
    expect(results).toHaveLength(count)
    const days = results.map((row: { purchased_at: string }) => row.purchased_at)
    expect(days).toEqual([...days].sort())
    expect((await list({ status: 9 })).results).toEqual(
      expect.arrayContaining([expect.objectContaining({ slug, stage: 'ready', selling_price: 32_800 })]),
    )
    expect((await list({}, w.umeda.staff.token)).count).toBe(0)
  })

  test('finds by code and by words, by sale and by lateness', async () => {
    const q = `${box.id}-1 ${box.id}-2 ${box.id}-3`
    expect((await list({ q })).results.map((row: { slug: string }) => row.slug).sort()).toEqual(
      box.slugs.slice(0, 2).toSorted(),
    )
    const codes = await t.ask(`GET ${base}/codes/`, { token: staff(), query: { q } })
    expect(codes.body).toEqual({ missing: [`${box.id}-3`] })
    expect((await list({ q: 'テーラード', brand: w.brands.gucci })).count).toBeGreaterThan(1)
    await finish()
    await makeSale(t.db, await itemOf())
    const sold = await list({ is_sold: 'true', q: slug })
    expect(sold.results).toMatchObject([{ slug, is_sold: true }])
    expect((await list({ is_sold: 'false', q: slug })).count).toBe(0)
    const other = box.slugs[1] as string
    expect((await list({ is_late: 'true' })).count).toBe(0)
    const soon = t.clock.now()
    t.clock.forward(8 * 86_400_000)
    const token = (await signIn(t, w.aoyama.staff)).token
    const late = await list({ is_late: 'true', q: other }, token)
    expect(late.results).toMatchObject([{ slug: other, is_late: true, waiting_days: 8 }])
    expect((await list({ is_late: 'true', q: slug }, token)).count).toBe(0)
    expect((await list({ is_late: 'false', q: slug }, token)).count).toBe(1)
    expect((await list({ is_finished: 'false', q: other }, token)).count).toBe(1)
    expect((await list({ is_finished: 'true', q: other }, token)).count).toBe(0)
    // 6 買取成立; 7 is of articles that were not bought.
    expect((await list({ status: 6, q: other }, token)).count).toBe(1)
    expect((await list({ status: 8, q: other }, token)).count).toBe(0)
    expect((await list({ status: 7 }, token)).count).toBe(0)
    t.clock.set(soon)
  })
})
