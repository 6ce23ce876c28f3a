import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { expireEstimates } from './estimate.service.ts'
import { makePreAssessment } from './pre-assessment.factory.ts'
import { forgetAsker } from './prospect.service.ts'

let t: TestApp
let w: World
let good: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const token = w.aoyama.admin.token
  const status = await t.ask('POST /api/pre-assessment/item-status/', {
    token,
    key: randomKey(),
    body: {
      name: 'A 美品',
      grade_band: 'A',
      factor_permille: 1000,
      description: '',
      sort: 1,
      is_active: true,
    },
  })
  good = status.body.id
  await t.ask('POST /api/pre-assessment/price-templates/', {
    token,
    key: randomKey(),
    body: {
      ...{ brand: w.brands.garcons, brand_rank: null, category: w.categories.coat, gender: null },
      ...{ condition: null, season: null, attributes: {}, base: 12_800, band_permille: 300 },
      ...{ valid_from: '2026-01-01', valid_to: null },
    },
  })
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const staff = () => w.aoyama.staff.token
const begin = async (part: object = {}, token = staff()) =>
  (
    await t.ask('POST /api/pre-assessment/assessments/', {
      token,
      key: randomKey(),
      body: { shop: w.aoyama.shops[0], channel: 'phone', ...part },
    })
  ).body
const read = async (id: number, token = staff()) =>
  t.ask(`GET /api/pre-assessment/assessments/${id}/`, { token })
const coat = () => ({ brand: w.brands.garcons, category: w.categories.coat, condition: good })
const add = (id: number, part: object = coat(), token = staff(), key = randomKey()) =>
  t.ask(`POST /api/pre-assessment/assessments/${id}/items/`, { token, key, body: part })
const send = async (id: number, part: object = {}, token = staff()) => {
  const { body } = await read(id)
  return t.ask(`POST /api/pre-assessment/assessments/${id}/send/`, {
    token,
    key: randomKey(),
    body: { version: body.version, by: 'link', ...part },
  })
}
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1) as string
const shown = (token: string) => t.ask(`GET /api/price-estimates/${token}/`, {})
const handedOut = async () => {
  const { id } = await begin()
  await add(id)
  const { body } = await send(id)
  return { id, token: tokenOf(body.url) }
}

