import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeSalePhoto } from './productization.factory.ts'

let t: TestApp
let w: World
let length: number
let lining: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  length = await makeAttribute(t.db, w.categories.clothes, { name: '着丈', sort: 1, is_required: true })
  lining = await makeAttribute(t.db, w.categories.coat, {
    ...{ name: '裏地', value_type: 'STRING', unit: '', is_measure: false, is_required: true, sort: 2 },
    choices: ['なし', '総裏'],
  })
})
afterAll(() => t.close())

const base = '/api/biz/item-productization'
const token = () => w.aoyama.staff.token
const get = async (slug: string) => (await t.ask(`GET ${base}/${slug}/`, { token: token() })).body
const patch = (body: object) => t.ask(`PATCH ${base}-manage/`, { token: token(), body })

async function startedBox(): Promise<string[]> {
  const { slugs } = await contracted(t, w, [14_000, 3_500])
  for (const slug of slugs) {
    expect((await patch({ slug, version: 0 })).status).toBe(200)
    const { rows } = await t.pool.query('select id from purchase_item where slug = $1', [slug])
    await makeSalePhoto(t.db, rows[0].id)
  }
  return slugs
}

/** Everything that is kept of an article, without what tells it from another. */
async function kept(slug: string) {
  const { rows } = await t.pool.query(
    `select to_jsonb(i) - array['id', 'slug', 'request_id', 'seq', 'price', 'base_price', 'name', 'name_folded', 'consent_id', 'evidence',
        'uplift', 'campaign_id', 'created_at', 'changed_at'] as item,
      to_jsonb(p) - array['item_id', 'changed_at'] as product,
      (select jsonb_agg(to_jsonb(v) - 'item_id' order by v.attribute_id) from product_value v where v.item_id = i.id) as values,
      (select jsonb_agg(jsonb_build_array(a.action, a.detail, a.actor_id, a.company_id) order by a.id) from activity a
        where a.object_type = 'item' and a.object_id = i.id::text and (a.action like 'product.%' or a.action = 'item.change_bought')) as acts,
      (select jsonb_agg(jsonb_build_array(h.from_status, h.to_status, h.actor_id) order by h.id) from item_history h
        where h.item_id = i.id and h.to_status >= 8) as history
    from purchase_item i left join product p on p.item_id = i.id where i.slug = $1`,
    [slug],
  )
  return rows[0]
}

const text = fc.constantFrom('', '紺', "-A'", 'ウール100%\n毛')
const short = fc.constantFrom('', '紺', "-A'", 'ウール100%')
/** None that is refused: a finished article has to stay complete. */
const change = fc.record(
  {
    title: short,
    description: text,
    selling_price: fc.constantFrom(null, 1, 32_800),
    sales_channel: fc.constantFrom(-1003, 1, 2),
    gender: fc.constantFrom(null, 0, 1, 9),
    color: short,
    material: short,
    size: short,
    product_number: fc.constantFrom('', 'GQ-J024-991'),
    length: fc.constantFrom(null, 0, 68.5),
    lining: fc.constantFrom(null, ' ', 'なし', '総裏'),
  },
  { requiredKeys: [] },
)
type Change = Partial<Record<string, string | number | null>>

async function bodyOf(slug: string, { length: long, lining: lined, ...fields }: Change) {
  const { version, attributes } = await get(slug)
  const values = [
    { attribute: length, value: long },
    { attribute: lining, value: lined },
  ].filter(
    ({ attribute, value }) =>
      value !== undefined && attributes.some(({ id }: { id: number }) => id === attribute),
  )
  return { ...fields, values, slug, version }
}

test('several articles in one write are what they are one by one', async () => {
  const [together, apart] = [await startedBox(), await startedBox()]
  const writeBoth = async (changes: readonly Change[]) => {
    const items = await Promise.all(changes.map((one, at) => bodyOf(together[at] as string, one)))
    expect((await patch({ items })).status).toBe(200)
    for (const [at, one] of changes.entries())
      expect((await patch(await bodyOf(apart[at] as string, one))).status).toBe(200)
    const [all, each] = [await Promise.all(together.map(kept)), await Promise.all(apart.map(kept))]
    expect(all).toEqual(each)
  }
  await fc.assert(fc.asyncProperty(fc.tuple(change, change), writeBoth), { numRuns: 40 })
  const complete = { selling_price: 32_800, sales_channel: 1, length: 68, lining: '総裏' }
  await writeBoth([complete, complete])
  await writeBoth([{ status: 9 }, { status: 9, title: '完' }])
  await writeBoth([{ status: 8 }, {}])
})

test('a file of many articles takes few statements, and is refused as a whole', async () => {
  const { slugs } = await contracted(t, w, [14_000, 14_000])
  const [first = '', second = ''] = slugs
  await t.pool.query(
    `insert into purchase_item (slug, request_id, seq, company_id, shop_id, status, category_id, brand_id, name, name_folded, grade,
        price, base_price, deduction_total, uplift, authenticity, consent_id, purchased_at, created_at, updated_at)
      select 'mmmmmmmm' || translate(lpad(n::text, 8, '0'), '01', 'yz'), request_id, 100 + n, company_id, shop_id, status, category_id, brand_id,
        name, name_folded, grade, price, base_price, deduction_total, uplift, authenticity, consent_id, purchased_at, created_at, updated_at
      from purchase_item, generate_series(1, 2000) n where slug = $1`,
    [first],
  )
  const { rows } = await t.pool.query<{ slug: string }>(
    "select slug from purchase_item where slug like 'mmmmmmmm%' order by id",
  )
  const csv = (price: (at: number) => string) =>
    [
      '商品コード,版,タイトル,販売価格,色,着丈',
      ...rows.map(({ slug }, at) => `${slug},0,コート ${at},${price(at)},紺,68.5`),
    ].join('\r\n')
  const load = (text: string) => t.ask(`POST ${base}/bulk-upload/`, { token: token(), body: { csv: text } })
  const wrong = await load(csv((at) => (at === 1500 ? 'いくら' : '9800')))
  expect(wrong.body).toMatchObject({ lines: [1502], rows: [{ selling_price: [expect.any(String)] }] })
  const written = () =>
    t.pool.query(
      "select count(*)::int as n from product p join purchase_item i on i.id = p.item_id where i.slug like 'mmmmmmmm%'",
    )
  expect((await written()).rows).toEqual([{ n: 0 }])
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const loaded = await load(csv(() => '9800'))
  const count = statements.mock.calls.length
  statements.mockRestore()
  expect(loaded.body).toMatchObject({ updated: 2000, unchanged: 0 })
  // With one for each line there would be thousands.
  expect([count > 10, count < 400]).toEqual([true, true])
  const line = (slug: string) => ({
    slug,
    version: 0,
    title: 'コート 0',
    selling_price: 9800,
    color: '紺',
    values: [{ attribute: length, value: 68.5 }],
  })
  expect((await patch(line(second))).status).toBe(200)
  const one = await kept(rows[0]?.slug ?? '')
  expect((await kept(rows[1999]?.slug ?? '')).acts).toEqual(one.acts)
  expect(one.acts.map(([act]: [string]) => act)).toEqual([
    'product.start',
    'product.price',
    'item.change_bought',
  ])
  const again = await load(csv(() => '9800'))
  expect(again.body).toMatchObject({ updated: 0, unchanged: 2000 })
})
