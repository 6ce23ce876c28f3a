import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { labelPicture } from '../../../scripts/label-pictures.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, type Box, contracted, read, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeAnalysisRun } from './analysis.factory.ts'
import { accuracyOfUse } from './evaluate.service.ts'

let t: TestApp
let w: World
let box: Box
let slug: string
let token: string | undefined
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  slug = (await read(t, box)).items[0].slug
  token = w.aoyama.staff.token
})
afterAll(() => t.close())

const post = (call: string, body: unknown, who = token) =>
  t.ask(`POST /api/biz/${call}/`, { token: who, body })
const analyze = (body: object, who = token) => post('analyze_images', body, who)
const image = (bytes: Buffer, content_type = 'image/jpeg') => ({
  filename: 'tag.jpg',
  content_type,
  data: bytes.toString('base64'),
})

describe('a photo of a label', () => {
  test('gives what stands on it, with how certain it is and where', async () => {
    const { bytes, truth } = await labelPicture(77, 49)
    const { status, body } = await analyze({ images: [image(bytes)] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ engine: 'local', fallback: null, message: '' })
    const numbers = body.candidates.filter(({ field }: { field: string }) => field === 'product_number')
    expect(numbers.map(({ value }: { value: string }) => value.replace('-', ''))).toContain(
      truth.product_number.replace('-', ''),
    )
    expect(body.candidates[0]).toMatchObject({ field: 'brand', id: w.brands.issey })
    expect(numbers[0]).toMatchObject({ picture: 0, id: null, source: 'label' })
    for (const { x, y, width, height } of [numbers[0].box])
      expect([x, y, x + width, y + height].every((edge) => edge >= 0 && edge <= 1000)).toBe(true)
    for (const field of ['brand', 'category', 'color', 'material', 'product_number']) {
      const [first] = body.candidates.filter((one: { field: string }) => one.field === field)
      expect([field, body[field] === '' || first.confidence >= 0.9]).toEqual([field, true])
    }
  })

  test('nothing that can be read: a sentence, no candidates, no error', async () => {
    const noise = Buffer.from(
      Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919 + ((at * at) % 251)) % 256),
    )
    const picture = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
      .blur(8)
      .greyscale()
      .jpeg()
      .toBuffer()
    const { status, body } = await analyze({ images: [image(picture)] })
    expect(status).toBe(200)
    expect(body.candidates.filter(({ field }: { field: string }) => field !== 'color')).toEqual([])
    const white = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const blank = await analyze({ images: [image(white, 'image/png')] })
    expect(blank.body).toMatchObject({
      brand: '',
      color: '',
      product_number: '',
      confidence: 0,
      candidates: [],
      message: '読み取れませんでした',
    })
  })
})

describe('what is no picture is refused, and changes nothing', () => {
  const runs = async () => (await t.pool.query('select count(*)::int as n from analysis_run')).rows[0].n
  test.each([
    ['no base64', { images: [{ data: '***' }] }, 'images'],
    ['base64 of text', { images: [{ data: Buffer.from('hello').toString('base64') }] }, 'images'],
    [
      'an SVG',
      { images: [{ data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }] },
      'images',
    ],
    ['no pictures', { images: [] }, 'images'],
    ['nothing', {}, 'images'],
    ['60 pictures', { images: Array.from({ length: 60 }, () => ({ data: 'AAAA' })) }, 'images'],
    ['an article of nobody', { slug: 'nobody' }, 'slug'],
  ])('%s', async (_, body, field) => {
    const before = await runs()
    const refused = await analyze(body)
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining([field])])
    expect(await runs()).toBe(before)
  })

  test('a bomb: few bytes, many pixels', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    const refused = await analyze({ images: [image(bomb, 'image/png')] })
    expect([refused.status, refused.body.code]).toEqual([413, 'file_too_large'])
  })

  test('more than the call takes', async () => {
    const refused = await analyze({ images: [{ data: 'A'.repeat(31_000_000) }] })
    expect(refused.status).toBe(413)
  })

  test('an article and photos of another company', async () => {
    const other = await analyze({ slug }, w.umeda.staff.token)
    expect([other.status, Object.keys(other.body)]).toEqual([400, ['slug']])
    expect((await post('generate_staff_review', { slug }, w.umeda.staff.token)).status).toBe(400)
    const photos = await analyze({ slug, photos: [1_000_000] })
    expect([photos.status, Object.keys(photos.body)]).toEqual([400, ['photos']])
  })
})

