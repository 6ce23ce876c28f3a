import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  await t.db.deleteFrom('announcement').execute()
})

const base = '/api/biz/announcements/'
const token = () => w.operator.operator.token
const typed = {
  title: '年末年始の集荷について',
  body: '12月31日から1月3日までお休みします。',
  level: 'info',
  publication: 'now',
  published_at: null,
  ends_at: null,
}
const write = (overrides: object = {}, key?: string) =>
  t.ask(`POST ${base}`, { token: token(), body: { ...typed, ...overrides }, ...(key ? { key } : {}) })
const replace = (id: number, overrides: object) =>
  t.ask(`PUT ${base}${id}/`, { token: token(), body: { ...typed, ...overrides } })
const withdraw = (id: number, version: number) =>
  t.ask(`POST ${base}${id}/withdraw/`, { token: token(), body: { version } })
const remove = (id: number) => t.ask(`DELETE ${base}${id}/`, { token: token() })
const outside = async (): Promise<string[]> =>
  (await t.ask('GET /api/announcements/')).body.results.map((row: { title: string }) => row.title)
const states = async (state?: string) =>
  (await t.ask(`GET ${base}`, { token: token(), query: state ? { state } : {} })).body.results.map(
    (row: { state: string }) => row.state,
  )

test('at once, later, or not yet: outside only what is out is seen', async () => {
  const now = await write()
  expect([now.status, now.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      title: typed.title,
      body: typed.body,
      level: 'info',
      audience: 'everyone',
      company: null,
      company_name: '',
      shop: null,
      shop_name: '',
      state: 'shown',
      published_at: testStart,
      ends_at: null,
      version: 1,
    },
  ])
  await write({ title: '下書き', publication: 'draft' })
  const later = { publication: 'scheduled', published_at: '2026-11-25T09:00:00+09:00' }
  await write({ title: '明日', ...later, ends_at: '2026-11-26T09:00:00+09:00', level: 'important' })
  expect(await outside()).toEqual([typed.title])
  expect(await states()).toEqual(['draft', 'scheduled', 'shown'])
  expect(await states('scheduled')).toEqual(['scheduled'])
  t.clock.set('2026-11-25T09:00:00+09:00')
  expect(await outside()).toEqual(['明日', typed.title])
  t.clock.set('2026-11-26T09:00:00+09:00')
  const { token: fresh } = await signIn(t, w.operator.operator)
  const ended = (await t.ask(`GET ${base}`, { token: fresh, query: { state: 'ended' } })).body
  expect(ended.results).toMatchObject([{ title: '明日', state: 'ended' }])
  expect(await outside()).toEqual([typed.title])
})

test('a draft is changed until it comes out; then its time stays', async () => {
  const draft = (await write({ publication: 'draft' })).body
  const out = (await replace(draft.id, { title: '掲載', version: 1 })).body
  expect(out).toMatchObject({ state: 'shown', published_at: testStart, version: 2 })
  t.clock.forward(60_000)
  const mended = (await replace(draft.id, { title: '訂正', publication: 'draft', version: 2 })).body
  expect(mended).toMatchObject({ title: '訂正', state: 'shown', published_at: testStart, version: 3 })
  const late = await replace(draft.id, { title: '遅い', version: 2 })
  expect(late.body).toMatchObject({ code: 'stale_version', current: mended })
})

test('what is out is taken down and can be shown again; what waits becomes a draft', async () => {
  const shown = (await write()).body
  const down = await withdraw(shown.id, 1)
  expect(down.body).toMatchObject({ state: 'ended', ends_at: testStart, version: 2 })
  expect(await outside()).toEqual([])
  expect((await withdraw(shown.id, 2)).body.code).toBe('illegal_transition')
  expect((await withdraw(shown.id, 1)).body.code).toBe('stale_version')
  expect((await replace(shown.id, { version: 2 })).body).toMatchObject({ state: 'shown', ends_at: null })
  const later = { publication: 'scheduled', published_at: '2026-12-01T09:00:00+09:00' }
  const waiting = (await write(later)).body
  expect((await withdraw(waiting.id, 1)).body).toMatchObject({ state: 'draft', published_at: null })
})

test('only what never came out is thrown away', async () => {
  const shown = (await write()).body
  const draft = (await write({ publication: 'draft' })).body
  expect((await remove(shown.id)).body.code).toBe('announcement_published')
  expect((await remove(draft.id)).status).toBe(204)
  expect((await remove(draft.id)).status).toBe(404)
  const acts = await t.db
    .selectFrom('activity')
    .select(['action', 'detail'])
    .where('object_type', '=', 'announcement')
    .where('object_id', '=', String(draft.id))
    .orderBy('id')
    .execute()
  const detail = { state: 'draft', audience: 'everyone', company: null, shop: null }
  expect(acts).toEqual([
    { action: 'announcement.create', detail },
    { action: 'announcement.delete', detail },
  ])
})

