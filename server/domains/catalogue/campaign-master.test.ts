import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, contracted, receive, startAssessing } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let admin: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  admin = w.aoyama.admin.token
})
afterAll(() => t.close())

const base = '/api/biz/campaign-masters/'
const fields = { name: '春物アップ', percent: 8, starts_on: '2026-12-01', ends_on: '2026-12-20' }
const none = { brands: [], categories: [], shops: [], is_first_only: false, is_published: false }
const create = (overrides: object = {}, token = admin, key?: string) =>
  t.ask(`POST ${base}`, { token, body: { ...fields, ...overrides }, ...(key ? { key } : {}) })
const replace = (id: number, body: object, token = admin) =>
  t.ask(`PUT ${base}${id}/`, { token, body: { ...fields, ...body } })
const one = async (id: number, token = admin) => t.ask(`GET ${base}${id}/`, { token })
const running = async (): Promise<string[]> =>
  (await t.ask('GET /api/biz/campaigns/', { token: admin })).body.map(({ name }: { name: string }) => name)

test('a campaign to come is changed and dropped, once under its name and day', async () => {
  const made = await create({}, admin, 'spring')
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      ...fields,
      ...none,
      bonus_yen: null,
      bonus_cap: null,
      state: 'upcoming',
      bought_count: 0,
      uplift_total: 0,
      version: 1,
    },
  ])
  expect((await create({}, admin, 'spring')).body).toEqual(made.body)
  expect((await create()).body.code).toBe('campaign_exists')
  expect(await running()).not.toContain(fields.name)
  const changed = await replace(made.body.id, { percent: 12, version: 1 })
  expect(changed.body).toMatchObject({ percent: 12, version: 2 })
  expect((await replace(made.body.id, { percent: 9, version: 1 })).body).toMatchObject({
    code: 'stale_version',
    current: changed.body,
  })
  expect((await t.ask(`DELETE ${base}${made.body.id}/`, { token: admin })).status).toBe(204)
  expect((await one(made.body.id)).status).toBe(404)
})

test('a campaign starts tomorrow at the earliest: today’s earlier requests were not promised it', async () => {
  const fieldsOf = async (overrides: object) => Object.keys((await create(overrides)).body)
  expect(await fieldsOf({ starts_on: '2026-11-24' })).toEqual(['starts_on'])
  expect(await fieldsOf({ starts_on: '2026-11-23' })).toEqual(['starts_on'])
  expect(await fieldsOf({ ends_on: '2026-11-30' })).toEqual(['ends_on'])
  expect(await fieldsOf({ percent: 0, name: ' ' })).toEqual(['name', 'percent'])
  expect(await fieldsOf({ percent: 101 })).toEqual(['percent'])
  const { body } = await create({ name: '明日から', starts_on: '2026-11-25' })
  const sooner = await replace(body.id, { name: '明日から', starts_on: '2026-11-24', version: 1 })
  expect(Object.keys(sooner.body)).toEqual(['starts_on'])
})

test('one that has begun keeps its promise: its last day only moves later once the site has told it', async () => {
  const today = { name: '実施中', starts_on: '2026-11-24', ends_on: '2026-12-20' }
  const add = (terms: object) => makeCampaign(t.db, w.aoyama.company, { ...today, percent: 8, ...terms })
  const id = await add({})
  expect(await running()).toContain('実施中')
  for (const change of [{ percent: 5 }, { name: '明日から' }, { starts_on: '2026-11-25' }])
    expect((await replace(id, { ...today, ...change, version: 1 })).body.code).toBe('campaign_begun')
  const end = async (ends_on: string, more: object = {}) => {
    const { version } = (await one(id)).body
    const { body } = await replace(id, { ...today, ends_on, version, ...more })
    return body.state ? [body.ends_on, body.is_announced] : Object.keys(body)
  }
  expect(await end('2026-11-23')).toEqual(['ends_on'])
  expect((await t.ask(`DELETE ${base}${id}/`, { token: admin })).body.code).toBe('campaign_begun')
  // Nobody was told: it may end sooner.
  expect(await end('2026-12-10')).toEqual(['2026-12-10', false])
  expect(await end('2026-12-10', { is_published: true })).toEqual(['2026-12-10', true])
  expect(await end('2026-12-09', { is_published: true })).toEqual(['ends_on'])
  expect(await end('2026-12-09', { is_published: false })).toEqual(['ends_on'])
  // Hidden again, and still told.
  expect(await end('2026-12-11')).toEqual(['2026-12-11', true])
  expect(await end('2026-12-10')).toEqual(['ends_on'])
  // It would be added to the prices of the next tests.
  await t.pool.query('delete from campaign where id = $1', [id])
})

