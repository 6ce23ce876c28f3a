import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeBankAccount } from './bank-account.factory.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

interface Owner {
  id: number
  account_id: number
  token: string
  path: string
}
let owner: Owner
beforeEach(async () => {
  const made = await makeCustomerAccount(t.db, t.tools)
  const { token } = await signIn(t, made)
  const id = made.customer_id
  owner = { id, account_id: made.account_id, token, path: `/api/customers/${id}/banckaccount/` }
})

const mizuho = {
  account_type: 1,
  bank_code: '0001',
  branch_code: '100',
  account_number: '123456',
  account_holder_kana: 'さとう　みさき',
}
const rows = (customer: number) =>
  t.db.selectFrom('bank_account').selectAll().where('customer_id', '=', customer).execute()
const create = (body: object, who: Pick<Owner, 'path' | 'token'> = owner) =>
  t.ask(`POST ${who.path}`, { token: who.token, body })
const underWay = (customer: number) =>
  t.db
    .insertInto('transfer')
    .values({
      customer_id: customer,
      kind: 'ordinary',
      amount: 1000,
      scheduled_on: '2026-11-27',
      bank_code: '0001',
      bank_name: 'みずほ銀行',
      branch_code: '100',
      branch_name: '本店',
      account_type: 1,
      account_number_enc: Buffer.from('x'),
      account_number_tail: '456',
      account_holder_kana: 'ｻﾄｳ ﾐｻｷ',
      requested_at: t.clock.now().toISOString(),
    })
    .execute()

describe('registering', () => {
  test('a short number, full-width digits and hiragana are put right; the number is not readable in the table', async () => {
    const body = {
      ...mizuho,
      bank_code: '１',
      branch_code: '１００',
      account_number: '１２３-４５６',
      customer: owner.id,
    }
    const response = await create(body)
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.any(Number),
      customer: owner.id,
      account_type: 1,
      bank_code: '0001',
      bank_name: 'みずほ銀行',
      branch_code: '100',
      branch_name: '本店',
      account_number: '0123456',
      account_holder_kana: 'ｻﾄｳ ﾐｻｷ',
      yucho_symbol: '',
      yucho_number: '',
      version: 1,
    })
    const [row] = await rows(owner.id)
    expect(row?.account_number_tail).toBe('456')
    expect(row?.account_number_enc.toString('latin1')).not.toContain('0123456')
    expect((await t.ask(`GET ${owner.path}`, { token: owner.token })).body).toEqual([response.body])
    expect((await t.ask(`GET ${owner.path}${response.body.id}/`, { token: owner.token })).body).toEqual(
      response.body,
    )
  })

  test('a ゆうちょ passbook becomes branch and number, and keeps what was typed', async () => {
    const response = await create({
      account_type: 1,
      account_holder_kana: 'サトウ ミサキ',
      yucho_symbol: '１０５３０',
      yucho_number: '12345671',
    })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      bank_code: '9900',
      bank_name: 'ゆうちょ銀行',
      branch_code: '058',
      account_number: '1234567',
      account_type: 1,
      yucho_symbol: '10530',
      yucho_number: '12345671',
    })
  })

  test('a savings account of ゆうちょ stays one, a transfer account is 当座', async () => {
    const savings = await create({
      account_type: 4,
      account_holder_kana: 'サトウ ミサキ',
      yucho_symbol: '10530',
      yucho_number: '12345671',
    })
    expect(savings.body.account_type).toBe(4)
    const change = await t.ask(`PATCH ${owner.path}${savings.body.id}/`, {
      token: owner.token,
      body: { yucho_symbol: '01940', yucho_number: '123456' },
    })
    expect(change.body).toMatchObject({ branch_code: '199', account_number: '0123456', account_type: 2 })
  })

  test.each([
    [{ ...mizuho, account_type: 3 }, { account_type: ['"3"は有効な選択肢ではありません。'] }],
    [{ ...mizuho, account_type: undefined }, { account_type: ['この項目は必須です。'] }],
    [{ ...mizuho, bank_code: undefined }, { bank_code: ['この項目は必須です。'] }],
    [{ ...mizuho, bank_code: '' }, { bank_code: ['この項目は空にできません。'] }],
    [
      { ...mizuho, account_number: '12345678' },
      { account_number: ['口座番号は7桁までです。8桁入力されています。'] },
    ],
    [{ ...mizuho, account_number: 'abc' }, { account_number: ['口座番号は数字で入力してください。'] }],
    [
      { ...mizuho, account_holder_kana: '佐藤 ミサキ' },
      { account_holder_kana: ['「佐」「藤」は口座名義に使えません。通帳のとおりにカナで入力してください。'] },
    ],
    [
      { ...mizuho, bank_code: '0002' },
      { bank_code: ['この銀行コードは見つかりません。'], code: 'unknown_bank' },
    ],
    [
      { ...mizuho, branch_code: '999' },
      { branch_code: ['この支店コードは見つかりません。'], code: 'unknown_branch' },
    ],
    [
      {
        account_type: 1,
        account_holder_kana: 'サトウ ミサキ',
        yucho_symbol: '11940',
        yucho_number: '12345671',
      },
      { yucho_symbol: ['この記号の支店(198)が見つかりません。通帳の記号を確かめてください。'] },
    ],
  ])('refused with the reason under its field: %j', async (body, expected) => {
    const response = await create(body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual(expected)
    expect(await rows(owner.id)).toEqual([])
  })

  test('the customer in the body is the one in the path', async () => {
    const response = await create({ ...mizuho, customer: world.hanako.id })
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      customer: [`主キー "${world.hanako.id}" は不正です - データが存在しません。`],
    })
    expect(await rows(owner.id)).toEqual([])
  })

  test('of two parallel registrations one wins', async () => {
    const responses = await Promise.all([create(mizuho), create({ ...mizuho, account_number: '7654321' })])
    expect(responses.map((response) => response.status).sort()).toEqual([201, 400])
    expect(responses.find((response) => response.status === 400)?.body).toEqual({
      non_field_errors: ['振込先の口座はすでに登録されています。'],
      code: 'bank_account_exists',
    })
    expect(await rows(owner.id)).toHaveLength(1)
  })
})