describe('a pre-assessment', () => {
  test('adds up while it is entered; a repeated row is one', async () => {
    const { id } = await begin()
    const key = randomKey()
    expect((await add(id, { ...coat(), count: 2 }, staff(), key)).status).toBe(201)
    await add(id, { ...coat(), count: 2 }, staff(), key)
    await add(id, { brand_text: '祖母の帯', category: w.categories.bag })
    const { body } = await read(id)
    expect(body.total).toEqual({ low: 17_800, center: 25_600, high: 33_200, priced: 2, unpriced: 1 })
    expect(body.items[1]).toMatchObject({ brand_name: '祖母の帯', center: null, reason: 'incomplete' })
  })

  test('a price outside the band needs a reason, and says it was set by hand', async () => {
    const { id } = await begin()
    const { body: item } = await add(id)
    const set = (part: object) =>
      t.ask(`PATCH /api/pre-assessment/assessments/${id}/items/${item.id}/`, {
        token: staff(),
        body: { version: item.version, ...part },
      })
    const bare = await set({ low: 20_000, high: 25_000 })
    expect([bare.status, bare.body.hand_reason]).toEqual([400, [expect.any(String)]])
    expect((await set({ low: 25_000, high: 20_000 })).body).toHaveProperty('high')
    const { body } = await set({ low: 20_000, high: 25_000, hand_reason: '限定品のため' })
    expect(body).toMatchObject({ low: 20_000, center: 22_500, high: 25_000, hand_reason: '限定品のため' })
    expect((await set({ note: '袖に汚れ' })).body.code).toBe('stale_version')
    const again = await t.ask(`PATCH /api/pre-assessment/assessments/${id}/items/${item.id}/`, {
      token: staff(),
      body: { version: body.version, note: '袖に汚れ' },
    })
    expect(again.body).toMatchObject({ note: '袖に汚れ', low: 20_000, hand_reason: '限定品のため' })
  })

  test('keeps the template it was named by when that changes', async () => {
    const { id } = await begin()
    const { body: item } = await add(id)
    const change = (base: number, template: number) =>
      t.ask(`PUT /api/pre-assessment/price-templates/${template}/`, {
        token: w.aoyama.admin.token,
        body: {
          ...{ brand: w.brands.garcons, brand_rank: null, category: w.categories.coat, gender: null },
          ...{ condition: null, season: null, attributes: {}, base, band_permille: 300 },
          ...{ valid_from: '2026-01-01', valid_to: null },
        },
      })
    const { body: newer } = await change(9_000, item.template)
    expect((await read(id)).body.items[0]).toMatchObject({ center: 12_800, template: item.template })
    expect((await add(id)).body).toMatchObject({ center: 9_000, template: newer.id })
    await change(12_800, newer.id)
  })

  test('stands as it was handed out: only the note can still be written', async () => {
    const { id } = await handedOut()
    const { body: before } = await read(id)
    const change = (part: object) =>
      t.ask(`PATCH /api/pre-assessment/assessments/${id}/`, {
        token: staff(),
        body: { version: before.version, ...part },
      })
    const valid_until = '2026-12-24'
    for (const part of [
      { operator: w.aoyama.admin.id },
      { valid_until },
      { channel: 'line' },
      { shop: w.aoyama.shops[1] },
    ])
      expect((await change(part)).body.code).toBe('illegal_transition')
    expect((await change({ note: '土曜に集荷', operator: before.operator })).body).toMatchObject({
      ...{ note: '土曜に集荷', operator: before.operator, valid_until: before.valid_until },
    })
  })

  test('is invisible to another dealer, and to colleagues of other shops', async () => {
    const { id } = await begin()
    const { body: item } = await add(id)
    for (const path of ['', `items/${item.id}/`, 'pdf/', 'items/'])
      expect(
        (await t.ask(`GET /api/pre-assessment/assessments/${id}/${path}`, { token: w.umeda.staff.token }))
          .status,
      ).toBe(404)
    const list = await t.ask('GET /api/pre-assessment/assessments/', { token: w.umeda.staff.token })
    expect(list.body.count).toBe(0)
    expect((await begin({ shop: w.umeda.shops[0] })).shop).toEqual([expect.any(String)])
  })
})