test('one that is over does not go on with a gap', async () => {
  const over = { name: '終わった秋', starts_on: '2026-11-01', ends_on: '2026-11-20' }
  const id = await makeCampaign(t.db, w.aoyama.company, { ...over, percent: 8 })
  expect((await replace(id, { ...over, ends_on: '2026-12-20', version: 1 })).body).toEqual({
    ends_on: ['終わったキャンペーンは延ばせません。新しく登録してください。'],
  })
  expect((await replace(id, { ...over, version: 1 })).body).toMatchObject({ state: 'over' })
})

test('the list says what each campaign cost, of the own company alone', async () => {
  await makeCampaign(t.db, w.umeda.company, { name: '梅田のアップ' })
  const { id } = await contracted(t, w)
  await t.pool.query(
    `update purchase_item set base_price = price - 100, deduction_total = 0, uplift = 100, campaign_id = $1
      where request_id = $2 and status in (6, 8, 9)`,
    [w.campaign, id],
  )
  const { rows } = await t.pool.query('select count(*)::int as n from purchase_item where campaign_id = $1', [
    w.campaign,
  ])
  const bought = rows[0].n
  expect(bought).toBeGreaterThan(0)
  expect((await one(w.campaign)).body).toMatchObject({
    bought_count: bought,
    uplift_total: bought * 100,
    state: 'running',
  })
  const { results } = (await t.ask(`GET ${base}`, { token: admin })).body
  expect(results.map(({ name }: { name: string }) => name)).not.toContain('梅田のアップ')
  const over = (await t.ask(`GET ${base}`, { token: admin, query: { state: 'over' } })).body.results
  expect(over.map(({ name }: { name: string }) => name)).toEqual(['終わった秋'])
  const foreign = w.umeda.admin.token
  expect((await one(w.campaign, foreign)).status).toBe(404)
  expect((await replace(w.campaign, { version: 1 }, foreign)).status).toBe(404)
  expect((await t.ask(`DELETE ${base}${w.campaign}/`, { token: foreign })).status).toBe(404)
  expect((await create({}, w.aoyama.staff.token)).status).toBe(403)
})

test('a campaign is a share or a sum, with conditions that exist and are the own company’s', async () => {
  const named = { name: '条件つき' }
  const wrong = async (overrides: object) => (await create({ ...named, ...overrides })).body
  expect(Object.keys(await wrong({ percent: null }))).toEqual(['percent'])
  expect(Object.keys(await wrong({ bonus_yen: 300 }))).toEqual(['bonus_yen'])
  expect(Object.keys(await wrong({ percent: null, bonus_yen: 300, bonus_cap: 200 }))).toEqual(['bonus_cap'])
  expect(Object.keys(await wrong({ shops: [w.umeda.shops[0]], brands: [999_999] }))).toEqual([
    'brands',
    'shops',
  ])
  const made = await create({
    ...{ ...named, percent: null, bonus_yen: 300, is_first_only: true },
    ...{ brands: [w.brands.gucci], categories: [w.categories.clothes], shops: [w.aoyama.shops[0]] },
  })
  expect(made.body).toMatchObject({ bonus_yen: 300, percent: null, brands: [w.brands.gucci], version: 1 })
})