describe('changing', () => {
  let account: number
  beforeEach(async () => {
    account = await makeBankAccount(t.db, t.tools, owner.id)
  })
  const change = (method: string, body?: object) =>
    t.ask(`${method} ${owner.path}${account}/`, { token: owner.token, body })

  test('a part changes a part; the rest and the encrypted number stay', async () => {
    const response = await change('PATCH', { account_holder_kana: 'スズキ ミサキ', version: 1 })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      account_number: '1234567',
      account_holder_kana: 'ｽｽﾞｷ ﾐｻｷ',
      branch_code: '100',
      version: 2,
    })
  })

  test('another bank is checked together with the branch that stays', async () => {
    const response = await change('PATCH', { bank_code: '9900' })
    expect(response.body.code).toBe('unknown_branch')
    expect((await rows(owner.id))[0]).toMatchObject({ bank_code: '0001', version: 1 })
  })

  test('a replacement needs everything', async () => {
    const partial = await change('PUT', { account_type: 1, account_holder_kana: 'サトウ ミサキ' })
    expect(partial.status).toBe(400)
    expect(Object.keys(partial.body)).toEqual(['bank_code', 'branch_code', 'account_number'])
    expect((await change('PUT', { ...mizuho, account_type: 2 })).body).toMatchObject({
      account_type: 2,
      account_number: '0123456',
      version: 2,
    })
  })

  test('a stale version is answered with what is stored', async () => {
    await change('PATCH', { account_type: 2 })
    const response = await change('PATCH', { account_type: 9, version: 1 })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      version: ['ほかの画面で更新されました。新しい内容をご確認ください。'],
      code: 'stale_version',
      current: { id: account, account_type: 2, version: 2 },
    })
    expect((await rows(owner.id))[0]?.account_type).toBe(2)
  })

  test('while money is on its way nothing changes', async () => {
    await underWay(owner.id)
    for (const response of [
      await change('PATCH', { account_type: 2 }),
      await change('PUT', mizuho),
      await change('DELETE'),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.code).toBe('transfer_in_progress')
    }
    expect((await rows(owner.id))[0]).toMatchObject({ account_type: 1, version: 1 })
  })

  test('removing twice: gone, then missing; each act is recorded and the owner is told', async () => {
    expect((await change('DELETE')).status).toBe(204)
    expect((await change('DELETE')).status).toBe(404)
    expect(await rows(owner.id)).toEqual([])
    const activity = await t.db
      .selectFrom('activity')
      .select(['action', 'actor_id', 'detail'])
      .where('object_type', '=', 'customer')
      .where('object_id', '=', String(owner.id))
      .execute()
    expect(activity).toMatchObject([
      {
        action: 'bank_account.remove',
        actor_id: owner.account_id,
        detail: { before: { bank_code: '0001', account_number_tail: '567' }, after: null },
      },
    ])
    expect(JSON.stringify(activity)).not.toMatch(/1234567|ｻﾄｳ/)
    const { rows: jobs } = await t.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'notification.bank_account_changed' and (j.payload->>'customer')::bigint = $1`,
      [owner.id],
    )
    expect(jobs).toEqual([{ payload: { customer: owner.id } }])
  })

  test('an old sign-in is asked for the password first; reading is not', async () => {
    const { token, refresh } = await signIn(t, owner)
    t.clock.forward(9 * 60_000 + 59_000)
    const body = { account_type: 2 }
    expect((await t.ask(`PATCH ${owner.path}${account}/`, { token, body })).status).toBe(200)
    t.clock.forward(2_000)
    // A refreshed access token keeps the time of the password.
    const jwt = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
    const refused = await t.ask(`PATCH ${owner.path}${account}/`, { token: jwt, body: { account_type: 9 } })
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('reauthentication_required')
    expect((await t.ask(`GET ${owner.path}`, { token: jwt })).status).toBe(200)
    expect((await rows(owner.id))[0]?.account_type).toBe(2)
  })
})

describe('who sees it', () => {
  let account: number
  beforeEach(async () => {
    account = await makeBankAccount(t.db, t.tools, owner.id)
  })
  const relate = (columns: { is_favorite: boolean; has_transactions: boolean }) =>
    t.db
      .insertInto('related_shop')
      .values({
        customer_id: owner.id,
        shop_id: world.aoyama.shops[0],
        created_at: t.clock.now().toISOString(),
        ...columns,
      })
      .execute()
  const asStaff = async (who: { account_id: number }) => {
    const { token } = await signIn(t, who)
    return t.ask(`GET ${owner.path}`, { token })
  }

  test('nobody 401; another customer 404 for every call', async () => {
    expect((await t.ask(`GET ${owner.path}`)).status).toBe(401)
    const { token } = await signIn(t, world.hanako)
    const other = { path: owner.path, token }
    expect((await t.ask(`GET ${owner.path}`, { token })).status).toBe(404)
    expect((await create({ nonsense: true }, other)).status).toBe(404)
    expect((await t.ask(`GET ${owner.path}${account}/`, { token })).status).toBe(404)
    expect((await t.ask(`PATCH ${owner.path}${account}/`, { token, body: { account_type: 7 } })).status).toBe(
      404,
    )
    expect((await t.ask(`DELETE ${owner.path}${account}/`, { token })).status).toBe(404)
    const mine = `/api/customers/${world.hanako.id}/banckaccount/${account}/`
    expect((await t.ask(`DELETE ${mine}`, { token })).status).toBe(404)
    expect(await rows(owner.id)).toHaveLength(1)
  })

  test('staff of a shop the customer deals with see three digits, and the look is recorded', async () => {
    await relate({ is_favorite: false, has_transactions: true })
    const response = await asStaff(world.aoyama.staff)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject([
      { id: account, account_number: '****567', account_holder_kana: 'ｻﾄｳ ﾐｻｷ' },
    ])
    expect(JSON.stringify(response.body)).not.toContain('1234567')
    const seen = await t.db
      .selectFrom('activity')
      .select('action')
      .where('object_id', '=', String(owner.id))
      .where('actor_id', '=', world.aoyama.staff.account_id)
      .execute()
    expect(seen).toEqual([{ action: 'bank_account.view' }])
    expect((await asStaff(world.umeda.staff)).status).toBe(404)
    expect((await asStaff(world.operator.operator)).status).toBe(404)
    const { token } = await signIn(t, world.aoyama.admin)
    expect((await create(mizuho, { path: owner.path, token })).status).toBe(403)
  })

  test('a favourite alone opens nothing to the shop', async () => {
    await relate({ is_favorite: true, has_transactions: false })
    expect((await asStaff(world.aoyama.staff)).status).toBe(404)
  })
})

describe('looking up', () => {
  const banks = async (text: string) =>
    (await t.ask('GET /api/bank/', { query: { search_text: text } })).body as { bank_code: string }[]

  test.each([
    ['みずほ', '0001'],
    ['ﾐｽﾞﾎ', '0001'],
    ['みずほ銀行', '0001'],
    ['mizuho', '0001'],
    ['０００１', '0001'],
    ['楽天銀行', '0036'],
    ['ＵＦＪ', '0005'],
    ['ゆうちょ', '9900'],
    ['浜松磐田信用金庫', '1503'],
  ])('%s comes first', async (text, code) => {
    expect((await banks(text))[0]?.bank_code).toBe(code)
  })

  test('nothing typed: the first fifty by code; nothing found: nothing', async () => {
    const first = (await t.ask('GET /api/bank/')).body as { bank_code: string }[]
    expect(first).toHaveLength(50)
    expect(first.map((bank) => bank.bank_code)).toEqual(first.map((bank) => bank.bank_code).toSorted())
    expect(await banks('該当しない名前')).toEqual([])
    expect(await banks('%')).toEqual([])
    expect(await banks('銀行')).toHaveLength(50)
  })

  test('branches by name, kana and code; an unknown bank is 404', async () => {
    const branches = async (text: string) =>
      (await t.ask('GET /api/bank/0001/branch/', { query: { search_text: text } })).body
    expect((await branches('新宿支店'))[0]).toMatchObject({ name: expect.stringContaining('新宿') })
    expect((await branches('しんじゅく')).length).toBeGreaterThan(0)
    expect((await branches('１００'))[0]).toEqual({ branch_code: '100', name: '本店', name_kana: 'ホンテン' })
    expect((await branches('')).length).toBeGreaterThan(400)
    expect((await t.ask('GET /api/bank/0002/branch/')).status).toBe(404)
  })
})
