import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
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

const base = '/api/biz/category-masters/'
const fields = { name: 'コスメ', name_kana: 'こすめ', ledger_class: '10', sort: 4, is_active: true }
const list = async (query = {}) => (await t.ask(`GET ${base}`, { token: house, query })).body
const create = (overrides: object, token = house) =>
  t.ask(`POST ${base}`, { token, body: { ...fields, parent: null, ...overrides } })
const replace = (id: number, body: object) => t.ask(`PUT ${base}${id}/`, { token: house, body })
const load = (csv: string, dry_run = false) =>
  t.ask(`POST ${base}bulk-upload/`, { token: house, body: { csv, dry_run } })
const file = async (): Promise<string> => (await t.ask(`GET ${base}csv/`, { token: house })).body
const offered = async (): Promise<string[]> =>
  (await t.ask('GET /api/item-category/')).body.map(({ name }: { name: string }) => name)

test('a category is taken in and changed by the operator, once in each place', async () => {
  const made = await create({})
  expect([made.status, made.body]).toMatchObject([
    201,
    { name: 'コスメ', name_kana: 'コスメ', parent: null, path: [], version: 1 },
  ])
  expect(await offered()).toContain('コスメ')
  const lip = (await create({ name: 'リップ', parent: made.body.id, sort: 2 })).body
  const nail = (await create({ name: 'ネイル', parent: made.body.id, sort: 1 })).body
  const { results } = await list({ q: 'コスメ' })
  expect(results).toHaveLength(3)
  const all = (await list({ size: 100 })).results
  const place = (id: number) => all.findIndex((row: { id: number }) => row.id === id)
  expect([place(made.body.id) + 1, place(nail.id) + 1]).toEqual([place(nail.id), place(lip.id)])
  for (const name of ['コスメ', 'こすめ', 'コ スメ'])
    expect((await create({ name })).body.code).toBe('category_exists')
  expect(Object.keys((await create({ name: 'a>b' })).body)).toEqual(['name'])
  expect(Object.keys((await create({ parent: 999_999 })).body)).toEqual(['parent'])
  expect(Object.keys((await create({ ledger_class: '14', sort: 0 })).body)).toEqual(['ledger_class', 'sort'])
  const changed = await replace(lip.id, { ...fields, name: '口紅', version: 1 })
  expect(changed.body).toMatchObject({ name: '口紅', path: ['コスメ'], version: 2 })
  expect((await replace(lip.id, { ...fields, name: '紅', version: 1 })).body).toMatchObject({
    code: 'stale_version',
    current: changed.body,
  })
  for (const token of [w.aoyama.admin.token, w.hanako.token]) {
    expect((await create({ name: '他社' }, token)).status).toBe(403)
    expect((await t.ask(`GET ${base}`, { token })).status).toBe(403)
  }
})

test('one out of use stays on its articles, and is offered no more with those under it', async () => {
  const { leather } = w.categories
  const before = (await t.ask(`GET ${base}${leather}/`, { token: house })).body
  const { id: _, parent: _parent, path: _path, ...own } = before
  expect((await replace(leather, { ...own, is_active: false })).body).toMatchObject({ is_active: false })
  const names = await offered()
  expect(names).toContain('コート・ジャケット')
  for (const gone of ['バッグ・革小物・靴', 'バッグ', '財布']) expect(names).not.toContain(gone)
  expect((await list({ is_active: 'false' })).results).toMatchObject([{ id: leather }])
  await replace(leather, { ...own, version: own.version + 1 })
  expect(await offered()).toContain('財布')
})

test('the file that is written can be loaded again, and the same again changes nothing', async () => {
  const { count } = await list()
  const text = await file()
  expect((await load(text)).body).toMatchObject({ created: 0, updated: 0, unchanged: count })
  const changed = `${text.replace('時計・アクセサリー,03,,3,する', '時計・アクセサリー,03,トケイ アクセサリー,3,しない')},食器,10,ショッキ,9,する\r\n`
  expect((await load(changed, true)).body).toMatchObject({ created: 1, updated: 1 })
  expect(await file()).toBe(text)
  expect((await load(changed)).body).toMatchObject({ created: 1, updated: 1, unchanged: count - 1 })
  expect((await load(changed)).body).toMatchObject({ created: 0, updated: 0, unchanged: count + 1 })
  expect(await offered()).not.toContain('腕時計')
  // Without the columns, what they would say stays.
  const short = '上位カテゴリ,カテゴリ,品目区分\n,時計・アクセサリー,03\n'
  expect((await load(short)).body).toMatchObject({ unchanged: 1 })
  expect(await offered()).not.toContain('腕時計')
})

test('a file with mistakes changes nothing, and says where they are', async () => {
  const before = await file()
  const refused = await load(
    '上位カテゴリ,カテゴリ,品目区分,カナ,順番,使用\n,雑貨,10,ザッカ,1,する\nない,皿,10,サラ,0,ときどき\n,布,99,布,2,する\n',
  )
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    lines: [3, 4],
    rows: [
      { sort: [expect.any(String)], is_active: [expect.any(String)] },
      { ledger_class: [expect.any(String)], name_kana: [expect.any(String)] },
    ],
  })
  const orphan = await load('上位カテゴリ,カテゴリ,品目区分\n,雑貨,10\nない,皿,10\n')
  expect(orphan.body).toMatchObject({ lines: [3], rows: [{ parent: [expect.any(String)] }] })
  expect(await file()).toBe(before)
})
