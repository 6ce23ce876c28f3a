import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBrand, makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

const brands = (query = {}, token?: string) => t.ask('GET /api/brand/', { query, token })
const names = (rows: { name: string }[]) => rows.map((row) => row.name)

describe('brands', () => {
  test('are found by name, kana and alias, however typed', async () => {
    for (const q of ['gucci', 'ＧＵＣＣＩ', 'ぐっち', 'グッチ', 'ｸﾞｯﾁ', 'gu cci', 'ucc']) {
      expect(names((await brands({ q })).body)).toEqual(['GUCCI'])
    }
    expect(names((await brands({ q: '三宅' })).body)).toEqual(['ISSEY MIYAKE'])
    expect(names((await brands({ q: 'ボッテガベ' })).body)).toEqual(['BOTTEGA VENETA'])
    expect(names((await brands({ q: 'cdg' })).body)).toEqual(['COMME des GARÇONS'])
    for (const q of ['%', '_', 'どこにもない', "' or 1=1 --"]) {
      expect([(await brands({ q })).status, (await brands({ q })).body]).toEqual([200, []])
    }
    expect((await brands({ q: '' })).body).toHaveLength(4)
    expect((await brands()).body[0]).toEqual({
      id: world.brands.bottega,
      name: 'BOTTEGA VENETA',
      name_kana: 'ボッテガ・ヴェネタ',
      is_private: false,
    })
  })

  test('all come with their aliases for a bench that will have no connection, private ones of others left out', async () => {
    const all = (token: string) =>
      t.ask('GET /api/biz/brands/', { token, query: { shop: world.aoyama.shops[0] } })
    const { status, body } = await all(world.aoyama.staff.token)
    expect([status, names(body)]).toEqual([200, names((await brands()).body)])
    expect(body.find(({ name }: { name: string }) => name === 'COMME des GARÇONS').aliases).toContain('CDG')
    expect((await t.ask('GET /api/biz/brands/', { token: world.hanako.token })).status).toBe(403)
  })

  test('bad filters are refused or off, as such services do', async () => {
    const bad = await brands({ shop: 'abc' })
    expect([bad.status, bad.body]).toEqual([400, { shop: ['数値を入力してください。'] }])
    expect((await brands({ shop: '' })).status).toBe(200)
    expect((await brands({ shopOnly: 'perhaps' })).body).toHaveLength(4)
    expect((await brands({ nonsense: '1' })).body).toHaveLength(4)
  })

  test('can be narrowed to what shops handle, under either spelling', async () => {
    const [first, second] = world.aoyama.shops
    await t.db
      .insertInto('shop_brand')
      .values([
        { shop_id: first, brand_id: world.brands.gucci },
        { shop_id: second, brand_id: world.brands.issey },
      ])
      .execute()
    expect(names((await brands({ shopOnly: true })).body)).toEqual(['GUCCI', 'ISSEY MIYAKE'])
    expect(names((await brands({ shop_only: 'True', shop: first })).body)).toEqual(['GUCCI'])
    expect((await brands({ shop_only: 1, shop: world.umeda.shops[0] })).body).toEqual([])
    expect((await brands({ shopOnly: false, shop: first })).body).toHaveLength(4)
  })

  test('that a dealer keeps private are found by its own staff only', async () => {
    await t.db
      .insertInto('company_brand')
      .values({ company_id: world.aoyama.company, brand_id: world.brands.gucci, is_private: true })
      .execute()
    const [shop] = world.aoyama.shops
    const { token: customer } = await signIn(t, world.hanako)
    const { token: own } = await signIn(t, world.aoyama.staff)
    const { token: other } = await signIn(t, world.umeda.staff)
    for (const token of [undefined, customer, other]) {
      expect(names((await brands({ shop }, token)).body)).not.toContain('GUCCI')
      expect(names((await brands({ shopOnly: true }, token)).body)).toEqual(['ISSEY MIYAKE'])
      expect(names((await brands({ shop: world.umeda.shops[0] }, token)).body)).toContain('GUCCI')
    }
    const seen = (await brands({ shop }, own)).body.find((row: { name: string }) => row.name === 'GUCCI')
    expect(seen.is_private).toBe(true)
    expect(names((await brands({ shopOnly: true, shop }, own)).body)).toEqual(['GUCCI'])
    const elsewhere = (await brands({ q: 'gucci' }, other)).body
    expect(elsewhere).toMatchObject([{ name: 'GUCCI', is_private: false }])
  })

  test('come fifty at most, those that begin with the text first', async () => {
    for (let index = 0; index < 60; index += 1) {
      await makeBrand(t.db, { name: `A ZED ${index}`, name_kana: `エーゼット${index}` })
    }
    await makeBrand(t.db, { name: 'ZED', name_kana: 'ゼッド' })
    await makeBrand(t.db, { name: 'TOP OF', name_kana: 'トップ', aliases: ['ZEDTOP'] })
    const response = await brands({ q: 'zed' })
    expect(response.body).toHaveLength(50)
    expect(names(response.body).slice(0, 2).sort()).toEqual(['TOP OF', 'ZED'])
  })
})

