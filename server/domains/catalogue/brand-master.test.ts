import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBrand } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let house: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  house = w.operator.operator.token
})
afterAll(() => t.close())

const list = (query = {}, token = w.aoyama.admin.token) =>
  t.ask('GET /api/biz/brand-masters/', { token, query })
const names = async (query = {}, token?: string) =>
  (await list(query, token)).body.results.map(({ name }: { name: string }) => name)
const create = (body: object, token = house) => t.ask('POST /api/biz/brand-masters/', { token, body })
const one = (id: number, token = house) => t.ask(`GET /api/biz/brand-masters/${id}/`, { token })
const merge = (id: number, into: number, version = 1, token = house) =>
  t.ask(`POST /api/biz/brand-masters/${id}/merge/`, { token, body: { into, version } })
const load = (csv: string, dry_run = false) =>
  t.ask('POST /api/biz/brand-masters/bulk-upload/', { token: house, body: { csv, dry_run } })

/** How many rows of each table name one of the brands; also of tables that came after this test. */
async function naming(brands: number[]): Promise<{ place: string; rows: number }[]> {
  const { rows: columns } = await t.pool.query<{ table: string; column: string }>(
    `select conrelid::regclass::text as table, attname as column from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'f' and confrelid = 'brand'::regclass and conrelid <> 'brand'::regclass
     union
     select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '(^|_)brand_ids?$' order by 1, 2`,
  )
  const counted = columns.map(async ({ table, column }) => {
    const { rows } = await t.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${column}::text = any($1::text[])`,
      [brands],
    )
    return { place: `${table}.${column}`, rows: rows[0]?.n ?? 0 }
  })
  return Promise.all(counted)
}

const mail = {
  name: 'Maison Margiela',
  name_kana: 'めぞん まるじぇら',
  aliases: ['マルジェラ', 'MAISON  MARGIELA'],
}

describe('the list', () => {
  test('is sorted without regard to case, and finds several that are pasted', async () => {
    await makeBrand(t.db, { name: 'adidas', name_kana: 'アディダス' })
    expect(await names()).toEqual(['adidas', 'BOTTEGA VENETA', 'COMME des GARÇONS', 'GUCCI', 'ISSEY MIYAKE'])
    expect(await names({ q: 'ｸﾞｯﾁ\t三宅\n' })).toEqual(['GUCCI', 'ISSEY MIYAKE'])
    expect(await names({ q: 'どこにもない' })).toEqual([])
    const public_ = await t.ask('GET /api/brand/')
    expect(public_.body.map(({ name }: { name: string }) => name)[0]).toBe('adidas')
  })

  test('shows the marks and shops of the own company alone', async () => {
    const { gucci } = w.brands
    const [shop] = w.aoyama.shops
    const { token } = w.aoyama.admin
    const brands = [gucci]
    await t.ask('POST /biz-brands-management/bulk-private/', { token, body: { brands, is_private: true } })
    await t.ask('POST /api/shop-brand/', { token, body: { shop, brands, is_handled: true } })
    expect((await list({ q: 'gucci' })).body.results[0]).toMatchObject({ is_private: true, shops: [shop] })
    expect(await names({ is_private: true })).toEqual(['GUCCI'])
    expect(await names({ shop })).toEqual(['GUCCI'])
    for (const other of [w.umeda.admin.token, house]) {
      expect((await list({ q: 'gucci' }, other)).body.results[0]).toMatchObject({
        is_private: false,
        shops: [],
      })
      expect(await names({ is_private: true }, other)).toEqual([])
      expect(await names({ shop }, other)).toEqual([])
    }
  })
})

test('a brand is taken in and changed by the operator, once under each name', async () => {
  const made = await create(mail)
  expect([made.status, made.body]).toMatchObject([
    201,
    { name: 'Maison Margiela', name_kana: 'メゾン マルジェラ', aliases: ['マルジェラ'], version: 1 },
  ])
  expect((await create({ ...mail, name: 'ｍａｉｓｏｎ　ＭＡＲＧＩＥＬＡ' })).body.code).toBe('brand_exists')
  expect((await create({ ...mail, name: 'X', name_kana: 'x' })).body).toEqual({
    name_kana: ['カタカナで入力してください。'],
  })
  expect((await create({ ...mail, name: 'X' }, w.aoyama.admin.token)).status).toBe(403)
  const put = (body: object) =>
    t.ask(`PUT /api/biz/brand-masters/${made.body.id}/`, { token: house, body: { ...mail, ...body } })
  expect((await put({ aliases: ['MM6', 'マルジェラ'], version: 1 })).body).toMatchObject({
    aliases: ['MM6', 'マルジェラ'],
    version: 2,
  })
  const late = await put({ version: 1 })
  expect([late.body.code, late.body.current.version]).toEqual(['stale_version', 2])
  expect(await names({ q: 'mm6' })).toEqual(['Maison Margiela'])
})

test('merging moves all that names a brand, and its names are found as aliases', async () => {
  const box = await contracted(t, w)
  const { token } = w.aoyama.admin
  const wrong = await makeBrand(t.db, { name: 'GUCHI', name_kana: 'グッチー', aliases: ['古馳'] })
  const older = await makeBrand(t.db, { name: 'G U C H Y', name_kana: 'グッチイ' })
  const { gucci } = w.brands
  await t.pool.query('update purchase_item set brand_id = $1 where request_id = $2', [wrong, box.id])
  const written = 'select * from antique_ledger order by company_id, seq'
  const ledger = await t.pool.query(written)
  const brands = [wrong]
  const [, shop] = w.aoyama.shops
  await t.ask('POST /api/shop-brand/', { token, body: { shop, brands, is_handled: true } })
  await t.ask('POST /biz-brands-management/bulk-private/', {
    token: w.umeda.admin.token,
    body: { brands, is_private: true },
  })
  const amount = (brand: number, grade: string, amount: number) => ({
    brand,
    category: 'バッグ',
    grade,
    amount,
  })
  await t.ask('POST /amounts/bulk-upload/', {
    token,
    body: { rows: [amount(wrong, 'A_1', 10), amount(wrong, 'A_2', 20), amount(gucci, 'A_2', 30)] },
  })
  await t.pool.query(
    `with list as (insert into declared_list (created_at) values (now()) returning id)
     insert into declared_item (list_id, brand_id, count, created_at, updated_at) select id, $1, 1, now(), now() from list`,
    [wrong],
  )
  await t.pool.query(
    `insert into price_statistic (brand_id, count, min, q1, median, q3, max, first_on, last_on, companies)
     values ($1, 5, 1, 1, 1, 1, 1, '2026-04-01', '2026-04-01', '{}')`,
    [wrong],
  )
  await t.pool.query(
    `insert into price_example (brand_id, category_id, grade_band, base_price, deductions, uplift, price)
     values ($1, $2, 'A', 1, '[]', 0, 1)`,
    [wrong, w.categories.bag],
  )
  await t.pool.query(
    `with company as (insert into pre_assessment_brand (company_id, brand_id, rank) values ($2, $1, 'A') returning company_id),
       template as (insert into price_template (company_id, brand_id, match_key, base, band_permille, valid_from, created_at)
         select company_id, $1, '[' || $1 || ',null,null,null,null,null,{}]', 1, 0, '2026-01-01', now() from company returning company_id),
       named as (insert into pre_assessment (company_id, shop_id, channel, created_at, updated_at)
         select company_id, $3, 'phone', now(), now() from template returning id)
     insert into pre_assessment_item (pre_assessment_id, position, brand_id, created_at, updated_at)
       select id, 0, $1, now(), now() from named`,
    [wrong, w.aoyama.company, shop],
  )
  const empty = (await naming([wrong, older])).filter(({ rows }) => rows === 0)
  expect(empty, 'a row of each table that names a brand').toEqual([])
  expect((await merge(wrong, gucci, 1, token)).status).toBe(403)
  expect((await merge(wrong, wrong)).body.code).toBe('brand_is_itself')
  expect((await merge(wrong, 999_999)).body.into).toHaveLength(1)
  expect((await merge(wrong, gucci, 9)).body.code).toBe('stale_version')
  expect((await merge(older, wrong)).status).toBe(200)
  const merged = await merge(wrong, gucci, 2)
  expect([merged.status, merged.body]).toMatchObject([200, { id: gucci, name: 'GUCCI' }])
  expect(await merge(wrong, gucci, 2), 'sent again').toMatchObject({ status: 200, body: merged.body })
  expect(merged.body.aliases).toEqual(['GUCHI', '古馳', 'G U C H Y', 'グッチイ', 'グッチー'])

  await t.runJobs()
  const items = await t.pool.query('select distinct brand_id from purchase_item where request_id = $1', [
    box.id,
  ])
  expect(items.rows).toEqual([{ brand_id: gucci }])
  expect(await t.pool.query(written)).toMatchObject({ rows: ledger.rows })
  expect((await one(gucci, token)).body.shops).toContain(shop)
  expect((await one(gucci, w.umeda.admin.token)).body.is_private).toBe(true)
  const { body } = await t.ask('GET /api/biz/amounts/', { token, query: { q: 'guchi' } })
  expect(body.results[0].amounts).toMatchObject([
    { grade: 'A_1', amount: 10 },
    { grade: 'A_2', amount: 30 },
  ])
  for (const id of [wrong, older]) expect((await one(id)).body.id).toBe(gucci)
  expect(await names({ q: '古馳' })).toEqual(['GUCCI'])
  expect((await merge(gucci, older, merged.body.version)).body.code).toBe('brand_is_itself')
  expect((await create({ ...mail, name: 'Guchi' })).body.code).toBe('brand_exists')
  const left = (await naming([wrong, older])).filter(({ rows }) => rows > 0)
  expect(left, 'what still names a brand that was merged').toEqual([])

  // Whoever merged the wrong way round renames what stayed, and loads the old file as before.
  const { aliases, version } = merged.body
  const renamed = await t.ask(`PUT /api/biz/brand-masters/${gucci}/`, {
    token: house,
    body: { name: 'GUCHI', name_kana: 'グッチ', aliases: [...aliases, 'GUCCI'], version },
  })
  expect([renamed.status, renamed.body]).toMatchObject([200, { id: gucci, name: 'GUCHI' }])
  expect(
    (await load(`ブランド名,カナ,別名\nGUCHI,グッチ,${renamed.body.aliases.join('|')}\n`)).body,
  ).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 1,
  })
})

test('what is moved later arrives at the brand that stayed in the end', async () => {
  const [one_, two, three] = await Promise.all(
    ['ONE', 'TWO', 'THREE'].map((name) => makeBrand(t.db, { name, name_kana: 'ワン' })),
  )
  const box = await contracted(t, w)
  await t.pool.query('update purchase_item set brand_id = $1 where request_id = $2', [one_, box.id])
  expect((await merge(one_ as number, two as number)).status).toBe(200)
  expect((await merge(two as number, three as number, 2)).status).toBe(200)
  await t.runJobs()
  const items = 'select distinct brand_id from purchase_item where request_id = $1'
  expect((await t.pool.query(items, [box.id])).rows).toEqual([{ brand_id: three }])
})

test('a brand whose names would be too many is not merged', async () => {
  const aliases = Array.from({ length: 60 }, (_, index) => `別名${index}`)
  const full = await makeBrand(t.db, { name: 'FULL', aliases })
  const other = await makeBrand(t.db, { name: 'OTHER' })
  expect((await merge(other, full)).body.code).toBe('brand_aliases_full')
  expect((await one(other)).body.id).toBe(other)
  expect((await create({ name: 'MORE', name_kana: 'モア', aliases: [...aliases, 'もう一つ'] })).status).toBe(
    400,
  )
  const { body: csv } = await t.ask('GET /api/biz/brand-masters/csv/', { token: house, query: { q: 'full' } })
  expect((await load(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
})

test('numbers no column holds are refused, and a request sent again takes nothing in twice', async () => {
  const most = Number.MAX_SAFE_INTEGER
  expect((await merge(w.brands.bottega, most)).status).toBe(400)
  expect((await merge(w.brands.bottega, w.brands.gucci, most)).body.version).toHaveLength(1)
  expect((await merge(w.brands.bottega, w.brands.gucci, 2 ** 31 - 1)).body.code).toBe('stale_version')
  expect((await one(most)).status).toBe(404)
  expect((await list({ shop: most })).status).toBe(400)
  const { token } = w.aoyama.admin
  const cell = { brand: w.brands.bottega, category: w.categories.bag, grade: 'A_1', amount: 1 }
  const set = (body: object) => t.ask('POST /api/biz/amounts/', { token, body: { ...cell, ...body } })
  expect((await set({ version: 0 })).status).toBe(200)
  expect((await set({ version: most })).status).toBe(400)
  expect((await set({ version: 2 ** 31 - 1 })).body.code).toBe('stale_version')
  const again = () =>
    t.ask('POST /api/biz/brand-masters/', {
      token: house,
      headers: { 'idempotency-key': 'brand-once' },
      body: { name: 'ONCE', name_kana: 'ワンス', aliases: [] },
    })
  expect((await again()).body.id).toBe((await again()).body.id)
})

test('the exported file is what is loaded again, and a wrong one is refused by line', async () => {
  await makeBrand(t.db, { name: '@cosme', name_kana: 'アットコスメ', aliases: ['=X', 'Y'] })
  const { body: csv } = await t.ask('GET /api/biz/brand-masters/csv/', { token: house })
  expect((await load(csv)).body).toMatchObject({ created: 0, updated: 0 })
  const more = `${csv}NEW ONE,ニュー ワン,\r\n`
  expect((await load(more, true)).body).toMatchObject({ created: 1, updated: 0 })
  expect(await names({ q: 'new one' })).toEqual([])
  expect((await load(more)).body).toMatchObject({ created: 1, updated: 0 })
  expect((await load('ブランド名,カナ,別名\nA,エー,\n,x,\n')).body).toEqual({
    rows: [{ name: ['入力してください。'], name_kana: ['カタカナで入力してください。'] }],
    lines: [3],
  })
  expect((await load('ブランド名\nA\n')).body.csv[0]).toContain('カナ')
})