describe('a product number', () => {
  const values = (body: { candidates: { field: string; value: string }[] }) =>
    body.candidates.filter(({ field }) => field === 'product_number').map(({ value }) => value)

  test('is written as its brand writes it, whatever was typed', async () => {
    const { body } = await post('analyze_product_number', {
      product_number: 'ｉｍ01fg１２O',
      brand: 'ISSEY MIYAKE',
    })
    expect(body).toMatchObject({ engine: 'local', fallback: null, message: '' })
    expect(values(body)[0]).toBe('IM01FG120')
    const hyphens = await post('analyze_product_number', { product_number: '01ー1234567', brand: 'Theory' })
    expect(values(hyphens.body)[0]).toBe('01-1234567')
    const mixed = await post('analyze_product_number', { product_number: 'NP6I8O5', brand: 'THE NORTH FACE' })
    expect(values(mixed.body)[0]).toBe('NP61805')
  })

  test('that is none says so', async () => {
    const { status, body } = await post('analyze_product_number', { product_number: 'ありません' })
    expect([status, body.candidates, body.message]).toEqual([200, [], '読み取れませんでした'])
  })

  test('of an own article brings its brand and category; of another company nothing', async () => {
    await t.pool.query(
      `update purchase_item set product_number = 'ZX-90210', brand_id = $1, category_id = $2 where slug = $3`,
      [w.brands.gucci, w.categories.coat, slug],
    )
    const found = (await post('analyze_product_number', { product_number: 'zx9O210' })).body
    expect(found.candidates).toContainEqual(
      expect.objectContaining({ field: 'brand', id: w.brands.gucci, source: 'own_article' }),
    )
    expect(found.candidates).toContainEqual(
      expect.objectContaining({ field: 'category', id: w.categories.coat, source: 'own_article' }),
    )
    const other = await post('analyze_product_number', { product_number: 'zx9O210' }, w.umeda.staff.token)
    expect(
      other.body.candidates.filter(({ source }: { source: string }) => source === 'own_article'),
    ).toEqual([])
  })
})

describe('a text for the shop', () => {
  test('says what is known, with the condition and each flaw once', async () => {
    const { body } = await post('generate_staff_review', {
      brand: 'COMME des GARÇONS',
      name: '縮絨ウール ジャケット',
      color: '黒',
      material: '毛100%',
      size: 'M',
      grade: 'B_2',
      deductions: [
        { label: '毛玉', place: '袖口' },
        { label: '擦れ', place: '袖口' },
        { label: '小さな汚れ', place: '裾' },
      ],
    })
    expect(body.review).toBe(
      [
        'COMME des GARÇONSの縮絨ウール ジャケットです。',
        '色は黒、素材は毛100%、サイズ表記はMです。',
        '状態はBランク(一般的な使用感)。着用に伴う使用感はございますが、まだまだお使いいただける状態です。袖口に毛玉と擦れ、裾に小さな汚れがございます。写真もあわせてご確認ください。',
        '中古品のため、見落とした細かな傷や、お使いの画面による色の違いがある場合がございます。',
      ].join('\n'),
    )
    expect(body).toMatchObject({ engine: 'local', fallback: null })
  })

  test('of an article as it is stored, and of nothing is refused', async () => {
    const { body } = await post('generate_staff_review', { slug, grade: 'A_1' })
    expect(body.review).toContain('GUCCI')
    expect(body.review).toContain('ZX-90210')
    expect((await post('generate_staff_review', {})).status).toBe(400)
  })
})