describe('its link', () => {
  test('shows the prices without the person, and nothing once the content is corrected', async () => {
    const person = await t.ask('POST /api/pre-assessment/customers/', {
      token: staff(),
      key: randomKey(),
      body: {
        name: '川口 真理',
        name_kana: 'かわぐち まり',
        phone: '０９０−１２３４−５６７８',
        email: '',
        note: '',
      },
    })
    expect(person.body).toMatchObject({ name_kana: 'カワグチ マリ', phone: '090-1234-5678' })
    const { id } = await begin({ prospect: person.body.id, note: '引っ越し前' })
    expect((await send(id)).body.code).toBe('guard_failed')
    await add(id)
    const { body } = await send(id)
    const token = tokenOf(body.url)
    const seen = await shown(token)
    expect(seen.body).toMatchObject({
      state: 'sent',
      total: { low: 8_900, high: 16_600 },
      within_percent: null,
    })
    expect(JSON.stringify(seen.body)).not.toMatch(/川口|090|引っ越し/)
    expect((await add(id)).body.code).toBe('illegal_transition')
    const { body: now } = await read(id)
    await t.ask(`PATCH /api/pre-assessment/assessments/${id}/`, {
      token: staff(),
      body: { version: now.version, state: 'draft' },
    })
    const over = await shown(token)
    expect(over.body).toMatchObject({ state: 'withdrawn', items: [], total: { priced: 0, high: 0 } })
    expect((await t.ask(`GET /api/price-estimates/${token}/pdf/`, {})).status).toBe(404)
    expect((await shown('x'.repeat(43))).status).toBe(404)
  })

  test('ends with its day, and an estimate that nobody answered expires', async () => {
    const { id, token } = await handedOut()
    t.clock.set('2026-12-30T03:00:00Z')
    expect((await shown(token)).body).toMatchObject({ state: 'expired', items: [] })
    const late = await t.ask(`POST /api/price-estimates/${token}/take/`, {
      token: (await signIn(t, w.hanako)).token,
      body: {},
    })
    expect(late.body.code).toBe('illegal_transition')
    await inTransaction(t.db, (tx) => expireEstimates(tx, t.clock.now()))
    const { body } = await read(id, (await signIn(t, w.aoyama.staff)).token)
    expect(body).toMatchObject({
      state: 'expired',
      allowed_transitions: [{ to: 'draft', label: '作り直す' }],
    })
    t.clock.set('2027-04-30T03:00:00Z')
    expect((await shown(token)).status).toBe(404)
  })

  test('goes into the draft of the first customer who takes it, and says nothing to another', async () => {
    const { id, token } = await handedOut()
    const take = async (who: World['hanako'] | World['taro']) =>
      t.ask(`POST /api/price-estimates/${token}/take/`, { token: (await signIn(t, who)).token, body: {} })
    const taken = await take(w.hanako)
    expect(taken.status).toBe(200)
    expect(taken.body).toMatchObject({
      shop: w.aoyama.shops[0],
      items: [{ brand: w.brands.garcons, count: 1 }],
    })
    const again = await take(w.hanako)
    expect(again.body.items).toHaveLength(taken.body.items.length)
    expect((await take(w.taro)).status).toBe(404)
    expect((await read(id)).body.state).toBe('accepted')
    const declined = await t.ask(`POST /api/price-estimates/${token}/decline/`, { body: {} })
    expect(declined.body.code).toBe('illegal_transition')
  })

  test('belongs to the storefront of its dealer', async () => {
    const { id, token } = await handedOut()
    const { body } = await send(id)
    expect(new URL(body.url).search).toBe('?store=aoyama')
    const link = tokenOf(body.url)
    const hanako = (await signIn(t, w.hanako)).token
    const path = `/api/price-estimates/${link}/`
    const open = (store: string) => t.ask(`GET ${path}`, { query: { store } })
    expect((await open('umeda')).body).toMatchObject({
      ...{ state: 'elsewhere', store_key: 'aoyama', items: [], operator_name: '' },
      total: { priced: 0, low: 0, high: 0 },
    })
    expect((await t.ask(`GET ${path}pdf/`, { query: { store: 'umeda' } })).status).toBe(404)
    const act = (what: string, store: string) =>
      t.ask(`POST ${path}${what}/`, { token: hanako, body: { store } })
    expect((await act('take', 'umeda')).body.code).toBe('illegal_transition')
    expect((await act('decline', 'umeda')).body.code).toBe('illegal_transition')
    expect((await read(id)).body.state).toBe('sent')
    // The common one and an unknown one show all dealers.
    for (const store of ['', 'default', 'no-such-store', 'aoyama'])
      expect((await open(store)).body.state).toBe('sent')
    expect((await act('take', 'aoyama')).status).toBe(200)
    expect((await shown(token)).body.state).toBe('withdrawn')
  })

  test('forwarded to somebody else, it is taken only by whom the shop knows to have asked', async () => {
    const { id, prospect, token } = await makePreAssessment(t.db, {
      ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
      ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
    })
    await sql`update prospect set customer_id = ${w.hanako.id} where id = ${prospect}`.execute(t.db)
    const take = async (who: World['hanako'] | World['taro']) =>
      t.ask(`POST /api/price-estimates/${token}/take/`, { token: (await signIn(t, who)).token, body: {} })
    expect((await take(w.taro)).status).toBe(404)
    expect((await read(id)).body.state).toBe('sent')
    expect((await take(w.hanako)).status).toBe(200)
  })

  test('prints as PDF', async () => {
    const { id, token } = await handedOut()
    const staffs = await t.ask(`GET /api/pre-assessment/assessments/${id}/pdf/`, { token: staff() })
    expect([staffs.status, staffs.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await t.ask(`GET /api/price-estimates/${token}/pdf/`, {})).status).toBe(200)
  })
})

