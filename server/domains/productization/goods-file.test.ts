import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodsFormatNames } from '#contract/goods-file'
import { makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { fromCsv } from '#server/platform/csv'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type Box, contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeSale, makeSalePhoto } from './productization.factory.ts'

let t: TestApp
let w: World
let lining: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  lining = await makeAttribute(t.db, w.categories.coat, {
    ...{ name: '裏地', value_type: 'STRING', unit: '', is_measure: false, is_required: true },
    choices: ['なし', '総裏'],
  })
})
afterAll(() => t.close())

const base = '/api/biz/item-productization/'
const staff = () => w.aoyama.staff.token
let box: Box & { slugs: string[] }
let coat: string
let bag: string
beforeEach(async () => {
  box = await contracted(t, w, [14_000, 3_500])
  ;[coat, bag] = box.slugs as [string, string]
})

const rowOf = async (slug: string) =>
  (
    await t.pool.query<{ id: number; company_id: number; shop_id: number }>(
      'select id, company_id, shop_id from purchase_item where slug = $1',
      [slug],
    )
  ).rows[0] as { id: number; company_id: number; shop_id: number }
const get = async (slug: string) => (await t.ask(`GET ${base}${slug}/`, { token: staff() })).body
const patch = async (slug: string, body: object) => {
  const { version } = await get(slug)
  return t.ask(`PATCH ${base.slice(0, -1)}-manage/`, { token: staff(), body: { slug, version, ...body } })
}

async function finish(slug: string, more: object = {}): Promise<void> {
  expect((await patch(slug, {})).status).toBe(200)
  await makeSalePhoto(t.db, (await rowOf(slug)).id, { role: 'front' })
  const { attributes } = await get(slug)
  const values = attributes.some(({ id }: { id: number }) => id === lining)
    ? [{ attribute: lining, value: '総裏' }]
    : []
  const done = await patch(slug, { values, selling_price: 32_800, sales_channel: 1, status: 9, ...more })
  expect([done.status, done.body.items?.[0]?.status]).toEqual([200, 9])
}

type Query = Record<string, string | number | boolean>
/** Of this box alone: other tests have theirs. */
const ofBox = (query: Query): Query => ({ q: String(box.slugs.join(' ')), ...query })