test('the storefront shows what is published and runs, with its conditions, at the dealer’s own shops', async () => {
  const today = { starts_on: '2026-11-01', ends_on: '2026-12-31', is_published: true }
  const [here, there] = w.aoyama.shops
  await makeCampaign(t.db, w.aoyama.company, {
    ...{ ...today, name: '本店だけ', shops: [here as number], is_first_only: true, bonus_cap: 1000 },
    ...{ brands: [w.brands.gucci], categories: [w.categories.clothes] },
  })
  await makeCampaign(t.db, w.aoyama.company, { ...today, name: '未公開', is_published: false })
  await makeCampaign(t.db, w.aoyama.company, { ...today, name: '終わった', ends_on: '2026-11-02' })
  await makeCampaign(t.db, w.umeda.company, { ...today, name: '梅田だけ' })
  await makeCampaign(t.db, w.aoyama.company, { ...today, name: '隠した', brands: [w.brands.issey] })
  await t.ask('POST /biz-brands-management/bulk-private/', {
    token: admin,
    body: { brands: [w.brands.issey], is_private: true },
  })
  // The dealer hides what another brand was merged into.
  const { id: copy } = await t.db
    .insertInto('brand')
    .values({ name: 'Issey', name_kana: '', search_text: 'issey', created_at: '2026-11-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await makeCampaign(t.db, w.aoyama.company, { ...today, name: '隠したほう', brands: [copy] })
  await t.pool.query('update brand set merged_into = $1 where id = $2', [w.brands.issey, copy])
  const shown = async (query: object) =>
    (await t.ask('GET /api/campaigns/', { query: query as never })).body.map(
      ({ name }: { name: string }) => name,
    )
  expect(await shown({ shop: here })).toEqual(['本店だけ'])
  expect(await shown({ shop: there })).toEqual([])
  expect(await shown({ shop: w.umeda.shops[0] })).toEqual(['梅田だけ'])
  expect((await shown({})).toSorted()).toEqual(['本店だけ', '梅田だけ'].toSorted())
  const [notice] = (await t.ask('GET /api/campaigns/', { query: { shop: here } as never })).body
  expect(notice).toMatchObject({
    ...{ brand_names: ['GUCCI'], category_names: ['衣類'], is_first_only: true, bonus_cap: 1000 },
    ...{ starts_on: '2026-11-01', ends_on: '2026-12-31' },
  })
})

test('what runs on the day of the request counts for it, also when it ends before the assessment', async () => {
  const day = { starts_on: '2026-11-24', ends_on: '2026-12-31' }
  const add = (name: string, terms: object) =>
    makeCampaign(t.db, w.aoyama.company, { ...day, name, ...terms })
  const promised = await add('申込日', { percent: 20, bonus_cap: 1500 })
  const coats = await add('コート', { percent: null, bonus_yen: 300, categories: [w.categories.clothes] })
  const other = await add('別の店舗', { shops: [w.aoyama.shops[1] as number] })
  const first = await add('初めて', { is_first_only: true })
  const box = await apply(t, w)
  await t.pool.query("update campaign set ends_on = '2026-11-23', starts_on = '2026-11-23' where id = $1", [
    promised,
  ])
  const late = await add('あとから', {})
  await receive(t, box, 1)
  await startAssessing(t, box)
  const token = box.staff.token
  const offered = (await t.ask('GET /api/biz/campaigns/', { token, query: { request: box.id } })).body
  const ids = offered.map(({ id }: { id: number }) => id)
  expect(ids).toEqual(expect.arrayContaining([promised, coats]))
  // Hanako has sold before, in an earlier test of this file.
  for (const one of [other, first, late]) expect(ids).not.toContain(one)
  const foreign = await t.ask('GET /api/biz/campaigns/', {
    token: w.umeda.admin.token,
    query: { request: box.id },
  })
  expect(foreign.body).toEqual([])
})

test('an administrator of some shops reads all campaigns, with the cost of those, and changes only theirs', async () => {
  const [here, there] = w.aoyama.shops as [number, number]
  await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
    w.aoyama.admin2.id,
    there,
  ])
  const { token } = await signIn(t, w.aoyama.admin2)
  const all = (await one(w.campaign)).body
  expect(all).toMatchObject({ bought_count: expect.any(Number), may_change: true })
  expect(all.bought_count).toBeGreaterThan(0)
  expect((await one(w.campaign, token)).body).toMatchObject({
    ...{ bought_count: 0, uplift_total: 0, may_change: false },
  })
  const own = { name: '支店の冬' }
  expect((await create(own, token)).body.code).toBe('shops_beyond_own')
  expect(Object.keys((await create({ ...own, shops: [here, there] }, token)).body)).toEqual(['shops'])
  const made = await create({ ...own, shops: [there] }, token)
  expect(made.body).toMatchObject({ shops: [there], may_change: true })
  const { id } = made.body
  expect((await replace(id, { ...own, shops: [], version: 1 }, token)).body.code).toBe('shops_beyond_own')
  for (const shops of [[], [here], [here, there]]) {
    const other = (await create({ name: `本店の冬${shops.length}${shops[0] ?? ''}`, shops })).body
    expect((await replace(other.id, { ...own, shops: [there], version: 1 }, token)).status).toBe(403)
    expect((await t.ask(`DELETE ${base}${other.id}/`, { token })).status).toBe(403)
    expect((await one(other.id)).body).toEqual(other)
  }
  expect((await t.ask(`DELETE ${base}${id}/`, { token })).status).toBe(204)
})

