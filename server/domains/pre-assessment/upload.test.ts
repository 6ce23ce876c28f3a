import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  for (const { company } of [w.aoyama, w.umeda])
    await t.pool.query(
      `insert into pre_assessment_status (company_id, name, grade_band, factor_permille)
       values ($1, '目立つ傷なし', 'A', 1000), ($1, '使用感あり', 'C', 500)`,
      [company],
    )
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.pool.query('delete from price_template')
  await t.pool.query('delete from season_tag')
  await t.pool.query('delete from prospect')
  await t.pool.query('delete from pre_assessment_upload')
  t.clock.forward(60_000)
  for (const admin of [w.aoyama.admin, w.umeda.admin]) admin.token = (await signIn(t, admin)).token
})

const base = '/api/pre-assessment'
const load = (kind: string, csv: string, more: object = {}, token = w.aoyama.admin.token) =>
  t.ask(`POST ${base}/${kind}/csv-upload/`, { token, body: { csv, ...more } })
async function send(kind: string, file: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'a.csv')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST ${base}/${kind}/csv-upload/`, {
    token: w.aoyama.admin.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}
const exported = async (kind: string, token = w.aoyama.admin.token): Promise<string> =>
  (await t.ask(`GET ${base}/${kind}/csv/`, { token })).body
const tally = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged })
const rowsOf = async (table: string) =>
  (await t.pool.query(`select * from ${table} x where company_id = $1 order by x`, [w.aoyama.company])).rows

const templates = (...lines: string[]) =>
  ['ブランド名,ランク,カテゴリ,対象,状態,季節,属性,基準額,幅(%),適用開始,適用終了', ...lines].join('\r\n')
const inForce = async () =>
  (
    await t.pool.query(
      `select base, valid_from::text, valid_to::text, replaces_id is not null as is_new_version from price_template
       where company_id = $1 and replaced_at is null order by valid_from, id`,
      [w.aoyama.company],
    )
  ).rows

describe('small masters', () => {
  test('a dry run tells, the load writes, and the same again changes nothing', async () => {
    const csv = 'ブランド名,ランク,係数\nGUCCI,s,1.2\n三宅一生,,0.95\nBOTTEGA VENETA,,1\n'
    const before = await rowsOf('pre_assessment_brand')
    const dry = await load('brands', csv, { dry_run: true })
    expect(dry.body).toMatchObject({ ...tally(2, 0, 1), is_dry_run: true, state: 'done', id: null })
    expect(dry.body.preview[0]).toEqual({ ブランド名: 'GUCCI', ランク: 's', 係数: '1.2' })
    expect(await rowsOf('pre_assessment_brand')).toEqual(before)
    expect((await load('brands', csv)).body).toMatchObject(tally(2, 0, 1))
    const after = await rowsOf('pre_assessment_brand')
    expect(after).toMatchObject([
      { rank: 'S', factor_permille: 1200 },
      { rank: '', factor_permille: 950 },
    ])
    expect((await load('brands', csv)).body).toMatchObject(tally(0, 0, 3))
    expect(await rowsOf('pre_assessment_brand')).toEqual(after)
    const back = 'ブランド名,ランク,係数\nGUCCI,,1\n'
    expect((await load('brands', back)).body).toMatchObject(tally(0, 1, 0))
    const { rows } = await t.pool.query(
      `select detail from activity where action = 'pre_assessment.load' order by id desc limit 1`,
    )
    expect(rows[0].detail).toMatchObject({ upload_kind: 'brands', updated: 1 })
  })

  test('with a mark, CRLF, quotes and columns in any order; in Shift_JIS by form', async () => {
    const csv = '\uFEFF係数,"カテゴリ"\r\n" 1.1 ","衣類>ニット"\r\n0.9,コート・ジャケット\r\n'
    expect((await send('categories', Buffer.from(csv))).body).toMatchObject(tally(2, 0, 0))
    const cp932 = iconv.encode('カテゴリ,係数\r\nワンピース,1.05\r\nニット,1.1\r\n', 'cp932')
    expect((await send('categories', cp932, { dry_run: 'true' })).body).toMatchObject({
      ...tally(1, 0, 1),
      is_dry_run: true,
    })
    expect((await send('categories', cp932)).body).toMatchObject(tally(1, 0, 1))
    const odd = await send('categories', Buffer.from([0xff, 0xfe, 0x80, 0x0a]))
    expect([odd.status, Object.keys(odd.body)]).toEqual([400, ['csv']])
  })

  test('what is wrong is told by line and field, and nothing is written', async () => {
    const before = await rowsOf('pre_assessment_brand')
    const wrong = await load(
      'brands',
      'ブランド名,ランク,係数\nGUCCI,A,1.3\nない,ABCDE,11\n,,\nグッチ,B,1\nISSEY MIYAKE,A,\n',
    )
    expect([wrong.status, wrong.body.lines]).toEqual([400, [3, 5, 6]])
    expect(wrong.body.rows).toEqual([
      { brand: [expect.any(String)], rank: [expect.any(String)], factor: [expect.any(String)] },
      { brand: ['2行目と同じ内容の行です。'] },
      { factor: ['この項目は必須です。'] },
    ])
    for (const csv of [
      '',
      'a',
      'ブランド名\nGUCCI',
      'ブランド名,係数',
      '"ブランド名,係数\nGUCCI,1',
      'ブランド名\t係数\nGUCCI\t1',
    ]) {
      const { status, body } = await load('brands', csv)
      expect([csv, status, Object.keys(body)]).toEqual([csv, 400, ['csv']])
    }
    expect(await rowsOf('pre_assessment_brand')).toEqual(before)
  })

  test('season tags: months as people write them, changed by name, never two of one name', async () => {
    const csv = '季節,月,係数,順番,使用\n秋冬,"10月、11月,12",1,1,\n春夏,4 5 6,0.8,2,しない\n'
    expect((await load('season-tags', csv)).body).toMatchObject(tally(2, 0, 0))
    expect(await rowsOf('season_tag')).toMatchObject([
      { name: '秋冬', months: [10, 11, 12], is_active: true },
      { name: '春夏', months: [4, 5, 6], factor_permille: 800, is_active: false },
    ])
    expect((await load('season-tags', csv)).body).toMatchObject(tally(0, 0, 2))
    expect((await load('season-tags', '季節,月,係数\n秋冬,10,1.1\n')).body).toMatchObject(tally(0, 1, 0))
    const wrong = await load('season-tags', '季節,月,係数\n梅雨,13,1\n夏,,1\n')
    expect([wrong.status, wrong.body.lines]).toEqual([400, [2, 3]])
    const many = Array.from({ length: 50 }, (_, n) => `季節${n},1,1`).join('\n')
    expect((await load('season-tags', `季節,月,係数\n${many}`)).status).toBe(400)
    expect(await rowsOf('season_tag')).toHaveLength(2)
  })

  test('a file over the limit is refused, and neither a colleague nor another dealer is let in', async () => {
    const large = `ブランド名,係数\n${'GUCCI,1\n'.repeat(700_000)}`
    const form = await send('brands', Buffer.from(large))
    expect([form.status, form.body.code]).toEqual([413, 'file_too_large'])
    expect((await load('brands', large)).status).toBe(400)
    expect((await load('brands', 'ブランド名,係数\nGUCCI,1', {}, w.aoyama.staff.token)).status).toBe(403)
    await load('season-tags', '季節,月,係数\n秋冬,10,1\n')
    expect(await exported('season-tags', w.umeda.admin.token)).not.toContain('秋冬')
    const foreign = await load(
      'price-templates',
      templates(',,,,,秋冬,,1000,15,2026-12-01,'),
      {},
      w.umeda.admin.token,
    )
    expect(foreign.body.rows).toEqual([{ season: ['「秋冬」は登録されていません。'] }])
  })
})

describe('season tags by hand', () => {
  const call = (method: string, id: number | '', body: object, token = w.aoyama.admin.token) =>
    t.ask(`${method} ${base}/season-tags/${id && `${id}/`}`, { token, key: randomKey(), body })
  const usual = { name: '秋冬', months: [12, 10, 11, 10], factor_permille: 1000, sort: 1, is_active: true }

  test('are added, changed with their version, and taken out of use once they were used', async () => {
    const made = await call('POST', '', usual)
    expect([made.status, made.body.months]).toEqual([201, [10, 11, 12]])
    expect((await call('POST', '', usual)).body).toEqual({ name: ['同じ名前の季節があります。'] })
    expect((await call('POST', '', { ...usual, months: [] })).status).toBe(400)
    const { id, version } = made.body
    const changed = await call('PATCH', id, { factor_permille: 900, version })
    expect(changed.body).toMatchObject({ factor_permille: 900, months: [10, 11, 12], version: version + 1 })
    const stale = await call('PUT', id, { ...usual, version })
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([400, 'stale_version', 2])
    expect((await call('PATCH', id, { version: 2 }, w.umeda.admin.token)).status).toBe(404)
    await load('price-templates', templates(',,,,,秋冬,,1000,15,2026-12-01,'))
    expect((await t.ask(`DELETE ${base}/season-tags/${id}/`, { token: w.aoyama.admin.token })).status).toBe(
      204,
    )
    const { body } = await t.ask(`GET ${base}/season-tags/${id}/`, { token: w.aoyama.staff.token })
    expect(body).toMatchObject({ is_active: false, version: 3 })
    const spare = await call('POST', '', { ...usual, name: '通年' })
    await t.ask(`DELETE ${base}/season-tags/${spare.body.id}/`, { token: w.aoyama.admin.token })
    expect(
      (await t.ask(`GET ${base}/season-tags/${spare.body.id}/`, { token: w.aoyama.admin.token })).status,
    ).toBe(404)
  })
})

describe('people who asked', () => {
  const people = (...lines: string[]) => ['お名前,カナ,電話番号,メールアドレス,メモ', ...lines].join('\n')

  test('are found by telephone, mail, or name; a family with one telephone stays a family', async () => {
    const csv = people(
      '川口 真理,かわぐち まり,090-1234-5678,,',
      '川口 健,,09012345678,,夫',
      '佐藤,,,sato@example.jp,',
      '"=cmd|""x"", 𠮷田",,,,"コート\n2点"',
    )
    expect((await load('customers', csv)).body.lines).toEqual([3])
    await load('customers', people('川口 真理,,090-1234-5678,,'))
    const { body } = await load(
      'customers',
      people('川口 真理,カワグチ マリ,09012345678,,', '佐藤,,,sato@example.jp,'),
    )
    expect(body).toMatchObject(tally(1, 1, 0))
    expect(await rowsOf('prospect')).toMatchObject([
      { name: '川口 真理', name_kana: 'カワグチ マリ', phone: '090-1234-5678', version: 2 },
      { email: 'sato@example.jp', version: 1 },
    ])
    const family = people(
      '川口 真理,カワグチ マリ,09012345678,,',
      '川口 健,,09012345678,,夫',
      '"=cmd|""x"", 𠮷田",,,,"コート\n2点"',
    )
    expect((await load('customers', family)).body).toMatchObject(tally(2, 0, 1))
    expect((await load('customers', family)).body).toMatchObject(tally(0, 0, 3))
    const third = await load('customers', people('川口 翔,,09012345678,,'))
    expect(third.body.rows).toEqual([{ phone: [expect.stringContaining('複数登録')] }])
    const file = await exported('customers')
    expect(file).toContain(`"'=cmd|""x"", 𠮷田"`)
    expect((await load('customers', file)).body).toMatchObject(tally(0, 0, 4))
  })

  test('what Shift_JIS lost is not taken for a new name', async () => {
    await load('customers', people('𠮷田 梓,,0312345678,,'))
    const lost = people('?田 梓,,0312345678,,')
    const refused = await load('customers', lost, { encoding: 'shift_jis' })
    expect([refused.status, refused.body.lines]).toEqual([400, [2]])
    expect((await load('customers', lost, { dry_run: true })).body).toMatchObject(tally(0, 1, 0))
  })

  test('wrong ones are refused with their line; their file leaves after a fresh sign-in alone, and is recorded', async () => {
    const wrong = await load(
      'customers',
      people('佐藤,,1,,', ',,,x,', ',,,,メモだけ', `${'あ'.repeat(61)},,,,`),
    )
    expect(wrong.body).toMatchObject({
      lines: [2, 3, 4, 5],
      rows: [
        { phone: [expect.any(String)] },
        { email: [expect.any(String)] },
        { name: [expect.any(String)] },
        { name: [expect.any(String)] },
      ],
    })
    expect(await rowsOf('prospect')).toEqual([])
    const { refresh } = await signIn(t, w.aoyama.admin)
    t.clock.forward(11 * 60_000)
    const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
    const stale = await t.ask(`GET ${base}/customers/csv/`, { token: access })
    expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
    const { token } = await signIn(t, w.aoyama.admin)
    expect((await t.ask(`GET ${base}/customers/csv/`, { token })).status).toBe(200)
    const { rows } = await t.pool.query(
      `select detail from activity where action = 'pre_assessment.export' order by id desc limit 1`,
    )
    expect(rows[0].detail).toMatchObject({ upload_kind: 'customers', rows: 0 })
  })
})

describe('price templates', () => {
  test('a line that differs is a new version; one that begins later ends the one before it', async () => {
    const first = templates('GUCCI,,,,,,,10000,15,2026-01-01,')
    expect((await load('price-templates', first)).body).toMatchObject(tally(1, 0, 0))
    expect(
      (await load('price-templates', templates('グッチ,,,,,,,"¥11,000",15,2026年1月1日,'))).body,
    ).toMatchObject(tally(0, 1, 0))
    const later = templates('GUCCI,,,,,,,12000,15,2027/1/1,2027-03-31', 'GUCCI,,,,,,,13000,15,2027-04-01,')
    expect((await load('price-templates', later)).body).toMatchObject(tally(0, 2, 0))
    expect(await inForce()).toEqual([
      { base: 11000, valid_from: '2026-01-01', valid_to: '2026-12-31', is_new_version: true },
      { base: 12000, valid_from: '2027-01-01', valid_to: '2027-03-31', is_new_version: true },
      { base: 13000, valid_from: '2027-04-01', valid_to: null, is_new_version: true },
    ])
    expect((await load('price-templates', later)).body).toMatchObject(tally(0, 0, 2))
    const file = await exported('price-templates')
    expect((await load('price-templates', file)).body).toMatchObject(tally(0, 0, 3))
  })

  test('attributes keep their types', async () => {
    const attributes = `"素材=革; 丈=60; 裏地あり=はい; 型=""007""; メモ=""a;b=\\""c\\""""; 色=いいえ; 番=""60"""`
    const csv = templates(`,A,衣類>ニット,レディース,目立つ傷なし,,${attributes},8000,12.5,2026-12-01,`)
    expect((await load('price-templates', csv)).body).toMatchObject(tally(1, 0, 0))
    const { rows } = await t.pool.query(
      'select attributes, band_permille, brand_rank, gender from price_template',
    )
    expect(rows).toEqual([
      {
        attributes: { 素材: '革', 丈: 60, 裏地あり: true, 型: '007', メモ: 'a;b="c"', 色: false, 番: '60' },
        ...{ band_permille: 125, brand_rank: 'A', gender: 1 },
      },
    ])
    expect((await load('price-templates', await exported('price-templates'))).body).toMatchObject(
      tally(0, 0, 1),
    )
  })

  test('two that could both count are refused with the line of each', async () => {
    const made = await load(
      'price-templates',
      templates(',,バッグ,,,,素材=革,9000,15,2027-01-01,', ',,財布,,,,,5000,15,2027-01-01,'),
    )
    expect(made.body).toMatchObject(tally(2, 0, 0))
    const before = await rowsOf('price_template')
    const ties = await load(
      'price-templates',
      templates(
        ',,バッグ,,,,素材=布,9000,15,2027-01-01,',
        ',,バッグ,,,,金具=はい,9000,15,2027-01-01,',
        ',,財布,,,,,6000,15,2026-06-01,',
        ',,靴,,,,,6000,15,2026-06-01,',
        ',,靴,,,,,7000,15,2026-12-01,',
        ',,腕時計,,,,a=1;b=2,6000,15,2026-06-01,',
        ',,腕時計,,,,b=2;c=3,6000,15,2026-06-01,',
        ',,腕時計,,,,b=3;c=3,6000,15,2026-06-01,2026-06-30',
      ),
    )
    expect([ties.status, ties.body.lines]).toEqual([400, [3, 4, 6, 7]])
    expect(ties.body.rows[2]).toEqual({ valid_from: [expect.stringContaining('5行目、2026-06-01〜')] })
    expect(await rowsOf('price_template')).toEqual(before)
    const twice = await load(
      'price-templates',
      templates(',,靴,,,,,6000,15,2026-06-01,', ',,靴,,,,,7000,15,2026-06-01,'),
    )
    expect(twice.body.lines).toEqual([3])
    const wrong = await load(
      'price-templates',
      templates('GUCCI,A,,,,,,-1,91,2026-02-30,', ',,ない,男女,よい,,革,1.5,x,2026-12-02,2026-12-01'),
    )
    expect(wrong.body.rows.map((row: object) => Object.keys(row).sort())).toEqual([
      ['band', 'base', 'brand_rank', 'valid_from'],
      ['attributes', 'band', 'base', 'category', 'condition', 'gender', 'valid_to'],
    ])
  })

  test('two files at once come one after the other', async () => {
    const line = (base: number) => templates(`GUCCI,,,,,,,${base},15,2026-01-01,`)
    const both = await Promise.all([load('price-templates', line(1000)), load('price-templates', line(2000))])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.map(({ body }) => body.created).sort()).toEqual([0, 1])
    expect(await inForce()).toHaveLength(1)
  })
})

describe('long files', () => {
  const many = (count: number, price = 5000) =>
    templates(
      ...Array.from(
        { length: count },
        (_, n) => `GUCCI,,ニット,,目立つ傷なし,,番号=${n},${price},15,2026-01-01,`,
      ),
    )
  const uploads = async (token = w.aoyama.admin.token) =>
    (await t.ask(`GET ${base}/uploads/`, { token })).body.results

  test('are read in the background, once, and can be followed', async () => {
    const csv = many(10_000)
    const first = await load('price-templates', csv)
    expect(first.body).toMatchObject({
      state: 'waiting',
      rows_total: null,
      created_by_name: w.aoyama.admin.name,
    })
    expect((await load('price-templates', csv)).body.id).toBe(first.body.id)
    expect((await uploads()).map(({ id }: { id: number }) => id)).toEqual([first.body.id])
    expect(await uploads(w.umeda.admin.token)).toEqual([])
    const path = `GET ${base}/uploads/${first.body.id}/`
    expect((await t.ask(path, { token: w.umeda.admin.token })).status).toBe(404)
    expect(await t.runJobs()).toContain('pre-assessment.load')
    const done = await t.ask(path, { token: w.aoyama.admin.token })
    expect(done.body).toMatchObject({
      state: 'done',
      ...tally(10_000, 0, 0),
      rows_total: 10_000,
      rows_done: 10_000,
    })
    expect(done.body.preview).toHaveLength(20)
    const { rows } = await t.pool.query('select csv from pre_assessment_upload')
    expect(rows).toEqual([{ csv: null }])
    const again = await load('price-templates', csv)
    await t.runJobs()
    const same = await t.ask(`GET ${base}/uploads/${again.body.id}/`, { token: w.aoyama.admin.token })
    expect(same.body).toMatchObject({ state: 'done', ...tally(0, 0, 10_000) })
  })

  test('a dry run and a refused one write nothing', async () => {
    const dry = await load('price-templates', many(10_000), { dry_run: true })
    const wrong = await load('price-templates', `${many(10_000)}\r\nGUCCI,,ない,,,,,1,15,2026-01-01,`)
    await t.runJobs()
    const of = async (id: number) =>
      (await t.ask(`GET ${base}/uploads/${id}/`, { token: w.aoyama.admin.token })).body
    expect(await of(dry.body.id)).toMatchObject({ state: 'done', is_dry_run: true, created: 10_000 })
    expect(await of(wrong.body.id)).toMatchObject({
      ...{ state: 'refused', created: 0, rows_done: 0 },
      errors: [{ line: 10_002, field: 'category', message: '「ない」は登録されていません。' }],
    })
    expect(await rowsOf('price_template')).toEqual([])
  })

  test('what cannot be loaded is tried three times, and nothing of it stays', async () => {
    const { body } = await load('price-templates', many(10_000))
    await t.pool.query(`alter table price_template add constraint no_more check (base <> 5000)`)
    try {
      await expect(t.runJobs()).rejects.toThrow()
      const queue = `select graphile_worker.add_job('pre-assessment.load', json_build_object('upload', $1::bigint))`
      for (const state of ['running', 'failed']) {
        await t.pool.query(queue, [body.id])
        await expect(t.runJobs()).rejects.toThrow()
        const { rows } = await t.pool.query('select state, csv is null as is_gone from pre_assessment_upload')
        expect(rows).toEqual([{ state, is_gone: state === 'failed' }])
      }
    } finally {
      await t.pool.query('alter table price_template drop constraint no_more')
    }
    expect(await rowsOf('price_template')).toEqual([])
  })

  test('are forgotten after a month, and what they said of people after a day', async () => {
    const csv = `お名前,電話番号\n${'佐藤,0312345678\n'.repeat(30_000)}`
    const { body } = await load('customers', csv)
    await t.runJobs()
    const shown = async () => (await uploads((await signIn(t, w.aoyama.admin)).token))[0]
    expect(await shown()).toMatchObject({ id: body.id, ...tally(1, 0, 29_999), preview: { length: 20 } })
    const night = `select graphile_worker.add_job('pre-assessment.forget')`
    t.clock.forward(2 * 86_400_000)
    await t.pool.query(night)
    await t.runJobs()
    expect(await shown()).toMatchObject({ id: body.id, created: 1, preview: [] })
    t.clock.forward(30 * 86_400_000)
    await t.pool.query(night)
    await t.runJobs()
    expect(await shown()).toBeUndefined()
  })
})