test('times that make no sense are refused at their field', async () => {
  const fieldsOf = async (overrides: object) => Object.keys((await write(overrides)).body)
  expect(await fieldsOf({ publication: 'scheduled' })).toEqual(['published_at'])
  expect(await fieldsOf({ publication: 'scheduled', published_at: '2026-11-24T09:59:00+09:00' })).toEqual([
    'published_at',
  ])
  expect(await fieldsOf({ ends_at: '2026-11-24T09:59:00+09:00' })).toEqual(['ends_at'])
  expect(await fieldsOf({ ends_at: '2026-11-25' })).toEqual(['ends_at'])
  expect(
    await fieldsOf({
      publication: 'scheduled',
      published_at: '2026-12-02T09:00:00+09:00',
      ends_at: '2026-12-01T09:00:00+09:00',
    }),
  ).toEqual(['ends_at'])
  expect(await fieldsOf({ title: '', body: ' ' })).toEqual(['title', 'body'])
  expect(await fieldsOf({ title: 'お知らせ🎉' })).toEqual(['title'])
})

test('one key is one announcement, and nobody else writes any', async () => {
  const first = await write({}, 'news')
  expect((await write({}, 'news')).body).toEqual(first.body)
  expect(await outside()).toHaveLength(1)
  for (const as of [w.aoyama.staff.token, w.hanako.token]) {
    expect((await t.ask(`POST ${base}`, { token: as, body: typed })).status).toBe(403)
    expect((await t.ask(`GET ${base}`, { token: as })).status).toBe(403)
  }
  expect((await replace(999_999, {})).status).toBe(404)
  expect((await t.ask(`POST ${base}999999/withdraw/`, { token: token(), body: {} })).status).toBe(404)
})

const byDealer = (overrides: object, as = w.aoyama.admin.token) =>
  t.ask(`POST ${base}`, { token: as, body: { ...typed, audience: 'customers', ...overrides } })
const titlesOf = async (route: string, as?: string): Promise<string[]> => {
  const { body } = await t.ask(`GET ${route}`, as ? { token: as } : {})
  expect(body.count).toBe(body.results.length)
  return body.results.map((row: { title: string }) => row.title).toSorted()
}

test('each sees what is meant for all, for those like them, and for the people of their dealer', async () => {
  await apply(t, w)
  const { aoyama, umeda } = w
  for (const [title, audience, company] of [
    ['みなさま', 'everyone', null],
    ['お客さま', 'customers', null],
    ['青山のお客さま', 'customers', aoyama.company],
    ['梅田のお客さま', 'customers', umeda.company],
    ['取引中', 'under_way', null],
    ['梅田と取引中', 'under_way', umeda.company],
    ['担当者', 'business', null],
    ['青山の担当者', 'business', aoyama.company],
  ] as const)
    expect((await write({ title, audience, company })).status).toBe(201)
  expect(await titlesOf('/api/announcements/')).toEqual(['みなさま'])
  const hanako = ['お客さま', 'みなさま', '取引中', '青山のお客さま']
  expect(await titlesOf('/api/announcements/', w.hanako.token)).toEqual(hanako)
  expect(await titlesOf('/api/announcements/', w.taro.token)).toEqual(['お客さま', 'みなさま'])
  expect(await titlesOf('/api/announcements/', aoyama.staff.token)).toEqual(['みなさま'])
  expect(await titlesOf('/api/biz/news/', aoyama.staff.token)).toEqual(['担当者', '青山の担当者'])
  expect(await titlesOf('/api/biz/news/', umeda.admin.token)).toEqual(['担当者'])
  expect((await t.ask('GET /api/biz/news/', { token: w.hanako.token })).status).toBe(403)
})

