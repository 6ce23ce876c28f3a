import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factoryPassword, makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { fromCsv } from '#server/platform/csv'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

interface Me {
  id: number
  account_id: number
  email: string
  token: string
  path: string
}
let me: Me
beforeEach(async () => {
  const made = await makeCustomerAccount(t.db, t.tools)
  const { token } = await signIn(t, made)
  me = { ...made, id: made.customer_id, token, path: `/api/customers/${made.customer_id}/` }
})

const get = () => t.ask(`GET ${me.path}`, { token: me.token })
const patch = (body: object, token = me.token) => t.ask(`PATCH ${me.path}`, { token, body })
const stored = () => t.db.selectFrom('customer').selectAll().where('id', '=', me.id).executeTakeFirstOrThrow()
const whole = {
  name: '鈴木 一花',
  name_kana: 'すずき いちか',
  birthday: '1985-01-31',
  gender: 2,
  job: 8,
  job_detail: '年金を受給しています',
  phone: '03-1234-5678',
  address: {
    postal_code: '530-0001',
    prefecture: '大阪府',
    city: '大阪市北区',
    address1: '梅田１ー１',
    address2: '',
  },
  is_invoice_issuer: false,
  invoice_registration_number: '',
}
const balance = (company: number, amount: number) =>
  t.db
    .insertInto('book_account')
    .values({ kind: 'customer', customer_id: me.id, company_id: company, balance: amount })
    .execute()
const request = async (shop: number, company: number, columns: object = {}) => {
  const row = await t.db
    .insertInto('purchase_request')
    .values({
      customer_id: me.id,
      company_id: company,
      shop_id: shop,
      status: 0,
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      terms_version: world.terms,
      terms_agreed_at: t.clock.now().toISOString(),
      created_at: t.clock.now().toISOString(),
      updated_at: t.clock.now().toISOString(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const relate = (shop: number, columns: { is_favorite?: boolean; has_transactions?: boolean } = {}) =>
  t.db
    .insertInto('related_shop')
    .values({ customer_id: me.id, shop_id: shop, created_at: t.clock.now().toISOString(), ...columns })
    .execute()

describe('the own record', () => {
  test('has every field, booleans included, and the sum of all balances', async () => {
    await balance(world.aoyama.company, 12_000)
    await balance(world.umeda.company, 800)
    await relate(world.umeda.shops[0], { is_favorite: true })
    await makeIdentification(t.db, t.tools, { customer_id: me.id, company_id: world.aoyama.company })
    const account = await makeBankAccount(t.db, t.tools, me.id)
    const response = await get()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      id: me.id,
      name: '佐藤 美咲',
      name_kana: 'サトウ ミサキ',
      birthday: '1990-05-17',
      gender: 2,
      job: 1,
      job_detail: '',
      phone: '09012345678',
      email: me.email,
      address: {
        postal_code: '1500001',
        prefecture: '東京都',
        city: '渋谷区',
        address1: '神宮前1-2-3',
        address2: 'メゾン表参道 405',
      },
      workplace: null,
      bank_account: expect.objectContaining({ id: account, account_number: '1234567' }),
      related_shops: [
        {
          customer: me.id,
          shop: world.umeda.shops[0],
          identification: { identification_kind: 0, ekyc_status: 0 },
          is_favorite: true,
          has_transactions: false,
        },
      ],
      is_corporate: false,
      corporate_number: '',
      agent_name: '',
      agent_name_kana: '',
      agent_authority: null,
      is_email_auth: true,
      is_identity_verified: true,
      is_invoice_issuer: false,
      invoice_registration_number: '',
      balance: 12_800,
      is_purchase_disabled: false,
      is_transfer_inprogress: false,
      is_transfer_expired: false,
      auto_transfer: true,
      profile_complete: true,
      version: 1,
    })
  })

  test('comes as a list of one', async () => {
    const response = await t.ask('GET /api/customers/', { token: me.token })
    expect(response.body).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: me.id }] })
    expect((await t.ask('GET /api/customers/', { token: me.token, query: { page: 2 } })).status).toBe(404)
    expect((await t.ask('GET /api/customers/', { token: world.aoyama.admin.token })).status).toBe(403)
  })

  test('of somebody who just signed up is empty but whole', async () => {
    const { token } = await signIn(t, world.taro)
    const response = await t.ask(`GET /api/customers/${world.taro.id}/`, { token })
    expect(response.body).toMatchObject({
      name: '',
      birthday: null,
      job: null,
      bank_account: null,
      related_shops: [],
      balance: 0,
      is_identity_verified: false,
      profile_complete: false,
    })
  })

  test('is nobody else’s: 401, 403 for staff, 404 for other customers, also with a bad body', async () => {
    expect((await t.ask(`GET ${me.path}`)).status).toBe(401)
    expect((await t.ask(`GET ${me.path}`, { token: world.aoyama.staff.token })).status).toBe(403)
    const { token } = await signIn(t, world.hanako)
    expect((await t.ask(`GET ${me.path}`, { token })).status).toBe(404)
    expect((await patch({ name: '乗っ取り' }, token)).status).toBe(404)
    expect((await patch({ gender: 7 }, token)).status).toBe(404)
    expect((await t.ask(`DELETE ${me.path}`, { token })).status).toBe(404)
    expect(await stored()).toMatchObject({ name: '佐藤 美咲', left_at: null })
  })
})

