import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const place = '/api/biz/comment-template-masters/'
const dealer = () => w.aoyama.admin.token
const house = () => w.operator.operator.token
const list = (query = {}, token = dealer()) => t.ask(`GET ${place}`, { token, query })
const codes = async (query = {}, token?: string): Promise<string[]> =>
  (await list(query, token)).body.results.map((row: { short_code: string }) => row.short_code)
const offered = async (token = w.aoyama.staff.token): Promise<string[]> =>
  (await t.ask('GET /api/biz/comment_templates/', { token })).body.map(
    (row: { short_code: string; title: string }) => `${row.short_code} ${row.title}`,
  )
const create = (body: object, token = dealer(), key?: string) => t.ask(`POST ${place}`, { token, body, key })
const change = (id: number, body: object, token = dealer()) => t.ask(`PUT ${place}${id}/`, { token, body })
const load = (csv: string, dry_run = false, token = dealer()) =>
  t.ask(`POST ${place}bulk-upload/`, { token, body: { csv, dry_run } })
const acts = async () =>
  (
    await t.pool.query("select action from activity where action like 'comment_template.%' order by id")
  ).rows.map(({ action }) => action)

const price = {
  ...{ short_code: 'ＮＤ', title: '値段', body: '{ブランド}の{状態}のお品、{査定額}です。' },
  ...{ category: '共通', is_active: true },
}

test('a template is taken in once, found, changed and taken out of use; each act is kept', async () => {
  const made = await create(price, dealer(), 'once')
  expect([made.status, made.body]).toMatchObject([201, { short_code: 'nd', is_own: true, version: 1 }])
  expect((await create(price, dealer(), 'once')).body).toEqual(made.body)
  expect((await create(price)).body.code).toBe('template_code_exists')
  expect(await codes()).toEqual(['ks', 'kd', 'bi', 'nd'])
  expect(await codes({ q: 'けだま' })).toEqual([])
  expect(await codes({ q: '毛玉' })).toEqual(['kd'])
  const { id } = made.body
  const later = await change(id, { ...price, title: 'お値段', is_active: false, version: 1 })
  expect(later.body).toMatchObject({ title: 'お値段', version: 2 })
  const stale = await change(id, { ...price, version: 1 })
  expect(stale.body).toMatchObject({ code: 'stale_version', current: { title: 'お値段', version: 2 } })
  expect(await offered()).toEqual(['ks 角スレ', 'kd 毛玉', 'bi 美品'])
  expect(await codes({ is_active: false })).toEqual(['nd'])
  expect(await acts()).toEqual(['comment_template.create', 'comment_template.replace'])
})

test.each([
  [{ body: '{値段}です。' }, 'body', '「{値段}」は差し込めません'],
  [{ body: '{ブランド' }, 'body', '「{」は差し込めません'],
  [{ short_code: 'あ' }, 'short_code', '半角の英数字'],
  [{ short_code: 'abcdefghi' }, 'short_code', '8文字'],
  [{ category: 'くつした' }, 'category', 'このカテゴリはありません'],
  [{ body: ' ' }, 'body', '空にできません'],
])('%j is refused at its field, and nothing changes', async (wrong, field, sentence) => {
  const before = await codes()
  const { status, body } = await create({ ...price, short_code: 'zz', ...wrong })
  expect([status, Object.keys(body).includes(field)]).toEqual([400, true])
  expect(JSON.stringify(body[field])).toContain(sentence)
  expect(await codes()).toEqual(before)
})

test('templates are moved by one place, at the ends not at all', async () => {
  const rows = (await list({ is_active: true })).body.results
  const shift = (id: number, towards: string) =>
    t.ask(`POST ${place}${id}/shift/`, { token: dealer(), body: { towards } })
  await shift(rows[2].id, 'front')
  await shift(rows[0].id, 'front')
  expect(await codes({ is_active: true })).toEqual(['ks', 'bi', 'kd'])
  await shift(rows[2].id, 'back')
  expect((await offered()).map((one) => one.slice(0, 2))).toEqual(['ks', 'kd', 'bi'])
})

describe('what belongs to others', () => {
  test('is neither seen nor changed', async () => {
    const [own] = (await list()).body.results
    const other = w.umeda.admin.token
    expect(await codes({}, other)).toEqual([])
    expect((await t.ask(`GET ${place}${own.id}/`, { token: other })).status).toBe(404)
    expect((await change(own.id, { ...price, version: 1 }, other)).status).toBe(404)
    expect((await t.ask(`GET ${place}csv/`, { token: other })).body).not.toContain('角スレ')
    expect((await create(price, w.aoyama.staff.token)).status).toBe(403)
  })

  test('serves every dealer when the operator keeps it, until a dealer has one with that code', async () => {
    const made = await create({ ...price, short_code: 'al', title: 'みんな' }, house())
    const { id } = made.body
    expect(await offered(w.umeda.staff.token)).toEqual(['al みんな'])
    expect((await list({ q: 'みんな' })).body.results).toMatchObject([{ id, is_own: false }])
    expect((await change(id, { ...price, version: 1 })).status).toBe(404)
    const mine = await create({ ...price, short_code: 'al', title: 'うち' }, w.umeda.admin.token)
    expect(await offered(w.umeda.staff.token)).toEqual(['al うち'])
    // Taken out of use, it also hides the one that serves all.
    await change(
      mine.body.id,
      { ...price, short_code: 'al', is_active: false, version: 1 },
      w.umeda.admin.token,
    )
    expect(await offered(w.umeda.staff.token)).toEqual([])
    expect(await offered()).toContain('al みんな')
  })
})

describe('the file', () => {
  test('can be loaded again and changes nothing; a dry run only says what would change', async () => {
    const { body: text, headers } = await t.ask(`GET ${place}csv/`, { token: dealer() })
    expect(headers['content-disposition']).toContain('csv')
    expect((await load(text)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    const changed = `${text.trim()}\r\nsx,袖,{カテゴリ}の袖に使用感があります。,,\r\n`
    const before = await codes()
    expect((await load(changed, true)).body).toMatchObject({ created: 1, unchanged: 5 })
    expect(await codes()).toEqual(before)
    expect((await load(changed)).body).toMatchObject({ created: 1 })
    expect(await codes()).toContain('sx')
  })

  test('is loaded as a whole or not at all, and the wrong variable is named with its line', async () => {
    const before = await codes()
    const bad = await load('短い記号,題名,本文,分類\nq1,よい,よいです。,\nq2,わるい,{サイス}です。,\n')
    expect([bad.status, bad.body.lines]).toEqual([400, [3]])
    expect(bad.body.rows[0].body[0]).toContain('「{サイス}」')
    expect(await codes()).toEqual(before)
  })

  test('of codes that lost their zeros in a spreadsheet makes no second template', async () => {
    const row = (code: string) => `短い記号,題名,本文,分類\n${code},袋,保存袋つきです。,\n`
    expect((await load(row('012'))).body).toMatchObject({ created: 1 })
    const lost = await load(row('12'))
    expect([lost.status, lost.body]).toMatchObject([
      400,
      { rows: [{ short_code: [expect.stringContaining('「012」')] }] },
    ])
    expect((await load(`${row('012')}12,箱,箱つきです。,\n`)).body).toMatchObject({
      created: 1,
      unchanged: 1,
    })
    expect((await load(row('12'))).body).toMatchObject({ updated: 1 })
  })
})
