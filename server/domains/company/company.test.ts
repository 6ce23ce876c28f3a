import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffCode } from '#contract/scan-code'
import { makeShop, makeShopTag, makeStaff } from '#server/domains/company/company.factory'
import { someoneWaits, type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

const names = (rows: { name: string }[]) => rows.map((row) => row.name)
const shops = (query = {}, token?: string) => t.ask('GET /api/shop/', { query, token })

async function makeOffered(arrived: string, offered: string, status: number) {
  await t.pool.query(
    `insert into purchase_request (customer_id, company_id, shop_id, status, delivering_option, box_count,
       approval_mode, unpriced_policy, terms_version, terms_agreed_at, offer_total, arrived_at, offered_at,
       contracted_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'SELF_ONLY', 1, 'review_each', 'return', $5, $6, 1000, $6, $7, $8, $6, $6)`,
    [
      world.hanako.id,
      world.aoyama.company,
      world.aoyama.shops[0],
      status,
      world.terms,
      arrived,
      offered,
      status === 21 ? offered : null,
    ],
  )
}

describe('shops', () => {
  test('are open to visitors, with the dealer and its terms', async () => {
    const response = await shops()
    expect(response.status).toBe(200)
    expect(names(response.body)).toEqual(['青山本店', '渋谷店', '梅田店'])
    expect(response.body[0]).toEqual({
      id: world.aoyama.shops[0],
      name: '青山本店',
      store_key: 'aoyama',
      description: 'レディースの洋服とバッグを中心にお取り扱いしています。',
      tags: [],
      delivering_option: 'PICKUP_AND_SELF',
      kit_sizes: [],
      is_favorite: false,
      address: {
        postal_code: '1070062',
        prefecture: '東京都',
        city: '港区',
        address1: '南青山3-1-1',
        address2: '',
      },
      phone: '0312345678',
      company: {
        id: world.aoyama.company,
        name: '株式会社青山リユース',
        license_number: '第301012345678号',
        public_safety_commission: '東京都公安委員会',
      },
      lead_time_days: null,
      acceptance_rate: null,
      return_cost: 0,
      reply_business_days: 7,
    })
    const one = await t.ask(`GET /api/shop/${world.aoyama.shops[0]}/`)
    expect(one.body).toEqual(response.body[0])
  })

  test('are found by name however it is typed, and by all the tags asked for', async () => {
    const id = await makeShop(t.db, world.umeda.company, { name: 'ウメダ 100% アウトレット' })
    const dress = await makeShopTag(t.db, id, 'ドレス')
    await makeShopTag(t.db, id, '2024')
    await makeShopTag(t.db, world.umeda.shops[0], 'ドレス')
    expect(names((await shops({ name: 'うめだ１００％' })).body)).toEqual(['ウメダ 100% アウトレット'])
    expect((await shops({ name: '%' })).body).toHaveLength(1)
    expect((await shops({ name: '_' })).body).toEqual([])
    expect((await shops({ name: '' })).body).toHaveLength(4)
    expect(names((await shops({ tags: 'ドレス' })).body)).toEqual(['梅田店', 'ウメダ 100% アウトレット'])
    expect(names((await shops({ tags: dress })).body)).toEqual(['梅田店', 'ウメダ 100% アウトレット'])
    expect(names((await shops({ tags: `${dress},2024` })).body)).toEqual(['ウメダ 100% アウトレット'])
    expect(names((await t.ask(`GET /api/shop/?tags=${dress}&tags=2024`)).body)).toHaveLength(1)
    expect((await shops({ tags: 'ない' })).body).toEqual([])
    const tags = await t.ask('GET /api/shoptag/')
    expect(names(tags.body)).toEqual(['ドレス', '2024'])
  })

  test('that are closed, or were never there, are missing', async () => {
    const id = await makeShop(t.db, world.umeda.company, { name: '閉店した店', is_open: false })
    expect(names((await shops({ name: '閉店' })).body)).toEqual([])
    expect((await t.ask(`GET /api/shop/${id}/`)).status).toBe(404)
    expect((await t.ask('GET /api/shop/999999/')).status).toBe(404)
    expect((await t.ask('GET /api/shop/abc/')).status).toBe(404)
  })

  test('say how quick they are only after five offers of the last 90 days', async () => {
    const [shop] = world.aoyama.shops
    const figures = async () => {
      t.clock.forward(11 * 60_000)
      const { body } = await t.ask(`GET /api/shop/${shop}/`)
      return [body.lead_time_days, body.acceptance_rate]
    }
    await makeOffered('2026-01-05T10:00:00+09:00', '2026-01-06T10:00:00+09:00', 21)
    for (const [day, status] of [
      [11, 21],
      [12, 21],
      [13, 23],
      [14, 11],
    ] as const) {
      await makeOffered('2026-11-10T10:00:00+09:00', `2026-11-${day}T10:00:00+09:00`, status)
    }
    expect(await figures()).toEqual([null, null])
    await makeOffered('2026-11-10T10:00:00+09:00', '2026-11-19T10:00:00+09:00', 21)
    expect(await figures()).toEqual([3, null])
    await makeOffered('2026-11-10T10:00:00+09:00', '2026-11-13T22:00:00+09:00', 22)
    expect(await figures()).toEqual([3.3, 0.6])
  })
})

describe('a favourite', () => {
  const set = (shop: number, is_favorite: boolean, token: string) =>
    t.ask('POST /api/shop/favorite', { token, body: { shop, is_favorite } })
  const rows = async () =>
    (await t.pool.query('select * from related_shop where customer_id = $1', [world.taro.id])).rows

  test('is set and cleared as often as one likes, and leaves nothing behind', async () => {
    const { token } = await signIn(t, world.taro)
    const [shop] = world.umeda.shops
    for (let index = 0; index < 2; index += 1) {
      const response = await set(shop, true, token)
      expect([response.status, response.body]).toEqual([
        200,
        {
          customer: world.taro.id,
          shop,
          identification: { identification_kind: 0, ekyc_status: 0 },
          is_favorite: true,
          has_transactions: false,
        },
      ])
    }
    expect(names((await shops({ is_favorite: true }, token)).body)).toEqual(['梅田店'])
    expect(names((await shops({ is_favorite: false }, token)).body)).not.toContain('梅田店')
    expect((await shops({ is_favorite: true })).body.length).toBeGreaterThan(1)
    expect((await t.ask(`GET /api/shop/${shop}/`, { token })).body.is_favorite).toBe(true)
    for (let index = 0; index < 2; index += 1) {
      expect((await set(shop, false, token)).body.is_favorite).toBe(false)
    }
    expect(await rows()).toEqual([])
  })

  test('never takes a shop’s real customer away from it', async () => {
    const { token } = await signIn(t, world.taro)
    const [shop] = world.aoyama.shops
    await t.db
      .insertInto('related_shop')
      .values({
        customer_id: world.taro.id,
        shop_id: shop,
        has_transactions: true,
        created_at: '2026-11-01T00:00:00+09:00',
      })
      .execute()
    await set(shop, true, token)
    const response = await set(shop, false, token)
    expect(response.body).toMatchObject({ is_favorite: false, has_transactions: true })
    expect(await rows()).toHaveLength(1)
  })

  test('stays when its customer is just applying to the shop', async () => {
    const { token } = await signIn(t, world.taro)
    const [shop] = world.umeda.shops
    await set(shop, true, token)
    const other = await t.pool.connect()
    try {
      await other.query('begin')
      await other.query('select id from customer where id = $1 for update', [world.taro.id])
      const clearing = set(shop, false, token)
      await someoneWaits(t)
      await other.query(
        `insert into purchase_request (customer_id, company_id, shop_id, status, delivering_option, box_count, approval_mode,
          unpriced_policy, terms_version, terms_agreed_at, created_at, updated_at)
        values ($1, $2, $3, 0, 'SELF_ONLY', 1, 'review_each', 'return', $4, now(), now(), now())`,
        [world.taro.id, world.umeda.company, shop, world.terms],
      )
      await other.query('commit')
      expect((await clearing).body).toMatchObject({ shop, is_favorite: false })
    } finally {
      other.release()
    }
    expect((await rows()).map((row) => row.shop_id)).toContain(shop)
  })

  test('shows the identification with that dealer, and needs a customer and a shop', async () => {
    const { token } = await signIn(t, world.hanako)
    const response = await set(world.aoyama.shops[1], true, token)
    expect(response.body.identification).toEqual({ identification_kind: 1, ekyc_status: 3 })
    const unknown = await set(999_999, true, token)
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { shop: ['主キー "999999" は不正です - データが存在しません。'] },
    ])
    const staff = await signIn(t, world.umeda.staff)
    expect((await set(world.umeda.shops[0], true, staff.token)).status).toBe(403)
  })
})