describe('bands for anybody', () => {
  test('name each dealer that takes the brand', async () => {
    await sql`insert into shop_brand (shop_id, brand_id) values (${w.aoyama.shops[0]}, ${w.brands.garcons}) on conflict do nothing`.execute(
      t.db,
    )
    const { body } = await t.ask('POST /api/price-estimates/', {
      body: { brand: w.brands.garcons, category: w.categories.coat, grade_band: 'A' },
    })
    expect(body).toEqual([
      expect.objectContaining({
        company: w.aoyama.company,
        low: 8_900,
        high: 16_600,
        n: 0,
        within_percent: null,
      }),
    ])
  })
})

describe('what a customer put together on the storefront', () => {
  const apply = async (body: object, key = randomKey(), who: World['taro'] | World['hanako'] = w.taro) =>
    t.ask('POST /api/price-estimates/draft/', { token: (await signIn(t, who)).token, key, body })
  const articles = () => [
    { brand: w.brands.garcons, category: w.categories.coat, grade_band: 'A', count: 2 },
    { brand_text: '祖母の帯', category: w.categories.bag, grade_band: 'B' },
  ]

  test('goes into the draft once, with prices that are kept as named', async () => {
    const shop = w.aoyama.shops[0]
    const key = randomKey()
    const sent = await apply({ shop, articles: articles() }, key)
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({
      shop,
      items: [
        { brand: w.brands.garcons, condition: 'A', count: 2 },
        { brand: null, brand_name: '祖母の帯', condition: 'B', count: 1 },
      ],
    })
    expect((await apply({ shop, articles: articles() }, key)).body).toEqual(sent.body)
    const list = await t.ask('GET /api/pre-assessment/assessments/', {
      token: staff(),
      query: { channel: 'web' },
    })
    expect(list.body.results).toEqual([
      expect.objectContaining({
        ...{ state: 'accepted', prospect: null, operator: null, valid_until: '2026-12-08' },
        total: { low: 17_800, center: 25_600, high: 33_200, priced: 2, unpriced: 1 },
      }),
    ])
  })

  test('is refused whole where a shop, a brand or a kind is unknown', async () => {
    const shop = w.aoyama.shops[0]
    const before = await sql<{ n: number }>`select count(*)::int as n from declared_item`.execute(t.db)
    expect((await apply({ shop: 999_999, articles: articles() })).body).toHaveProperty('shop')
    expect((await apply({ shop, articles: [{ brand: 999_999 }] })).body).toHaveProperty('brand')
    expect((await apply({ shop, articles: [{ category: 999_999 }] })).body).toHaveProperty('articles')
    expect((await apply({ shop, articles: [] })).status).toBe(400)
    const after = await sql<{ n: number }>`select count(*)::int as n from declared_item`.execute(t.db)
    expect(after.rows).toEqual(before.rows)
  })

  test('an accuracy is told only of twenty and more, of the dealers of the storefront', async () => {
    const { body } = await t.ask('GET /api/price-estimates/accuracy/', {})
    expect(body).toEqual({ n: 0, within_percent: null })
  })

  test('somebody who leaves takes their words along', async () => {
    const { prospect, token } = await makePreAssessment(t.db, {
      company_id: w.aoyama.company,
      shop_id: w.aoyama.shops[0],
      operator_id: w.aoyama.staff.id,
      category_id: w.categories.coat,
    })
    await sql`update prospect set customer_id = ${w.taro.id} where id = ${prospect}`.execute(t.db)
    await inTransaction(t.db, (tx) => forgetAsker(tx, w.taro.id, t.clock.now()))
    const { rows } = await sql<object>`
      select name, phone, phone_digits, email, erased_at is not null as erased from prospect where id = ${prospect}`.execute(
      t.db,
    )
    expect(rows).toEqual([{ name: '', phone: '', phone_digits: '', email: '', erased: true }])
    expect((await shown(token)).body.state).toBe('withdrawn')
  })
})