describe('what people made of it', () => {
  test('is kept once for each field, and the list shows it to the company alone', async () => {
    const { body } = await analyze({ images: [image((await labelPicture(77, 49)).bytes)] })
    const path = `POST /api/biz/analysis-runs/${body.run}/confirm/`
    const confirm = (chosen: string, who = token) =>
      t.ask(path, { token: who, body: { field: 'brand', chosen } })
    expect((await confirm('GUCCI', w.umeda.staff.token)).status).toBe(404)
    const first = await confirm('GUCCI')
    expect(first.body.confirmed).toMatchObject([
      { field: 'brand', suggested: 'ISSEY MIYAKE', chosen: 'GUCCI' },
    ])
    expect((await confirm('GUCCI')).body.confirmed).toEqual(first.body.confirmed)
    expect((await confirm('')).body.confirmed).toMatchObject([{ chosen: '' }])
    const list = async (query: Record<string, string | boolean>, who = token) =>
      (await t.ask('GET /api/biz/analysis-runs/', { token: who, query })).body
    const all = await list({})
    expect(all.results[0]).toMatchObject({ id: body.run, kind: 'images', confirmed: [{ chosen: '' }] })
    expect(all.count).toBe(
      (
        await t.pool.query('select count(*)::int as n from analysis_run where company_id = $1', [
          w.aoyama.company,
        ])
      ).rows[0].n,
    )
    expect((await list({ is_confirmed: true })).count).toBe(1)
    expect(
      (await list({ kind: 'staff_review' })).results.every(
        ({ kind }: { kind: string }) => kind === 'staff_review',
      ),
    ).toBe(true)
    expect((await list({ is_confirmed: true }, w.umeda.staff.token)).count).toBe(0)
  })

  test('is measured by what the article says in the end, typed or chosen', async () => {
    const sold = await contracted(t, w, [14_000])
    const article = sold.slugs[0] as string
    const { rows } = await t.pool.query('select id, company_id from purchase_item where slug = $1', [article])
    const { id, company_id } = rows[0]
    const asked_by = (
      await t.pool.query('select min(id) as id from business_user where company_id = $1', [company_id])
    ).rows[0].id
    const says = async (brand: number) => {
      await t.pool.query('update purchase_item set brand_id = $1 where id = $2', [brand, id])
      const measured = (await accuracyOfUse(t.db)).find(({ field }) => field === 'brand')
      const { first = 0, n = 0, filled = 0, filledRight = 0 } = measured ?? {}
      const listed = await t.ask('GET /api/biz/analysis-runs/', { token, query: { slug: article } })
      return { first, n, filled, filledRight, written: listed.body.results[0]?.written }
    }
    const before = await says(w.brands.gucci)
    const run = await makeAnalysisRun(t.db, { company_id, asked_by, item_id: id })
    const right = await says(w.brands.gucci)
    expect(right).toMatchObject({
      n: before.n + 1,
      first: before.first + 1,
      filledRight: before.filledRight + 1,
    })
    expect(right.written).toEqual([{ field: 'brand', value: 'GUCCI' }])
    await t.ask(`POST /api/biz/analysis-runs/${run}/confirm/`, {
      token,
      body: { field: 'brand', chosen: 'GUCCI' },
    })
    const typed = await says(w.brands.issey)
    expect(typed).toMatchObject({
      n: before.n + 1,
      first: before.first,
      filled: right.filled,
      filledRight: before.filledRight,
    })
    expect(typed.written).toEqual([{ field: 'brand', value: 'ISSEY MIYAKE' }])
    await makeAnalysisRun(t.db, { company_id, asked_by, item_id: id })
    expect((await says(w.brands.gucci)).n).toBe(before.n + 1)
  })

  test('of an article that is being assessed nothing is written yet', async () => {
    const { rows } = await t.pool.query('select id, company_id from purchase_item where slug = $1', [slug])
    const { id: item_id, company_id } = rows[0]
    const asked_by = (
      await t.pool.query('select min(id) as id from business_user where company_id = $1', [company_id])
    ).rows[0].id
    const run = await makeAnalysisRun(t.db, { company_id, asked_by, item_id })
    const { body } = await t.ask('GET /api/biz/analysis-runs/', { token, query: { slug } })
    expect(body.results[0]).toMatchObject({ id: run, written: [] })
  })

  test('rows hold no picture', async () => {
    const { rows } = await t.pool.query('select max(length(candidates::text)) as longest from analysis_run')
    expect(rows[0].longest).toBeLessThan(20_000)
  })
})