describe('brands of a shop', () => {
  test('are set for own shops only, repeatably', async () => {
    const { token } = await signIn(t, world.aoyama.staff)
    const ask = (body: object) => t.ask('POST /api/shop-brand/', { token, body })
    const { gucci, issey } = world.brands
    const [shop] = world.aoyama.shops
    for (let index = 0; index < 2; index += 1) {
      const response = await ask({ shop, brands: [issey, gucci], is_handled: true })
      expect([response.status, response.body]).toEqual([200, { shop, brands: [gucci, issey] }])
    }
    const less = await ask({ shop, brands: [issey], is_handled: false })
    expect(less.body).toEqual({ shop, brands: [gucci] })
    const foreign = await ask({ shop: world.umeda.shops[0], brands: [gucci], is_handled: true })
    expect([foreign.status, Object.keys(foreign.body)]).toEqual([400, ['shop']])
    const unknown = await ask({ shop, brands: [gucci, 999_999], is_handled: false })
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { brands: { 1: ['主キー "999999" は不正です - データが存在しません。'] } },
    ])
    const { rows } = await t.pool.query('select shop_id, brand_id from shop_brand')
    expect(rows.map((row) => [Number(row.shop_id), Number(row.brand_id)])).toEqual([[shop, gucci]])
  })
})