describe('changing it', () => {
  test('everything typed is put into one form, the birthday is sealed, the search text follows', async () => {
    const response = await t.ask(`PUT ${me.path}`, { token: me.token, body: whole })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      name_kana: 'スズキ イチカ',
      birthday: '1985-01-31',
      phone: '0312345678',
      address: { postal_code: '5300001', address1: '梅田1-1', address2: '' },
      job: 8,
      version: 2,
    })
    const row = await stored()
    expect(row.search_text).toBe('鈴木一花\nスズキイチカ')
    expect(row.birthday_enc?.toString('latin1')).not.toContain('1985')
  })

  test('a replacement names what is missing', async () => {
    const response = await t.ask(`PUT ${me.path}`, { token: me.token, body: { name: '鈴木 一花' } })
    expect(response.status).toBe(400)
    expect(Object.keys(response.body).sort()).toEqual([
      'address',
      'birthday',
      'gender',
      'job',
      'name_kana',
      'phone',
    ])
    expect(response.body.phone).toEqual(['この項目は必須です。'])
    expect((await stored()).version).toBe(1)
  })

  test('what only the house decides is ignored, never written', async () => {
    const body = {
      balance: 1_000_000,
      is_purchase_disabled: true,
      is_transfer_expired: true,
      is_identity_verified: true,
      is_email_auth: false,
      email: 'evil@example.jp',
      id: world.hanako.id,
      account_id: world.hanako.account_id,
      left_at: '2020-01-01',
      job: 2,
    }
    const response = await patch(body)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id: me.id,
      balance: 0,
      is_purchase_disabled: false,
      is_transfer_expired: false,
      is_identity_verified: false,
      is_email_auth: true,
      email: me.email,
      job: 2,
    })
  })

  test('a part of the address, a workplace, and what was said stays', async () => {
    const workplace = {
      postal_code: '１００−０００４',
      prefecture: '東京都',
      city: '千代田区',
      address1: '大手町１−１−１',
      address2: '',
    }
    const response = await patch({ address: { address2: '501' }, workplace, auto_transfer: false })
    expect(response.body).toMatchObject({
      address: { city: '渋谷区', address2: '501' },
      workplace: { postal_code: '1000004', address1: '大手町1-1-1' },
      auto_transfer: false,
    })
    expect((await patch({ workplace: null })).body.workplace).toBeNull()
  })

  test.each([
    [{ gender: 3 }, { gender: ['"3"は有効な選択肢ではありません。'] }],
    [{ job: 0 }, { job: ['"0"は有効な選択肢ではありません。'] }],
    [{ job: 8 }, { job_detail: ['「無職・その他」の方は、具体的な内容を入力してください。'] }],
    [{ name: ' ' }, { name: ['この項目は空にできません。'] }],
    [{ name_kana: '山田' }, { name_kana: ['カタカナで入力してください。'] }],
    [{ birthday: '1985-02-30' }, { birthday: ['1985年2月30日は暦にありません。年月日をご確認ください。'] }],
    [
      { birthday: '1985/02/03' },
      { birthday: ['日付の形式が違います。以下のどれかの形式にしてください: YYYY-MM-DD。'] },
    ],
    [{ phone: '12345' }, { phone: ['電話番号をご確認ください。'] }],
    [
      { address: { postal_code: '12' } },
      { address: { postal_code: ['郵便番号は7桁の数字で入力してください。'] } },
    ],
    [
      { is_invoice_issuer: true, invoice_registration_number: 'T123' },
      { invoice_registration_number: ['登録番号は「T」と13桁の数字で入力してください。'] },
    ],
  ])('%j is refused under its field and changes nothing', async (body, expected) => {
    const response = await patch(body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual(expected)
    expect((await stored()).version).toBe(1)
  })

  test('a stale version gets the present one; of two parallel changes with one version one wins', async () => {
    const both = await Promise.all([patch({ job: 2, version: 1 }), patch({ job: 3, version: 1 })])
    expect(both.map((response) => response.status).sort()).toEqual([200, 400])
    const [won, lost] = both[0]?.status === 200 ? both : both.toReversed()
    expect(lost?.body).toMatchObject({ code: 'stale_version', current: { version: 2, job: won?.body.job } })
  })

  test('another telephone number needs a fresh sign-in, everything else does not', async () => {
    const { refresh } = await signIn(t, me)
    t.clock.forward(11 * 60_000)
    const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
    const refused = await patch({ phone: '08011112222', name: '乗っ取り' }, access)
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('reauthentication_required')
    expect(await stored()).toMatchObject({ phone: '09012345678', name: '佐藤 美咲', version: 1 })
    expect((await patch({ phone: '090-1234-5678', job: 2 }, access)).status).toBe(200)
  })

  test('a verified fact that changes ends the checks of every dealer, with the reason', async () => {
    for (const company of [world.aoyama.company, world.umeda.company]) {
      await makeIdentification(t.db, t.tools, { customer_id: me.id, company_id: company })
    }
    expect((await patch({ job: 2, name: '佐藤　美咲' })).body.is_identity_verified).toBe(true)
    const response = await patch({ address: { address1: '神宮前1-2-4' }, birthday: '1990-05-18' })
    expect(response.body.is_identity_verified).toBe(false)
    const records = await t.db
      .selectFrom('identification')
      .select(['cleared_at', 'cleared_reason'])
      .where('customer_id', '=', me.id)
      .execute()
    expect(records).toHaveLength(2)
    for (const record of records) {
      expect(record.cleared_at).not.toBeNull()
      expect(record.cleared_reason).toBe('お客さまが生年月日・住所を変更しました。')
    }
    const { rows: jobs } = await t.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'notification.identification_cleared' and (j.payload->>'customer')::bigint = $1`,
      [me.id],
    )
    expect(jobs).toEqual([{ payload: { customer: me.id } }])
  })

  test('what was done is recorded without anything about the person', async () => {
    await patch({ name: '鈴木 一花', address: { address2: '9' } })
    const [activity] = await t.db
      .selectFrom('activity')
      .select(['action', 'detail'])
      .where('object_id', '=', String(me.id))
      .where('action', '=', 'customer.change')
      .execute()
    expect(activity?.detail).toEqual({ fields: ['name', 'address2'] })
  })
})

describe('making one', () => {
  test('only an account without a record can, once, also in parallel', async () => {
    const again = await t.ask('POST /api/customers/', { token: me.token, body: whole })
    expect(again.status).toBe(400)
    expect(again.body).toEqual({
      non_field_errors: ['お客さま情報はすでに登録されています。'],
      code: 'customer_exists',
    })
    const account = await t.db
      .insertInto('account')
      .values({
        kind: 'customer',
        email: 'line@example.jp',
        email_folded: 'line@example.jp',
        created_at: t.clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token } = await signIn(t, { account_id: account.id })
    expect((await t.ask('GET /api/customers/', { token })).body).toMatchObject({ count: 0, results: [] })
    const responses = await Promise.all(
      [1, 2].map(() => t.ask('POST /api/customers/', { token, body: { ...whole, balance: 5 } })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([201, 400])
    const made = responses.find((response) => response.status === 201)?.body
    expect(made).toMatchObject({ name: '鈴木 一花', balance: 0, profile_complete: true, version: 1 })
    expect((await t.ask(`GET /api/customers/${made.id}/`, { token })).status).toBe(200)
  })
})

describe('leaving', () => {
  const leave = () => t.ask(`DELETE ${me.path}`, { token: me.token })

  test('ends every device, keeps the rows, and sets the mail address free', async () => {
    await makeBankAccount(t.db, t.tools, me.id)
    await balance(world.aoyama.company, 0)
    await request(world.aoyama.shops[0], world.aoyama.company, { status: 4 })
    const { refresh } = await signIn(t, me)
    expect((await leave()).status).toBe(204)
    expect((await leave()).status).toBe(401)
    expect((await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).status).toBe(401)
    const signInAgain = await t.ask('POST /api/auth/jwt/create/', {
      body: { email: me.email, password: factoryPassword },
    })
    expect(signInAgain.status).toBe(401)
    expect(await stored()).toMatchObject({ name: '佐藤 美咲', left_at: expect.any(String) })
    expect(
      await t.db.selectFrom('bank_account').selectAll().where('customer_id', '=', me.id).execute(),
    ).toEqual([])
    await makeCustomerAccount(t.db, t.tools, { account: { email: me.email } })
    await t.runJobs()
    expect(t.outbox.filter(({ to }) => to === me.email).map(({ subject }) => subject)).toEqual([
      '【おくる】退会のお手続きが終わりました',
    ])
  })

  test.each(['a balance', 'an open request', 'a transfer under way'])('is refused with %s', async (what) => {
    if (what === 'a balance') await balance(world.aoyama.company, 1)
    if (what === 'an open request') await request(world.aoyama.shops[0], world.aoyama.company)
    if (what === 'a transfer under way') {
      await t.db
        .insertInto('transfer')
        .values({
          customer_id: me.id,
          kind: 'ordinary',
          amount: 1000,
          scheduled_on: '2026-11-27',
          bank_code: '0001',
          bank_name: 'みずほ銀行',
          branch_code: '100',
          branch_name: '本店',
          account_type: 1,
          account_number_enc: Buffer.from('x'),
          account_number_tail: '567',
          account_holder_kana: 'ｻﾄｳ ﾐｻｷ',
          requested_at: t.clock.now().toISOString(),
        })
        .execute()
      expect((await get()).body.is_transfer_inprogress).toBe(true)
    }
    const response = await leave()
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      non_field_errors: ['取引中の申し込み、残高、または手続き中のお振込みがあるため、退会できません。'],
      code: 'customer_has_open_business',
    })
    expect((await get()).status).toBe(200)
  })
})

describe('towns of a postal code', () => {
  const towns = (code: string) => t.ask(`GET /api/postal-code/${encodeURIComponent(code)}/`)

  test('one, several, any width, a high building, none', async () => {
    const ginza = [{ postal_code: '1040061', prefecture: '東京都', city: '中央区', town: '銀座' }]
    expect((await towns('1040061')).body).toEqual(ginza)
    expect((await towns('〒１０４−００６１')).body).toEqual(ginza)
    expect((await towns('4980000')).body).toHaveLength(2)
    expect((await towns('1006005')).body).toMatchObject([{ postal_code: '1006005', city: '千代田区' }])
    expect((await towns('9999999')).body).toEqual([])
    const bad = await towns('12')
    expect(bad.status).toBe(400)
    expect(bad.body).toEqual({
      code: 'invalid_postal_code',
      postal_code: ['郵便番号は7桁の数字で入力してください。'],
    })
  })
})

describe('messages', () => {
  test('are the account’s own, newest first, and are read up to what was seen', async () => {
    const insert = (account_id: number, title: string) =>
      t.db
        .insertInto('notification')
        .values({ account_id, title, body: '本文', created_at: t.clock.now().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
    const first = await insert(me.account_id, '1通目')
    await insert(world.hanako.account_id, 'ほかの方')
    await insert(me.account_id, '2通目')
    const list = await t.ask('GET /api/notifications/', { token: me.token })
    expect(list.body).toMatchObject({
      count: 2,
      results: [
        { title: '2通目', read_at: null },
        { title: '1通目', read_at: null },
      ],
    })
    const read = await t.ask('POST /api/notifications/read/', { token: me.token, body: { up_to: first.id } })
    expect(read.body).toEqual({ unread: 1 })
    expect((await t.ask('GET /api/notifications/')).status).toBe(401)
    const others = await t.db
      .selectFrom('notification')
      .select('read_at')
      .where('account_id', '=', world.hanako.account_id)
      .execute()
    expect(others).toEqual([{ read_at: null }])
  })
})

describe('writing to the house', () => {
  test('reaches its people by mail', async () => {
    const body = { name: '佐藤', email: 'sato@example.jp', body: '送料について\n教えてください' }
    expect((await t.ask('POST /api/contact/', { body })).status).toBe(204)
    const mails = await t.db.selectFrom('mail').selectAll().where('template', '=', 'contact').execute()
    expect(mails.map((mail) => mail.to_address).sort()).toEqual(
      [world.operator.operator.email, world.operator.approver.email].sort(),
    )
    expect(mails[0]?.body).toContain('sato@example.jp')
    expect(mails[0]?.body).toContain('送料について\n教えてください')
    // Sent again after a lost answer; other words are another enquiry.
    const repeat = (words: object) => t.ask('POST /api/contact/', { body: { ...body, ...words } })
    await Promise.all([repeat({}), repeat({})])
    const count = () => t.db.selectFrom('mail').select('subject').where('template', '=', 'contact').execute()
    expect(await count()).toHaveLength(2)
    await repeat({ body: '返送料について' })
    expect(new Set((await count()).map(({ subject }) => subject)).size).toBe(2)
    t.clock.forward(25 * 3_600_000)
    await repeat({})
    expect(await count()).toHaveLength(6)
    t.clock.forward(-25 * 3_600_000)
    const bad = await t.ask('POST /api/contact/', { body: { name: '', email: 'x', body: '' } })
    expect(bad.status).toBe(400)
    expect(bad.body).toEqual({
      name: ['この項目は空にできません。'],
      email: ['有効なメールアドレスを入力してください。'],
      body: ['この項目は空にできません。'],
    })
  })
})

describe('a shop’s customers', () => {
  let staff: string
  let shop: number
  beforeEach(async () => {
    staff = (await signIn(t, world.aoyama.staff)).token
    shop = world.aoyama.shops[0]
  })
  const list = (query: Record<string, string | number | boolean> = {}, token = staff) =>
    t.ask(`GET /api/biz/shops/${shop}/customers/`, { token, query })
  const detail = (token = staff, at = shop) =>
    t.ask(`GET /api/biz/shops/${at}/customers/${me.id}/`, { token })
  const rename = (name: string, name_kana: string) => patch({ name, name_kana })

  test('are those who deal with it; a favourite alone is not', async () => {
    await relate(shop, { is_favorite: true })
    expect((await list({ name: '佐藤' })).body.results).not.toContainEqual(
      expect.objectContaining({ id: me.id }),
    )
    expect((await detail()).status).toBe(404)
    const id = await request(shop, world.aoyama.company)
    expect((await list({ name: '佐藤' })).body.results).toContainEqual(
      expect.objectContaining({ id: me.id, request_count: 1, purchased_total: 0 }),
    )
    expect(id).toBeGreaterThan(0)
    expect((await detail()).status).toBe(200)
  })

  test('are found by any part of the name or its reading, in any width', async () => {
    await relate(shop, { has_transactions: true })
    await rename('髙柳 ひかる', 'タカヤナギ ヒカル')
    for (const name of ['髙柳', '柳ひ', 'たかやなぎ', 'ﾀｶﾔﾅｷﾞ ﾋｶﾙ', 'ナギヒ', '柳']) {
      const response = await list({ name })
      expect(response.body, name).toMatchObject({ count: 1, results: [{ id: me.id, name: '髙柳 ひかる' }] })
    }
    for (const name of ['柳髙', '%', 'ギナ']) expect((await list({ name })).body.count, name).toBe(0)
  })

  test('are a file for administrators: what the list shows, in its order, and recorded', async () => {
    await relate(shop, { has_transactions: true })
    await rename('=仮屋園 ひかる', 'カリヤゾノ ヒカル')
    const admin = (await signIn(t, world.aoyama.admin)).token
    const file = (query: object, token = admin) =>
      t.ask(`GET /api/biz/shops/${shop}/customers/csv/`, { token, query: { ...query } })
    const queries: Record<string, string>[] = [{ ordering: 'name' }, { ordering: '-id' }, { name: '仮屋園' }]
    for (const query of queries) {
      const read = fromCsv(Buffer.from((await file(query)).body))
      if (!read.ok) throw new Error(read.message)
      const shown = (await list({ ...query, size: 200 })).body.results
      expect(read.rows.map((row) => [Number(row.お客さま番号), row.お名前])).toEqual(
        shown.map(({ id, name }: { id: number; name: string }) => [id, name]),
      )
    }
    expect((await file({ name: '仮屋園' })).body).toContain("'=仮屋園 ひかる")
    expect((await file({}, staff)).status).toBe(403)
    expect((await file({}, (await signIn(t, world.umeda.admin)).token)).status).toBe(404)
    const { rows } = await t.pool.query(
      "select object_id, detail from activity where action = 'customer.export' order by id desc limit 1",
    )
    expect(rows).toEqual([{ object_id: String(shop), detail: { rows: 1 } }])
  })

  test('a two-letter name is looked up in an index', async () => {
    const client = await t.pool.connect()
    try {
      await client.query('begin')
      // The table is too small for the planner to choose the index.
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from customer c where public.bigram_array(c.search_text) @> array['佐藤']`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('customer_name_grams')
      await client.query('rollback')
    } finally {
      client.release()
    }
  })

  test('are filtered by this dealer’s check, ordered and counted exactly', async () => {
    await relate(shop, { has_transactions: true })
    await rename('検索 太郎', 'アアケンサク タロウ')
    await makeIdentification(t.db, t.tools, { customer_id: me.id, company_id: world.umeda.company })
    const name = 'ケンサク'
    expect((await list({ name, is_identity_verified: true })).body.count).toBe(0)
    expect((await list({ name, is_identity_verified: false })).body.count).toBe(1)
    await makeIdentification(t.db, t.tools, { customer_id: me.id, company_id: world.aoyama.company })
    const verified = await list({ name, is_identity_verified: true })
    expect(verified.body).toMatchObject({ count: 1, results: [{ id: me.id, is_identity_verified: true }] })
    const all = await list({ ordering: 'name,id', size: 2 })
    expect(all.body.results[0]).toMatchObject({ name_kana: 'アアケンサク タロウ' })
    expect(all.body.count).toBeGreaterThan(2)
    expect(all.body.next).toContain('page=2')
    const newest = await list({ ordering: '-id' })
    const ids = newest.body.results.map((row: { id: number }) => row.id)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
    expect((await list({ page: 99 })).status).toBe(404)
    expect((await list({ ordering: 'birthday' })).status).toBe(200)
  })

  test('one of them: this dealer’s business and nobody else’s', async () => {
    await relate(shop, { has_transactions: true })
    await balance(world.aoyama.company, 5_000)
    await balance(world.umeda.company, 900)
    await makeBankAccount(t.db, t.tools, me.id)
    const mine = await makeIdentification(t.db, t.tools, {
      customer_id: me.id,
      company_id: world.aoyama.company,
    })
    await makeIdentification(t.db, t.tools, { customer_id: me.id, company_id: world.umeda.company })
    await request(shop, world.aoyama.company)
    await request(world.umeda.shops[0], world.umeda.company)
    const response = await detail()
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id: me.id,
      birthday: '1990-05-17',
      age: 36,
      email: me.email,
      is_identity_verified: true,
      balance_with_company: 5_000,
      receivable_with_company: 0,
      bounce_reason: '',
      request_count: 1,
      purchased_total: 0,
      acceptance_rate: null,
      bank_account: { account_number: '****567' },
      related_shop: {
        shop,
        identification: { identification_kind: 1, ekyc_status: 3 },
        has_transactions: true,
      },
    })
    expect(response.body.identifications.map((record: { id: number }) => record.id)).toEqual([mine])
    expect(response.body.identifications[0].document_number_masked).toBe('****890')
    for (const hidden of ['balance', 'related_shops', 'version', 'workplace']) {
      expect(response.body).not.toHaveProperty(hidden)
    }
    expect(JSON.stringify(response.body)).not.toContain('1234567"')
    const views = await t.db
      .selectFrom('activity')
      .select(['actor_id', 'company_id'])
      .where('action', '=', 'customer.view')
      .where('object_id', '=', String(me.id))
      .execute()
    expect(views).toEqual([{ actor_id: world.aoyama.staff.account_id, company_id: world.aoyama.company }])
  })

  test('an approved identification in force comes before one that is only begun', async () => {
    await relate(shop, { has_transactions: true })
    const of = { customer_id: me.id, company_id: world.aoyama.company }
    const shown = async () => (await detail()).body.related_shop.identification
    const cleared = { cleared_at: '2026-11-01T10:00:00+09:00', cleared_reason: '住所の変更' }
    await makeIdentification(t.db, t.tools, of, { identification_kind: 2, ...cleared })
    expect(await shown()).toEqual({ identification_kind: 0, ekyc_status: 0 })
    const approved = await makeIdentification(t.db, t.tools, of, { identification_kind: 1 })
    await makeIdentification(t.db, t.tools, of, { identification_kind: 3, ekyc_status: 1 })
    expect(await shown()).toEqual({ identification_kind: 1, ekyc_status: 3 })
    await t.db.updateTable('identification').set(cleared).where('id', '=', approved).execute()
    expect(await shown()).toEqual({ identification_kind: 3, ekyc_status: 1 })
  })

  test('are not found by the number of a request at another company: it would tell where else they sell', async () => {
    await relate(shop, { has_transactions: true })
    const own = await request(shop, world.aoyama.company)
    const foreign = await request(world.umeda.shops[0], world.umeda.company)
    const found = async (q: string) =>
      (await list({ q: `${q} 999999998` })).body.results.some(({ id }: { id: number }) => id === me.id)
    expect(await found(String(own))).toBe(true)
    expect(await found(String(foreign))).toBe(false)
  })

  test('say which of several codes lead to none of them, under all conditions of the list', async () => {
    await relate(shop, { has_transactions: true })
    const own = await request(shop, world.aoyama.company)
    const foreign = await request(world.umeda.shops[0], world.umeda.company)
    const missing = async (q: string, more: object = {}, token = staff) =>
      (await t.ask(`GET /api/biz/shops/${shop}/customers/codes/`, { token, query: { q, ...more } })).body
    const pasted = `${own}\n${foreign}、${me.email}　09099999999`
    expect(await missing(pasted)).toEqual({ missing: [String(foreign), '09099999999'] })
    expect(await missing(`${own} 999999998`, { is_identity_verified: true })).toEqual({
      missing: [String(own), '999999998'],
    })
    expect(await missing('999999998')).toEqual({ missing: [] })
    const other = (await signIn(t, world.umeda.staff)).token
    expect(await missing(pasted, {}, other)).toEqual({ detail: '見つかりませんでした。' })
  })

  test('what was bought of them and how often they said yes counts for the own company', async () => {
    await relate(shop, { has_transactions: true })
    const at = t.clock.now().toISOString()
    const own = await request(shop, world.aoyama.company)
    const foreign = await request(world.umeda.shops[0], world.umeda.company)
    for (const [seq, of, status, price] of [
      [1, own, 6, 3_000],
      [2, own, 6, 1_500],
      [3, own, 7, 2_000],
      [4, foreign, 6, 9_000],
    ] as const) {
      const consent = await t.db
        .insertInto('consent')
        .values({
          request_id: of,
          customer_id: me.id,
          kind: 'answer',
          text_version: '1',
          text: '売ります',
          at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await t.db
        .insertInto('purchase_item')
        .values({
          slug: `slug-of-${of}-${seq}-abcdef`,
          request_id: of,
          company_id: of === own ? world.aoyama.company : world.umeda.company,
          shop_id: of === own ? shop : world.umeda.shops[0],
          seq,
          status,
          base_price: price,
          price,
          decision: status === 6 ? 'sell' : 'return',
          consent_id: consent.id,
          purchased_at: status === 6 ? at : null,
          refused_at: status === 6 ? null : at,
          created_at: at,
          updated_at: at,
        })
        .execute()
    }
    const expected = { request_count: 1, purchased_total: 4_500 }
    expect((await detail()).body).toMatchObject({ ...expected, acceptance_rate: 0.667 })
    const rows: { id: number }[] = (await list({ ordering: '-id', size: 200 })).body.results
    expect(rows.find((row) => row.id === me.id)).toMatchObject({
      ...expected,
      last_request_at: expect.any(String),
    })
  })

  test('are 404 at another dealer’s shop, at a shop out of reach, and for the house', async () => {
    await relate(shop, { has_transactions: true })
    const umeda = (await signIn(t, world.umeda.admin)).token
    expect((await list({}, umeda)).status).toBe(404)
    expect((await detail(umeda)).status).toBe(404)
    expect((await detail(staff, world.aoyama.shops[1])).status).toBe(404)
    const house = (await signIn(t, world.operator.operator)).token
    expect((await list({}, house)).status).toBe(404)
    expect((await list({}, me.token)).status).toBe(403)
    await t.db
      .insertInto('business_user_shop')
      .values({ business_user_id: world.aoyama.admin2.id, shop_id: world.aoyama.shops[1] })
      .execute()
    const limited = (await signIn(t, world.aoyama.admin2)).token
    expect((await list({}, limited)).status).toBe(404)
    expect((await detail(limited)).status).toBe(404)
  })
})