test('categories come as a tree, parents first, with the legal class', async () => {
  const { body } = await t.ask('GET /api/item-category/')
  expect(body.slice(0, 3)).toEqual([
    { id: world.categories.clothes, name: '衣類', parent: null, ledger_class: '02', is_active: true },
    {
      id: world.categories.tops,
      name: 'トップス',
      parent: world.categories.clothes,
      ledger_class: '02',
      is_active: true,
    },
    {
      id: world.categories.knit,
      name: 'ニット',
      parent: world.categories.clothes,
      ledger_class: '02',
      is_active: true,
    },
  ])
  expect(body).toHaveLength(13)
  const watch = body.find((row: { name: string }) => row.name === '腕時計')
  expect(watch).toMatchObject({ parent: world.categories.jewelry, ledger_class: '03' })
})

describe('a dealer’s own masters', () => {
  test('templates are its own', async () => {
    const { token } = await signIn(t, world.aoyama.staff)
    const own = await t.ask('GET /api/biz/comment_templates/', { token })
    expect(own.body[0]).toEqual({
      id: world.comment_templates[0],
      title: '角スレ',
      body: '四隅に軽いスレが見られます。',
      category: 'バッグ',
      short_code: 'ks',
    })
    for (const person of [world.umeda.admin, world.operator.operator]) {
      const { token: other } = await signIn(t, person)
      expect((await t.ask('GET /api/biz/comment_templates/', { token: other })).body).toEqual([])
      expect((await t.ask('GET /api/biz/campaigns/', { token: other })).body).toEqual([])
    }
    const { token: customer } = await signIn(t, world.hanako)
    expect((await t.ask('GET /api/biz/comment_templates/', { token: customer })).status).toBe(403)
  })

  test('campaigns are those of the day in Tokyo, first and last day included', async () => {
    await makeCampaign(t.db, world.aoyama.company, {
      name: '一日限り',
      percent: 30,
      starts_on: '2026-11-25',
      ends_on: '2026-11-25',
    })
    const running = async (at: string) => {
      t.clock.set(at)
      const { token } = await signIn(t, world.aoyama.staff)
      return names((await t.ask('GET /api/biz/campaigns/', { token })).body)
    }
    expect(await running('2026-11-24T23:59:59+09:00')).toEqual(['冬物買取アップ'])
    expect(await running('2026-11-25T00:00:00+09:00')).toEqual(['一日限り', '冬物買取アップ'])
    expect(await running('2026-11-25T23:59:59+09:00')).toEqual(['一日限り', '冬物買取アップ'])
    expect(await running('2026-11-26T00:00:00+09:00')).toEqual(['冬物買取アップ'])
    expect(await running('2027-01-01T00:00:00+09:00')).toEqual([])
  })
})
