import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const url = '/api/biz/payouts/originator/' as const
const admin = () => w.operator.operator.token
const read = async (token = admin()) => (await t.ask(`GET ${url}`, { token })).body
const write = (body: object, token = admin()) => t.ask(`PUT ${url}`, { token, body })
const typed = {
  originator_code: '０１２３４５６７８９',
  name_kana: 'かぶしきがいしゃ おくる',
  bank_code: '0001',
  branch_code: '001',
  account_type: 1,
  account_number: '12345',
  version: 0,
}
const acts = () =>
  t.db
    .selectFrom('activity')
    .select(['action', 'detail'])
    .where('object_type', '=', 'payout_originator')
    .orderBy('id')
    .execute()

test('before it is set there is none, and what keeps the file from being made says so', async () => {
  expect(await read()).toEqual({ originator: null, may_edit: true })
  const { problems } = (await t.ask('GET /api/biz/payouts/candidates/', { token: admin() })).body
  expect(problems).toMatchObject([{ code: 'originator_setting' }])
})

test('the format of the files is chosen among those that the bank takes', async () => {
  const refused = await write({ ...typed, file_format: 'gmo_aozora' })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['file_format'])])
  expect(await read()).toMatchObject({ originator: null })
  expect((await write({ ...typed, file_format: 'none' })).status).toBe(400)
})

test('what was typed is put right, checked as the file checks it, and kept with who and when', async () => {
  const written = await write(typed)
  expect(written.status).toBe(200)
  expect(written.body).toMatchObject({
    originator_code: '0123456789',
    name_in_file: 'ｶ)ｵｸﾙ',
    bank_name: 'みずほ銀行',
    account_number: '0012345',
    file_format: 'zengin',
    version: 1,
    updated_by: '大手 進',
    updated_at: testStart,
  })
  expect(await read()).toEqual({ originator: written.body, may_edit: true })
  expect((await t.ask('GET /api/biz/payouts/candidates/', { token: admin() })).body.problems).toEqual([])
  const changed = await write({ ...typed, account_number: '7654321', version: 1 })
  expect(changed.body).toMatchObject({ account_number: '7654321', version: 2 })
  const [, second] = await acts()
  expect(second).toEqual({
    action: 'payout.change_originator',
    detail: { before: { account_number_tail: '345' }, after: { account_number_tail: '321' } },
  })
})

test('what a bank would refuse is refused in words at its field, and nothing is changed', async () => {
  const before = await read()
  const wrong = await write({
    ...typed,
    originator_code: '123',
    name_kana: '株式会社送る',
    account_number: '0',
    version: 2,
  })
  expect([wrong.status, Object.keys(wrong.body).toSorted()]).toEqual([
    400,
    ['account_number', 'name_kana', 'originator_code'],
  ])
  expect(wrong.body.name_kana[0]).toContain('「送」')
  const long = await write({ ...typed, name_kana: 'ア'.repeat(41), version: 2 })
  expect(long.body.name_kana[0]).toContain('40バイト以内')
  expect(Object.keys((await write({ ...typed, account_type: 4, version: 2 })).body)).toEqual(['account_type'])
  expect((await write({ ...typed, bank_code: '9999', version: 2 })).body.code).toBe('unknown_bank')
  expect((await write({ ...typed, branch_code: '998', version: 2 })).body.code).toBe('unknown_branch')
  expect(await read()).toEqual(before)
  expect(await acts()).toHaveLength(2)
})

test('of two who change it at once one is told what the other wrote', async () => {
  const responses = await Promise.all([
    write({ ...typed, account_number: '1111111', version: 2 }),
    write({ ...typed, account_number: '2222222', version: 2 }, w.operator.approver.token),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const [kept, late] = responses.toSorted((a, b) => a.status - b.status)
  expect(late?.body).toMatchObject({ code: 'stale_version', current: kept?.body })
})

test('only administrators of the operator change it, and only with a fresh sign-in', async () => {
  for (const token of [w.aoyama.admin.token, w.hanako.token]) {
    expect((await t.ask(`GET ${url}`, { token })).status).toBe(403)
    expect((await write({ ...typed, version: 3 }, token)).status).toBe(403)
  }
  const staff = await makeEmployee(t, w.operator.company, '三田 光', 'staff', 'hikari@okuru.example.jp')
  expect(await read(staff.token)).toMatchObject({ originator: { version: 3 }, may_edit: false })
  expect((await write({ ...typed, version: 3 }, staff.token)).status).toBe(403)
  const { token, refresh } = await signIn(t, w.operator.operator)
  t.clock.forward(9 * 60_000)
  expect((await write({ ...typed, version: 3 }, token)).status).toBe(200)
  t.clock.forward(2 * 60_000)
  const later = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
  const stale = await write({ ...typed, version: 4 }, later)
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
  expect((await read(later)).originator.version).toBe(4)
})

test('the number of the originator may be blank where the files of the bank have none', async () => {
  await t.pool.query(`insert into bank (bank_code, name, name_kana, search_text)
    values ('0310', 'GMOあおぞらネット銀行', 'ジ－エムオ－アオゾラネツト', '') on conflict do nothing`)
  await t.pool.query(`insert into bank_branch (bank_code, branch_code, name, name_kana, search_text)
    values ('0310', '101', '法人営業部', 'ホウジン', '') on conflict do nothing`)
  const { version } = (await read()).originator
  const blank = { ...typed, originator_code: '', bank_code: '0310', branch_code: '101', version }
  expect(Object.keys((await write(blank)).body)).toEqual(['originator_code'])
  const written = await write({ ...blank, file_format: 'gmo_aozora' })
  expect(written.body).toMatchObject({ originator_code: '', file_format: 'gmo_aozora' })
  expect((await t.ask('GET /api/biz/payouts/candidates/', { token: admin() })).body.problems).toEqual([])
})
