import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBrand } from '#server/domains/catalogue/catalogue.factory'
import { fromCsv } from '#server/platform/csv'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { readAmountsAside } from './buying-amount.service.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.pool.query('delete from buying_amount'))

const load = (body: object, token = w.aoyama.admin.token) =>
  t.ask('POST /amounts/bulk-upload/', { token, body })
const list = (query = {}, token = w.aoyama.staff.token) => t.ask('GET /api/biz/amounts/', { token, query })
const standard = (grade: string, token = w.aoyama.staff.token) =>
  t.ask('GET /api/biz/amounts/standard/', {
    token,
    query: { brand: w.brands.gucci, category: w.categories.bag, grade },
  })
const header = 'ブランド名,カテゴリ,グレード,金額\n'

describe('loading amounts', () => {
  test('by number or name creates, updates, and says when nothing is new', async () => {
    const rows = [
      { brand: w.brands.gucci, category: w.categories.bag, grade: 'A_1', amount: 52_000 },
      { brand: 'グッチ', category: '財布', grade: 'b2', amount: '¥18,000', note: 'ファスナー' },
    ]
    const first = await load({ rows })
    expect([first.status, first.body]).toMatchObject([
      200,
      { created: 2, updated: 0, unchanged: 0, errors: [] },
    ])
    expect((await load({ rows })).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const changed = await load({ rows: [{ ...rows[0], amount: 50_000 }] })
    expect(changed.body).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
    expect(changed.body.changes).toEqual([
      { line: 1, brand_name: 'GUCCI', category_name: 'バッグ', grade: 'A_1', amount: 50_000, before: 52_000 },
    ])
    expect((await standard('A_1')).body).toEqual({ amount: 50_000 })
    expect((await standard('A_2')).body).toEqual({ amount: null })
  })

  test('reads what spreadsheets make of a file', async () => {
    const csv = `\uFEFF金額,グレード,カテゴリー,ブランド\r\n"￥１２，０００円",Ａ＿１,バッグ・革小物・靴＞バッグ,ｸﾞｯﾁ\r\n,,,\r\n"\\3,000",D3,ニット,CDG\r\n`
    expect((await load({ csv })).body).toMatchObject({ created: 2 })
    expect((await standard('A_1')).body).toEqual({ amount: 12_000 })
  })

  test('is all or nothing, and names what is wrong by row', async () => {
    const { status, body } = await load({
      csv: `${header}GUCCI,バッグ,A_1,1000\nどこにもない,バッグ,A_1,千円\n,小物,E_1,0\nGUCCI,バッグ,A_1,2000\n`,
    })
    expect(status).toBe(400)
    expect(body).toEqual({
      rows: [
        {},
        { brand: ['「どこにもない」は登録されていません。'], amount: ['金額を数字で入力してください。'] },
        {
          brand: ['この項目は必須です。'],
          category: ['「小物」は登録されていません。'],
          grade: ['グレードは S1 から D3 で入力してください。'],
          amount: ['1円以上で入力してください。'],
        },
        { grade: ['2行目と同じブランド・カテゴリ・グレードです。'] },
      ],
      lines: [2, 3, 4, 5],
    })
    expect((await list()).body.count).toBe(0)
    for (const [csv, message] of [
      [header, '2行目から下に、データがありません。'],
      [
        'ブランド名,金額\nGUCCI,1\n',
        '「カテゴリ」「グレード」の列がありません。1行目に列の名前を入れてください。',
      ],
    ])
      expect((await load({ csv })).body).toEqual({ csv: [message] })
    expect((await load({})).status).toBe(400)
  })

  test('only says what would change when asked to', async () => {
    const csv = `${header}GUCCI,バッグ,A_1,1000\n`
    expect((await load({ csv, dry_run: true })).body).toMatchObject({ created: 1, changes: [{ line: 2 }] })
    expect((await list()).body.count).toBe(0)
  })

  test('takes ten thousand rows in one go', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `MAISON ${String(n).padStart(3, '0')}`)
    for (const name of names) await makeBrand(t.db, { name, name_kana: 'メゾン' })
    const kinds = [
      'ニット',
      'バッグ',
      '財布',
      '靴',
      '腕時計',
      'トップス',
      'ワンピース',
      'ボトムス',
      'アクセサリー',
      '衣類',
      '時計・アクセサリー',
    ]
    const bands = ['S', 'A', 'B', 'C', 'D'].flatMap((band) => [1, 2, 3].map((n) => `${band}_${n}`))
    const lines = names.flatMap((name) =>
      kinds.flatMap((kind) => bands.map((grade, n) => `${name},${kind},${grade},${1000 + n}`)),
    )
    expect((await load({ csv: header + lines.join('\n') })).body).toMatchObject({ created: 9900 })
    expect((await list({ q: 'maison 00、メゾン' })).body.count).toBe(660)
    await t.pool.query("delete from buying_amount; delete from brand where name like 'MAISON %'")
  })
})