async function fileOf(query: Query, token = staff()) {
  const asked = new URLSearchParams(Object.entries(ofBox(query)).map(([key, one]) => [key, String(one)]))
  const response = await t.app.inject({
    url: `${base}csv/?${asked}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { statusCode, rawPayload, headers } = response
  return { status: statusCode, bytes: rawPayload, headers, body: statusCode === 200 ? null : response.json() }
}
function rowsIn(bytes: Uint8Array) {
  const reading = fromCsv(bytes)
  if (!reading.ok) throw new Error(reading.message)
  return reading.rows
}
const check = async (query: Query, token = staff()) =>
  t.ask(`GET ${base}csv/check/`, { token, query: ofBox(query) })
const load = (body: object, token = staff()) => t.ask(`POST ${base}bulk-upload/`, { token, body })
/** As the page reads a chosen file. */
const loadBytes = (bytes: Uint8Array, dry_run = false) => {
  const reading = fromCsv(bytes)
  const encoding = reading.ok ? reading.encoding : 'utf-8'
  return load({ csv: new TextDecoder(encoding).decode(bytes), encoding, dry_run })
}
const edited = (bytes: Uint8Array, from: string, to: string) => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(text).toContain(from)
  return new TextEncoder().encode(text.replaceAll(from, to))
}
const acts = async (action: string) =>
  (
    await t.pool.query<{ detail: object }>(
      'select detail from activity where action = $1 order by id desc limit 5',
      [action],
    )
  ).rows.map(({ detail }) => detail)

const yahoo = { format: 'yahoo', product_category: 36_504 }

describe('a file of goods', () => {
  test('holds what is finished and not sold, in every format, and is recorded', async () => {
    await finish(coat)
    for (const format of goodsFormatNames) {
      const { status, bytes, headers } = await fileOf({ ...yahoo, format })
      expect([format, status]).toEqual([format, 200])
      expect(rowsIn(bytes).map((row) => Object.values(row).includes(coat))).toEqual([true])
      expect(headers['content-type']).toContain(format === 'yahoo' ? 'Shift_JIS' : 'utf-8')
      expect((await acts('product.export'))[0]).toMatchObject({ goods_format: format, rows: 1 })
    }
    await makeSale(t.db, await rowOf(coat))
    expect((await check({})).body).toMatchObject({ articles: 0, problems: [] })
    const sold = await fileOf({ is_sold: true })
    expect(rowsIn(sold.bytes)).toMatchObject([{ 商品コード: coat }])
  })

  test('is made of the list as it is filtered, and of the own company', async () => {
    await finish(coat)
    const open = await fileOf({ status: 6 })
    expect(rowsIn(open.bytes)).toMatchObject([{ 商品コード: bag, 版: '0', '写真(参考)': '' }])
    expect(rowsIn((await fileOf({ is_finished: false })).bytes)).toMatchObject([{ 商品コード: bag }])
    expect(rowsIn((await fileOf({ is_finished: true })).bytes)).toMatchObject([{ 商品コード: coat }])
    expect(rowsIn((await fileOf({}, w.umeda.staff.token)).bytes)).toEqual([])
    expect((await check({}, w.umeda.staff.token)).body.articles).toBe(0)
  })

  test('has the address of a photo, which works for more than half a year and for that photo alone', async () => {
    await finish(coat)
    const [row] = rowsIn((await fileOf({ format: 'shopify' })).bytes)
    const address = new URL(row?.['Product image URL'] ?? '')
    const key = address.pathname.slice('/files/'.length)
    await t.tools.files.put(key, Buffer.from('picture'), 'image/webp')
    const now = t.clock.now()
    const at = async (path: string) => (await t.app.inject({ url: path })).statusCode
    t.clock.set('2027-05-30T10:00:00+09:00')
    expect(await at(address.pathname + address.search)).toBe(200)
    expect(await at(`${address.pathname.replace(/.(?=\.webp)/, 'x')}${address.search}`)).toBe(403)
    t.clock.set('2027-06-01T10:00:00+09:00')
    expect(await at(address.pathname + address.search)).toBe(403)
    t.clock.set(now.toISOString())
  })

  test('tells what a format does not take, and has it only as agreed', async () => {
    await finish(coat, { title: '髙﨑の①〜コート' })
    await finish(bag, { title: 'か'.repeat(76) })
    const { body } = await check(yahoo)
    expect(body).toMatchObject({ articles: 2, good: 0, substitutable: 1, problem_count: 2 })
    const of = (slug: string) => body.problems.find((one: { slug: string }) => one.slug === slug)
    expect(of(coat)).toMatchObject({ problem: 'characters', column: 'name', suggestion: '高崎の1～コート' })
    expect(of(coat).characters.toSorted()).toEqual(['〜', '髙', '﨑', '①'].toSorted())
    expect(of(bag)).toMatchObject({ problem: 'too_long', column: 'name', suggestion: '' })
    for (const query of [{}, { substitute: true }] as Query[])
      expect((await fileOf({ ...yahoo, ...query })).body).toMatchObject({ code: 'guard_failed' })
    const { bytes } = await fileOf({ ...yahoo, substitute: true, leave_out: true })
    expect(rowsIn(bytes)).toMatchObject([{ code: coat, name: '高崎の1～コート' }])
    expect(iconv.decode(bytes, 'cp932')).toContain('高崎の1～コート')
    // What was written with substitutes is what the article says.
    expect((await loadBytes(bytes)).body).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('is refused with the field for an encoding or a number that the format does not know', async () => {
    const wrong = async (query: Query) => Object.keys((await check(query)).body)
    expect(await wrong({ format: 'shopify', encoding: 'shift_jis' })).toContain('encoding')
    expect(await wrong({ format: 'yahoo' })).toContain('product_category')
    expect(await wrong({ format: 'next_engine', supplier_code: '12' })).toContain('supplier_code')
    expect(await wrong({ format: 'excel' })).toContain('format')
    const refused = await fileOf({ format: 'next_engine', supplier_code: '=1+' })
    expect(refused.status).toBe(400)
  })
})

describe('a file that comes back', () => {
  test('changes nothing as it left, in every format and encoding, twice', async () => {
    await finish(coat, { title: '\'=1, "x"\té', description: '-一行目\n<b>二</b>' })
    await finish(bag, { title: '007' })
    const before = await Promise.all([get(coat), get(bag)])
    for (const query of [{}, { encoding: 'shift_jis', substitute: true }] as Query[]) {
      const { bytes } = await fileOf(query)
      for (const dry of [true, false, false])
        expect((await loadBytes(bytes, dry)).body).toMatchObject({ updated: 0, unchanged: 2, changes: [] })
    }
    for (const format of ['next_engine', 'shopify', 'yahoo']) {
      const { bytes } = await fileOf({ ...yahoo, format, substitute: true, leave_out: true })
      expect((await loadBytes(bytes)).body).toMatchObject({ format, updated: 0, unchanged: 1 })
    }
    expect(await Promise.all([get(coat), get(bag)])).toEqual(before)
  })

  test('is shown first, then changes what differs, once', async () => {
    await finish(coat)
    const { bytes } = await fileOf({})
    const file = edited(edited(bytes, '32800', '29800'), '総裏', 'なし')
    const trial = await loadBytes(file, true)
    const { version } = await get(coat)
    expect(trial.body).toMatchObject({ updated: 1, unchanged: 0, created: 0 })
    expect(trial.body.changes).toEqual([
      {
        ...{ line: 2, slug: coat, title: expect.any(String) },
        fields: [
          { column: '販売価格', label: '販売価格', before: '32800', after: '29800' },
          { column: '裏地', label: '裏地', before: '総裏', after: 'なし' },
        ],
      },
    ])
    expect(await get(coat)).toMatchObject({ version, selling_price: 32_800 })
    expect((await loadBytes(file)).body).toMatchObject({ updated: 1 })
    const after = await get(coat)
    expect(after).toMatchObject({ version: version + 1, selling_price: 29_800, status: 9 })
    expect(after.values).toEqual([{ attribute: lining, value: 'なし' }])
    expect((await acts('product.load'))[0]).toEqual({ goods_format: 'okuru', updated: 1 })
    expect((await loadBytes(file)).body).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await get(coat)).toEqual(after)
  })

  test('of another system brings title, description and price; an empty stock is told and is no sale', async () => {
    await finish(coat)
    const csv = `URL handle,SKU,Title,Description,Price,Inventory quantity\n${coat},${coat},新しい題,<p>一<br>二</p>,28000.00,0\n`
    const { body } = await load({ csv })
    expect(body).toMatchObject({ format: 'shopify', updated: 1, out_of_stock: [{ line: 2, slug: coat }] })
    const after = { title: '新しい題', description: '一\n二', selling_price: 28_000, is_sold: false }
    expect(await get(coat)).toMatchObject(after)
  })

  test('with one wrong line changes nothing, and tells each by line and field', async () => {
    await finish(coat)
    const csv = [
      '商品コード,版,色,販売価格',
      `${coat},${(await get(coat)).version},黒,-5`,
      `${bag},0,白,1000`,
      'zzzzzzzzzzzzzzzz,0,白,1000',
    ].join('\n')
    const refused = await load({ csv })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      lines: [2, 4],
      rows: [{ selling_price: [expect.stringContaining('販売価格')] }, { slug: [expect.any(String)] }],
    })
    expect((await get(bag)).version).toBe(0)
    // A foreign article is as one that is not there.
    const others = await load({ csv: `商品コード,版,色\n${bag},0,白` }, w.umeda.staff.token)
    expect(others.body).toMatchObject({
      lines: [2],
      rows: [{ slug: ['この商品コードの商品はありません。'] }],
    })
  })

  test('from before a change says so by its line', async () => {
    await finish(coat)
    const { bytes } = await fileOf({})
    expect((await patch(coat, { selling_price: 31_000 })).status).toBe(200)
    const { status, body } = await loadBytes(bytes)
    expect([status, body.lines]).toEqual([400, [2]])
    expect(body.rows[0].version[0]).toContain('ファイルを保存した後に')
    expect(await get(coat)).toMatchObject({ selling_price: 31_000 })
  })

  test('held and sold articles stay as they are', async () => {
    await finish(coat)
    await finish(bag)
    const { bytes } = await fileOf({})
    await makeSale(t.db, await rowOf(bag))
    await t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
      token: staff(),
      body: { kind: 'suspicion', reason: '確認のため', slug: coat },
    })
    expect((await loadBytes(bytes)).body).toMatchObject({ updated: 0, unchanged: 2 })
    const { body } = await loadBytes(edited(bytes, '32800', '100'))
    const told = body.rows.map((row: { slug: string[] }) => row.slug?.[0]).toSorted()
    expect(told).toEqual(['保留中の商品は変えられません。', '売れた商品は変えられません。'])
  })

  test('a finished article stays complete', async () => {
    await finish(coat)
    const { version } = await get(coat)
    const { body } = await load({
      csv: `商品コード,版,販売価格,裏地,販路\n${coat},${version},,,未定`,
      dry_run: true,
    })
    expect(body.lines).toEqual([2])
    expect(Object.keys(body.rows[0]).toSorted()).toEqual(['sales_channel', 'selling_price', 'values'])
    expect(await get(coat)).toMatchObject({ selling_price: 32_800, status: 9 })
  })

  test('twice at once is loaded once', async () => {
    await finish(coat)
    const file = edited((await fileOf({})).bytes, '32800', '30000')
    const { version } = await get(coat)
    const answers = await Promise.all([loadBytes(file), loadBytes(file)])
    for (const { status, body } of answers)
      expect(status === 200 || JSON.stringify(body.rows).includes('version')).toBe(true)
    expect(await get(coat)).toMatchObject({ version: version + 1, selling_price: 30_000 })
  })
})

describe('what is no file of goods', () => {
  const refused = async (csv: string) => {
    const { status, body } = await load({ csv })
    return { status, field: Object.keys(body)[0], sentence: String(Object.values(body)[0]) }
  }
  test.each([
    ['nothing', ''],
    ['a binary', 'PK\u0003\u0004\u0000\u0000'],
    ['NUL', '商品コード,版\na\0b,1'],
    ['other columns', '名前,住所\n山田,東京'],
    ['an unknown column', '商品コード,版,在庫\nx,1,5'],
    ['100,000 columns', `${'a,'.repeat(100_000)}b`],
    ['quotes left open', `商品コード,版\n"${'a'.repeat(100_000)}`],
  ])('%s', async (_name, csv) => {
    const { status, field, sentence } = await refused(csv)
    expect([status, field]).toEqual([400, 'csv'])
    expect(sentence.length).toBeGreaterThan(10)
  })

  test('more than 5,000 lines or five megabytes', async () => {
    const lines = (count: number) => refused(`商品コード,版\n${'a,1\n'.repeat(count)}`)
    expect(await lines(5001)).toMatchObject({ status: 400, sentence: expect.stringContaining('5,000点') })
    expect(await lines(1_250_000)).toMatchObject({ status: 400, field: 'csv' })
    expect(await refused('あ'.repeat(3_000_000))).toMatchObject({ status: 413 })
  })

  test('is refused of whom may not write', async () => {
    const { status } = await load({ csv: '商品コード,版' }, w.hanako.token)
    expect(status).toBe(403)
  })
})