test('a file of campaigns follows the rules of a single one, all or nothing', async () => {
  const header =
    'キャンペーン名,率,金額,上限,開始日,終了日,対象のブランド,対象のカテゴリ,対象の店舗,サイトでの案内'
  const load = async (lines: string[], { token = admin, dry_run = false } = {}) =>
    t.ask(`POST ${base}bulk-upload/`, { token, body: { csv: [header, ...lines].join('\n'), dry_run } })
  const { rows: shops } = await t.pool.query('select id, name from shop where company_id = $1 order by id', [
    w.aoyama.company,
  ])
  const [main, branch] = shops as [{ id: number; name: string }, { id: number; name: string }]
  const good = [
    '新春,20,,"1,500円",2027/1/1,2027-01-31,gucci|ISSEY MIYAKE,衣類>ニット|衣類,,する',
    `新春の本店,,300,,2027-01-01,2027-01-31,,,${main.name},`,
  ]
  expect((await load(good, { dry_run: true })).body).toMatchObject({ created: 2, updated: 0 })
  const bad = [
    '率も金額も,10,300,,2027-01-01,2027-01-31,,,,',
    '上限だけ,,300,200,2027-01-01,2027-01-31,,,,',
    '今日から,10,,,2026-11-24,2027-01-31,,,,',
    '知らない,10,,,2027-01-01,2027-01-31,どこにもない,,梅田本店,',
  ]
  const formal = await load([...good, ...bad.slice(0, 2)])
  expect([formal.status, formal.body.lines]).toEqual([400, [4, 5]])
  expect(formal.body.rows.map(Object.keys)).toEqual([['percent'], ['bonus_cap']])
  const refused = await load([...good, ...bad.slice(2)])
  expect([refused.status, refused.body.lines]).toEqual([400, [4, 5]])
  expect(refused.body.rows.map(Object.keys)).toEqual([['starts_on'], ['brands', 'shops']])
  expect((await load(good)).body).toMatchObject({ created: 2 })
  expect((await load(good)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  const stored = (await t.ask(`GET ${base}`, { token: admin })).body.results
  expect(stored.find(({ name }: { name: string }) => name === '新春')).toMatchObject({
    ...{ percent: 20, bonus_cap: 1500, starts_on: '2027-01-01', is_published: true },
    brands: [w.brands.gucci, w.brands.issey].toSorted((one, other) => one - other),
    categories: [w.categories.clothes, w.categories.knit].toSorted((one, other) => one - other),
  })
  // What has begun keeps its terms, and its told end; who has some shops stays within them.
  await t.pool.query("update campaign set starts_on = '2026-11-20' where name = '新春'")
  const begun = async (line: string) => (await load([line])).body.rows?.map(Object.keys)
  const rest = 'GUCCI|ISSEY MIYAKE,衣類>ニット|衣類,,する'
  expect(await begun(`新春,25,,1500,2026-11-20,2027-01-31,${rest}`)).toEqual([['percent']])
  expect(await begun(`新春,20,,1500,2026-11-20,2027-01-30,${rest}`)).toEqual([['ends_on']])
  expect(await begun(`新春,20,,1500,2026-11-20,2027-02-01,${rest}`)).toBeUndefined()
  const { token } = await signIn(t, w.aoyama.admin2)
  const limited = async (line: string) => (await load([line], { token })).body
  expect((await limited('支店の春,5,,,2027-01-01,2027-01-31,,,,')).rows.map(Object.keys)).toEqual([['shops']])
  expect((await limited(`新春の本店,,400,,2027-01-01,2027-01-31,,,${branch.name},`)).rows).toHaveLength(1)
  expect(await limited(`支店の春,5,,,2027-01-01,2027-01-31,,,${branch.name},`)).toMatchObject({ created: 1 })
})