describe('dealers', () => {
  test('show what the law asks for; the house is none', async () => {
    const response = await t.ask('GET /api/dealers/')
    expect(names(response.body)).toEqual(['株式会社青山リユース', '株式会社梅田ブランドサービス'])
    expect(response.body[0]).toMatchObject({
      license_number: '第301012345678号',
      public_safety_commission: '東京都公安委員会',
      representative: '青山 一郎',
    })
    expect(response.body[0].shops[0]).toEqual({
      id: world.aoyama.shops[0],
      name: '青山本店',
      address: '東京都港区南青山3-1-1',
    })
  })
})

describe('colleagues', () => {
  const list = (token: string, query = {}) => t.ask('GET /api/business-users/', { token, query })

  test('are those of the own company, by pages', async () => {
    const { token } = await signIn(t, world.aoyama.admin)
    const response = await list(token)
    expect(response.body).toMatchObject({ count: 3, next: null, previous: null })
    expect(names(response.body.results)).toEqual(['鈴木 健一', '青山 一郎', '青山 二葉'])
    expect(response.body.results[0]).toEqual({
      id: world.aoyama.staff.id,
      email: world.aoyama.staff.email,
      name: '鈴木 健一',
      role: 'staff',
      is_admin: false,
      is_role_waiting: false,
      is_active: true,
      state: 'active',
      invited_until: null,
      has_second_factor: false,
      may_manage: true,
      version: 1,
      company: {
        id: world.aoyama.company,
        name: '株式会社青山リユース',
        shops: [
          { id: world.aoyama.shops[0], name: '青山本店' },
          { id: world.aoyama.shops[1], name: '渋谷店' },
        ],
      },
      shops: [],
    })
    const second = await list(token, { size: 2, page: 2 })
    expect([names(second.body.results), second.body.count]).toEqual([['青山 二葉'], 3])
    expect(second.body.previous).toMatch(/\/api\/business-users\/\?size=2$/)
    for (const page of ['0', 'abc', '3', '-1']) {
      const bad = await list(token, { size: 2, page })
      expect([bad.status, bad.body]).toEqual([404, { detail: '不正なページです。' }])
    }
    expect((await list(token, { size: 'x' })).body.results).toHaveLength(3)
    expect((await list(token, { size: 2, page: 'last' })).body.results).toHaveLength(1)
  })

  test('are found by several addresses and badge codes, and those of nobody are named', async () => {
    const { token } = await signIn(t, world.aoyama.admin)
    const { email, id } = world.aoyama.staff
    const q = `${staffCode(world.aoyama.admin.id)}\n${email.toUpperCase()}, nobody@aoyama.example ${world.umeda.staff.email}`
    expect(names((await list(token, { q })).body.results)).toEqual(['鈴木 健一', '青山 一郎'])
    const missing = async (by: string, text: string) =>
      (await t.ask('GET /api/business-users/codes/', { token: by, query: { q: text } })).body.missing
    expect(await missing(token, q)).toEqual(['nobody@aoyama.example', world.umeda.staff.email])
    expect(names((await list(token, { q: staffCode(id) })).body.results)).toEqual(['鈴木 健一'])
    // Who may not see addresses cannot try them out.
    const { token: staff } = await signIn(t, world.aoyama.staff)
    expect(await missing(staff, `${email} ${world.aoyama.admin.email}`)).toHaveLength(2)
  })

  test('of another company are missing like ones that never were', async () => {
    const { token } = await signIn(t, world.umeda.admin)
    const read = (id: number) => t.ask(`GET /api/business-users/${id}/`, { token })
    expect((await read(world.umeda.staff.id)).body.name).toBe('中津 渚')
    const foreign = await read(world.aoyama.staff.id)
    const missing = await read(999_999)
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect(foreign.status).toBe(404)
    const { token: house } = await signIn(t, world.operator.operator)
    expect(names((await list(house)).body.results)).toEqual(['大手 進', '内幸 望'])
  })

  test('show addresses to administrators, and one’s own', async () => {
    const { token } = await signIn(t, world.umeda.staff)
    const { body } = await list(token)
    expect(body.results.map((row: { email?: string }) => row.email)).toEqual([
      world.umeda.staff.email,
      undefined,
    ])
  })

  test('who are limited to shops see those who work in them', async () => {
    const [first, second] = world.aoyama.shops
    const here = await makeStaff(t.db, world.aoyama.company, {
      user: { name: '本店 係' },
      shop_ids: [first],
    })
    await makeStaff(t.db, world.aoyama.company, { user: { name: '渋谷 係' }, shop_ids: [second] })
    await makeStaff(t.db, world.aoyama.company, { user: { name: '元 社員', is_active: false } })
    const { token } = await signIn(t, here)
    const seen = names((await list(token)).body.results)
    expect(seen).toContain('本店 係')
    expect(seen).not.toContain('渋谷 係')
    const assessors = await t.ask('GET /api/biz/assessors/', { token })
    expect(assessors.body).toContainEqual({
      id: here.business_user_id,
      name: '本店 係',
      is_active: true,
      shop: first,
      shops: [first],
    })
    expect(assessors.body).toContainEqual({
      ...{ id: world.aoyama.staff.id, name: '鈴木 健一', is_active: true, shop: null, shops: [] },
    })
    expect(names(assessors.body)).not.toContain('元 社員')
    const { body } = await t.ask('GET /api/biz/assessors/', { token, query: { former: true } })
    expect(body).not.toContainEqual(expect.objectContaining({ name: '中津 渚' }))
    expect(
      body.filter((one: { is_active: boolean }) => !one.is_active).map(({ name }: { name: string }) => name),
    ).toEqual(['元 社員'])
    expect(names(assessors.body)).not.toContain('中津 渚')
  })

  test('are not for customers or visitors', async () => {
    const { token } = await signIn(t, world.hanako)
    expect((await list(token)).status).toBe(403)
    expect((await t.ask('GET /api/business-users/')).status).toBe(401)
    expect((await t.ask('GET /api/biz/assessors/', { token })).status).toBe(403)
  })
})
