import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

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
    { ...fields, state: 'upcoming', bought_count: 0, uplift_total: 0, version: 1 },
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

test('one that has begun keeps its promise: only its last day changes, and not to one that is over', async () => {
  const { id } = (await create({ name: '今日から', starts_on: '2026-11-24' })).body
  expect(await running()).toContain('今日から')
  const same = { name: '今日から', starts_on: '2026-11-24', version: 1 }
  for (const change of [{ percent: 5 }, { name: '明日から' }, { starts_on: '2026-11-25' }])
    expect((await replace(id, { ...same, ...change })).body.code).toBe('campaign_begun')
  expect(Object.keys((await replace(id, { ...same, ends_on: '2026-11-23' })).body)).toEqual(['ends_on'])
  expect((await t.ask(`DELETE ${base}${id}/`, { token: admin })).body.code).toBe('campaign_begun')
  expect((await replace(id, { ...same, ends_on: '2026-11-24' })).body).toMatchObject({
    state: 'running',
    ends_on: '2026-11-24',
  })
  const fieldsOf = async (overrides: object) => Object.keys((await create(overrides)).body)
  expect(await fieldsOf({ starts_on: '2026-11-23' })).toEqual(['starts_on'])
  expect(await fieldsOf({ ends_on: '2026-11-30' })).toEqual(['ends_on'])
  expect(await fieldsOf({ percent: 0, name: ' ' })).toEqual(['name', 'percent'])
  expect(await fieldsOf({ percent: 101 })).toEqual(['percent'])
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
  expect((await t.ask(`GET ${base}`, { token: admin, query: { state: 'over' } })).body.count).toBe(0)
  const foreign = w.umeda.admin.token
  expect((await one(w.campaign, foreign)).status).toBe(404)
  expect((await replace(w.campaign, { version: 1 }, foreign)).status).toBe(404)
  expect((await t.ask(`DELETE ${base}${w.campaign}/`, { token: foreign })).status).toBe(404)
  expect((await create({}, w.aoyama.staff.token)).status).toBe(403)
})