test('the exported file is what is loaded again', async () => {
  await makeBrand(t.db, { name: '=1+1 "QUOTED"', name_kana: 'イチタスイチ' })
  await load({
    rows: [
      { brand: 'GUCCI', category: 'バッグ', grade: 'A_1', amount: 52_000 },
      { brand: '=1+1 "QUOTED"', category: '腕時計', grade: 'S_1', amount: 9 },
    ],
  })
  const { body: csv } = await t.ask('GET /api/biz/amounts/csv/', { token: w.aoyama.admin.token })
  const read = fromCsv(new TextEncoder().encode(csv))
  expect(read).toMatchObject({ header: ['ブランド名', 'カテゴリ', 'グレード', '金額'] })
  expect(csv).toContain(`"'=1+1 ""QUOTED""",時計・アクセサリー>腕時計,S_1,9`)
  expect((await load({ csv })).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect((await load({ csv }, w.umeda.admin.token)).body).toMatchObject({ created: 2 })
})

test('a file of more amounts than rows of one call is loaded again; one that could not be loaded is not made', async () => {
  await t.pool.query(`insert into brand (name, name_kana, search_text, created_at)
    select 'HOUSE ' || n, 'ハウス', 'house' || n, now() from generate_series(1, 1700) n`)
  await t.pool.query(
    `insert into buying_amount (company_id, brand_id, category_id, grade, amount, updated_at)
     select $1, b.id, c.id, g || '_' || n, 1000 + n, now() from brand b, generate_series(1, 3) n, unnest(array['S', 'A', 'B', 'C', 'D']) g,
       (select id from item_category where parent_id is not null order by id limit 4) c
     where b.name like 'HOUSE %'`,
    [w.aoyama.company],
  )
  const save = (query = {}) => t.ask('GET /api/biz/amounts/csv/', { token: w.aoyama.admin.token, query })
  const refused = await save()
  expect([refused.status, refused.body.code]).toEqual([400, 'guard_failed'])
  await t.pool.query("delete from buying_amount where grade not like '%_1'")
  const file = await save()
  expect(file.status).toBe(200)
  expect((await load({ csv: file.body })).body).toMatchObject({ created: 0, updated: 0, unchanged: 34_000 })
  expect((await load({ csv: file.body }, w.umeda.admin.token)).body).toMatchObject({ created: 34_000 })
  await t.pool.query("delete from buying_amount; delete from brand where name like 'HOUSE %'")
})

describe('a file of twelve megabytes', () => {
  const health = async () => (await t.ask('GET /healthz')).status
  const masters = () => ({ brands: [], categories: [] })

  test('is read beside the other calls: one that comes later is answered first', async () => {
    const csv = header + `${'GUCCI,バッグ,A_1,1000'.padEnd(119, 'あ')}\n`.repeat(100_000)
    expect(csv.length).toBeGreaterThan(11_900_000)
    const order: string[] = []
    const read = readAmountsAside({ source: { csv, most: 100_000 }, masters: masters() }).then((reading) => {
      order.push('file')
      return reading
    })
    for (let call = 0; call < 5; call += 1) {
      expect(await health()).toBe(200)
      order.push('call')
    }
    expect(await read).toMatchObject({ ok: false })
    expect(order).toEqual([...Array(5).fill('call'), 'file'])
  })

  test('with more cells than there is memory for is refused', async () => {
    const names = Array.from({ length: 96 }, (_, column) => `列${column}`).join(',')
    const csv = `${names},${header}${`${'a,'.repeat(99)}a\n`.repeat(59_000)}`
    const { status, body } = await load({ csv })
    expect([status, body.csv]).toEqual([400, [expect.stringContaining('ファイルが大きすぎます')]])
  })
})

describe('one amount', () => {
  const set = (body: object, token = w.aoyama.admin.token) =>
    t.ask('POST /api/biz/amounts/', {
      token,
      body: { brand: w.brands.gucci, category: w.categories.bag, grade: 'A_1', ...body },
    })

  test('is entered, changed and cleared, and two people do not overwrite each other', async () => {
    expect((await set({ amount: 10_000, version: 0 })).body).toMatchObject({ amount: 10_000, version: 1 })
    expect((await set({ amount: 11_000, version: 1 })).body).toMatchObject({ amount: 11_000, version: 2 })
    const late = await set({ amount: 12_000, version: 1 })
    expect([late.status, late.body.code, late.body.current]).toMatchObject([
      400,
      'stale_version',
      { amount: 11_000, version: 2 },
    ])
    expect((await set({ amount: null, version: 2 })).body).toMatchObject({ amount: null, version: 3 })
    expect((await list()).body.count).toBe(0)
    expect((await set({ amount: 500, version: 0 })).body).toMatchObject({ amount: 500, version: 4 })
    expect((await list()).body.results).toEqual([
      {
        brand: w.brands.gucci,
        brand_name: 'GUCCI',
        category: w.categories.bag,
        category_name: 'バッグ',
        amounts: [{ grade: 'A_1', amount: 500, version: 4 }],
      },
    ])
    expect((await set({ amount: 0, version: 4 })).body.amount).toBeDefined()
    expect((await set({ brand: 999_999, amount: 1, version: 0 })).body.brand).toHaveLength(1)
  })

  test('is seen by nobody of another company', async () => {
    await set({ amount: 10_000, version: 0 })
    for (const token of [w.umeda.staff.token, w.operator.operator.token]) {
      expect((await list({}, token)).body).toMatchObject({ count: 0, results: [] })
      expect((await standard('A_1', token)).body).toEqual({ amount: null })
    }
    expect((await set({ amount: 7, version: 0 }, w.umeda.admin.token)).body).toMatchObject({ version: 1 })
    expect((await standard('A_1')).body).toEqual({ amount: 10_000 })
    expect((await load({ rows: [] }, w.aoyama.staff.token)).status).toBe(403)
    expect((await set({ amount: 7, version: 1 }, w.aoyama.staff.token)).status).toBe(403)
  })
})

test('brands become private in bulk, for the own company, and a repeat changes nothing', async () => {
  const { gucci, issey } = w.brands
  const mark = (is_private: boolean, brands: number[], token = w.aoyama.admin.token) =>
    t.ask('POST /biz-brands-management/bulk-private/', { token, body: { brands, is_private } })
  const updated = async (...given: Parameters<typeof mark>) => (await mark(...given)).body.updated
  expect(await updated(true, [gucci, issey, gucci])).toBe(2)
  expect(await updated(true, [gucci, issey])).toBe(0)
  const shown = async (token: string) =>
    (await t.ask('GET /api/brand/', { token, query: { q: 'gucci' } })).body[0].is_private
  expect([await shown(w.aoyama.staff.token), await shown(w.umeda.staff.token)]).toEqual([true, false])
  expect((await mark(false, [issey])).body).toEqual({ updated: 1, brands: [issey] })
  expect(await updated(false, [issey])).toBe(0)
  expect((await mark(true, [issey, 999_999])).body).toEqual({
    brands: { 1: ['主キー "999999" は不正です - データが存在しません。'] },
  })
  expect((await mark(true, [gucci], w.aoyama.staff.token)).status).toBe(403)
})
