import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
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
  expect(acts).toEqual([
    { action: 'announcement.create', detail: { state: 'draft' } },
    { action: 'announcement.delete', detail: { state: 'draft' } },
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
  for (const as of [w.aoyama.admin.token, w.hanako.token]) {
    expect((await t.ask(`POST ${base}`, { token: as, body: typed })).status).toBe(403)
    expect((await t.ask(`GET ${base}`, { token: as })).status).toBe(403)
  }
  expect((await replace(999_999, {})).status).toBe(404)
  expect((await t.ask(`POST ${base}999999/withdraw/`, { token: token(), body: {} })).status).toBe(404)
})