test('a dealer writes to its own people only, and sees nothing that others write', async () => {
  await apply(t, w)
  const [shop, other] = w.aoyama.shops
  await write({ title: '運営から', audience: 'business' })
  const own = await byDealer({ title: '青山から', shop })
  expect(own.body).toMatchObject({ company: w.aoyama.company, shop, audience: 'customers' })
  await byDealer({ title: '渋谷から', shop: other })
  await byDealer({ title: '梅田から' }, w.umeda.admin.token)
  expect(await titlesOf(base, w.aoyama.admin.token)).toEqual(['渋谷から', '青山から'])
  expect(await titlesOf(base, w.umeda.admin.token)).toEqual(['梅田から'])
  expect(await titlesOf(base, token())).toEqual(['運営から'])
  const seen = (await t.ask('GET /api/announcements/', { token: w.hanako.token })).body.results
  expect(seen).toMatchObject([{ title: '青山から', sender: '青山本店', is_seen: false }])
  const place = `${base}${own.body.id}/`
  for (const as of [w.umeda.admin.token, token()]) {
    expect((await t.ask(`GET ${place}`, { token: as })).status).toBe(404)
    expect((await t.ask(`PUT ${place}`, { token: as, body: { ...typed, version: 1 } })).status).toBe(404)
    expect((await t.ask(`DELETE ${place}`, { token: as })).status).toBe(404)
  }
  const fieldsOf = async (overrides: object) => Object.keys((await byDealer(overrides)).body)
  expect(await fieldsOf({ audience: 'everyone' })).toEqual(['audience'])
  expect(await fieldsOf({ company: w.umeda.company })).toEqual(['company'])
  expect(await fieldsOf({ shop: w.umeda.shops[0] })).toEqual(['shop'])
  const houseFields = async (overrides: object) => Object.keys((await write(overrides)).body)
  expect(await houseFields({ company: w.aoyama.company })).toEqual(['company'])
  expect(await houseFields({ audience: 'business', company: w.operator.company })).toEqual(['company'])
  expect(await houseFields({ audience: 'business', shop })).toEqual(['shop'])
})

test('who is limited to a shop writes to the people of that shop', async () => {
  const [shop, other] = w.aoyama.shops
  await byDealer({ title: '全店へ' })
  await t.pool.query('insert into business_user_shop values ($1, $2)', [w.aoyama.admin2.id, shop])
  const { token: limited } = await signIn(t, w.aoyama.admin2)
  expect(Object.keys((await byDealer({}, limited)).body)).toEqual(['shop'])
  expect(Object.keys((await byDealer({ shop: other }, limited)).body)).toEqual(['shop'])
  expect((await byDealer({ title: '本店', shop }, limited)).status).toBe(201)
  expect(await titlesOf(base, limited)).toEqual(['本店'])
  await t.pool.query('delete from business_user_shop')
})

test('the number of people is the number of those who see it', async () => {
  await apply(t, w)
  const staff = [w.aoyama.staff, w.aoyama.admin, w.aoyama.admin2, w.umeda.staff, w.umeda.admin]
  staff.push(w.operator.operator, w.operator.approver)
  const reads: [route: `GET ${string}`, token: string][] = []
  for (const person of [w.hanako, w.taro])
    reads.push(['GET /api/announcements/', (await signIn(t, person)).token])
  for (const person of staff) reads.push(['GET /api/biz/news/', (await signIn(t, person)).token])
  const { company, shops } = w.aoyama
  for (const meant of [
    { audience: 'everyone' },
    { audience: 'customers' },
    { audience: 'customers', company },
    { audience: 'customers', company, shop: shops[1] },
    { audience: 'under_way' },
    { audience: 'under_way', company, shop: shops[0] },
    { audience: 'business' },
    { audience: 'business', company, shop: shops[0] },
  ]) {
    const query = Object.fromEntries(Object.entries(meant).map(([name, value]) => [name, String(value)]))
    const { body } = await t.ask(`GET ${base}reach/`, { token: token(), query })
    const { id } = (await write(meant)).body
    let seen = 0
    for (const [route, one] of reads) {
      const { results = [] } = (await t.ask(route, { token: one })).body
      seen += results.filter((row: { id: number }) => row.id === id).length
    }
    expect([meant, body.people]).toEqual([meant, seen])
  }
  const foreign = await t.ask(`GET ${base}reach/`, {
    token: w.umeda.admin.token,
    query: { audience: 'customers', company: String(company) },
  })
  expect(foreign.status).toBe(400)
})

test('each reader counts once, and only of those who may see it', async () => {
  const { id } = (await write({ audience: 'customers' })).body
  const draft = (await write({ audience: 'customers', publication: 'draft' })).body.id
  const see = (as: string, announcements: number[]) =>
    t.ask('POST /api/announcements/seen/', { token: as, body: { announcements } })
  const seenOf = async (one: number) =>
    (await t.ask(`GET ${base}${one}/`, { token: token() })).body.seen_count
  for (const as of [w.hanako.token, w.hanako.token, w.taro.token, w.aoyama.staff.token])
    expect((await see(as, [id, draft, 999_999])).status).toBe(204)
  expect([await seenOf(id), await seenOf(draft)]).toEqual([2, 0])
  const { results } = (await t.ask('GET /api/announcements/', { token: w.hanako.token })).body
  expect(results).toMatchObject([{ id, is_seen: true }])
  const news = (await write({ audience: 'business' })).body.id
  const unread = async () =>
    (await t.ask('GET /api/biz/news/', { token: w.aoyama.staff.token, query: { is_seen: 'false' } })).body
      .count
  expect(await unread()).toBe(1)
  await see(w.aoyama.staff.token, [news])
  expect(await unread()).toBe(0)
  expect((await t.ask('POST /api/announcements/seen/', { body: { announcements: [id] } })).status).toBe(401)
})
