import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { isIdentified } from './identification.predicates.ts'
import { makeIdentification } from './identity.factory.ts'
import { openIdentification } from './identity.service.ts'

let t: TestApp
let world: World
/** The record by which a company may buy from the customer. */
const identifiedBy = (customer: number, company: number) =>
  t.db
    .selectFrom('identification')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('company_id', '=', company)
    .where(isIdentified('identification'))
    .executeTakeFirst()

beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

let customer: number
let customerToken: string
let account: number
let staff: string
beforeEach(async () => {
  const made = await makeCustomerAccount(t.db, t.tools)
  customer = made.customer_id
  customerToken = (await signIn(t, made)).token
  account = await makeBankAccount(t.db, t.tools, customer)
  staff = (await signIn(t, world.aoyama.staff)).token
  await t.db
    .insertInto('related_shop')
    .values({
      customer_id: customer,
      shop_id: world.aoyama.shops[0],
      created_at: t.clock.now().toISOString(),
    })
    .execute()
})

const clause7 = () => ({
  clause: 'clause_7',
  identification_kind: 1,
  document_issuer: '東京都公安委員会',
  document_number: '３０１２３４５６７８９０',
  verified_name: '佐藤　美咲',
  verified_name_kana: 'さとう みさき',
  verified_birthday: '1990-05-17',
  verified_address: '東京都渋谷区神宮前１丁目２番３号',
  mail_delivered_on: '2026-11-20',
  mail_number: '12345678901',
  bank_account: account,
  filed_at: '本店 書庫A-12',
})
const pathOf = (shop = world.aoyama.shops[0], id = customer) =>
  `/api/biz/shops/${shop}/customers/${id}/identification/`
const record = (body: object, token = staff, path = pathOf()) => t.ask(`POST ${path}`, { token, body })
const clear = (reason: string, token = staff) => t.ask(`POST ${pathOf()}clear/`, { token, body: { reason } })
const rows = () =>
  t.db.selectFrom('identification').selectAll().where('customer_id', '=', customer).orderBy('id').execute()
const request = async (company: number, shop: number, status: number) => {
  const row = await t.db
    .insertInto('purchase_request')
    .values({
      customer_id: customer,
      company_id: company,
      shop_id: shop,
      status,
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      terms_version: world.terms,
      terms_agreed_at: t.clock.now().toISOString(),
      offer_total: 1000,
      created_at: t.clock.now().toISOString(),
      updated_at: t.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const dealJobs = async () => {
  const { rows: jobs } = await t.pool.query<{ request: number }>(
    `select (j.payload->>'request')::bigint as request from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     join purchase_request r on r.id = (j.payload->>'request')::bigint
     where t.identifier = 'deal.close' and r.customer_id = $1 order by 1`,
    [customer],
  )
  return jobs.map((job) => job.request)
}

describe('a complete check', () => {
  test('counts at once, is sealed, and wakes what waited for it at this dealer only', async () => {
    const { shops, company } = world.aoyama
    const waiting = await request(company, shops[1], 13)
    await request(company, shops[0], 11)
    await request(world.umeda.company, world.umeda.shops[0], 13)
    const response = await record(clause7())
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.any(Number),
      identification_kind: 1,
      ekyc_status: 3,
      clause: 'clause_7',
      document_issuer: '東京都公安委員会',
      document_number_masked: '****890',
      verified_name: '佐藤 美咲',
      verified_address: '東京都渋谷区神宮前１丁目２番３号',
      verified_agent_name: '',
      authority_evidence: '',
      missing: [],
      verified_at: '2026-11-24T10:00:00+09:00',
      verified_by: world.aoyama.staff.name,
      cleared_at: null,
      cleared_reason: '',
    })
    const [row] = await rows()
    expect(row?.document_number_enc?.toString('latin1')).not.toContain('301234567890')
    expect(row?.verified_birthday_enc?.toString('latin1')).not.toContain('1990')
    expect(await dealJobs()).toEqual([waiting])
    const inForce = await identifiedBy(customer, company)
    expect(inForce).toMatchObject({
      id: response.body.id,
      clause: 'clause_7',
      verified_name_kana: 'サトウ ミサキ',
    })
    expect(inForce && openIdentification(inForce, t.tools)).toEqual({
      document_number: '301234567890',
      verified_birthday: '1990-05-17',
    })
    expect(await identifiedBy(customer, world.umeda.company)).toBeUndefined()
    const own = await t.ask(`GET /api/customers/${customer}/`, { token: customerToken })
    expect(own.body).toMatchObject({
      is_identity_verified: true,
      related_shops: [{ identification: { identification_kind: 1, ekyc_status: 3 } }],
    })
  })

  test('is shared by the shops of the company and recorded without anything about the person', async () => {
    await t.db
      .insertInto('related_shop')
      .values({
        customer_id: customer,
        shop_id: world.aoyama.shops[1],
        created_at: t.clock.now().toISOString(),
      })
      .execute()
    const { id } = (await record(clause7())).body
    const other = await t.ask(`GET /api/biz/shops/${world.aoyama.shops[1]}/customers/${customer}/`, {
      token: staff,
    })
    expect(other.body).toMatchObject({ is_identity_verified: true, identifications: [{ id }] })
    const activity = await t.db
      .selectFrom('activity')
      .select(['action', 'detail'])
      .where('object_id', '=', String(customer))
      .where('action', '=', 'identification.record')
      .execute()
    expect(activity).toEqual([
      { action: 'identification.record', detail: { identification: id, clause: 'clause_7', missing: 0 } },
    ])
  })
})

describe('an incomplete check', () => {
  test('is kept with what is missing, does not count and wakes nothing; a later one completes it', async () => {
    await request(world.aoyama.company, world.aoyama.shops[0], 13)
    const response = await record({
      ...clause7(),
      document_number: undefined,
      mail_delivered_on: null,
      bank_account: null,
      verified_name: '佐藤 美希',
    })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      ekyc_status: 2,
      verified_at: null,
      missing: ['document_number', 'mail_delivered_on', 'bank_account', 'name_differs'],
    })
    expect(await dealJobs()).toEqual([])
    expect(await identifiedBy(customer, world.aoyama.company)).toBeUndefined()
    const second = await record(clause7())
    expect(second.body).toMatchObject({ ekyc_status: 3, missing: [] })
    expect(await rows()).toMatchObject([
      { id: response.body.id, cleared_reason: '新しい本人確認の記録に置き換えました。' },
      { id: second.body.id, cleared_at: null },
    ])
    expect(await dealJobs()).toHaveLength(1)
  })

  test('an account in another name is not the same name', async () => {
    await t.db
      .updateTable('bank_account')
      .set({ account_holder_kana: 'ｽｽﾞｷ ｲﾁﾛｳ' })
      .where('id', '=', account)
      .execute()
    expect((await record(clause7())).body.missing).toEqual(['holder_differs'])
  })
})

describe('13号', () => {
  const again = () => ({
    clause: 'clause_13',
    identification_kind: 0,
    verified_name: '佐藤 美咲',
    verified_name_kana: 'サトウ ミサキ',
    verified_birthday: '1990-05-17',
    verified_address: '東京都渋谷区神宮前1丁目2番3号',
  })
  const none = ['no_former_record']

  test('stands on a check by the same dealer that nobody took back', async () => {
    const elsewhere = { customer_id: customer, company_id: world.umeda.company }
    await makeIdentification(t.db, t.tools, elsewhere, { verified_address: again().verified_address })
    expect((await record(again())).body.missing).toEqual(none)
    await record(clause7())
    expect((await record(again())).body).toMatchObject({ ekyc_status: 3, missing: [] })
    await clear('書類に不審な点があったため')
    expect((await record(again())).body.missing).toEqual(none)
  })

  test('does not stand on facts that changed since', async () => {
    await record(clause7())
    const moved = await t.ask(`PATCH /api/customers/${customer}/`, {
      token: customerToken,
      body: { address: { address1: '神宮前9-9-9' } },
    })
    expect(moved.body.is_identity_verified).toBe(false)
    const response = await record({ ...again(), verified_address: '東京都渋谷区神宮前9-9-9' })
    expect(response.body).toMatchObject({ ekyc_status: 2, missing: none })
  })
})

describe('is refused', () => {
  const stays = async () => expect(await rows()).toEqual([])

  test('under 18 by the document, on the day before the birthday and not on it', async () => {
    const minor = await record({ ...clause7(), verified_birthday: '2008-11-25' })
    expect(minor.status).toBe(400)
    expect(minor.body).toEqual({
      non_field_errors: ['18歳未満の方からはお買い取りできません。'],
      code: 'under_age',
    })
    await stays()
    expect((await record({ ...clause7(), verified_birthday: '2008-11-24' })).status).toBe(201)
  })

  test('a clause for persons for a corporation', async () => {
    await t.db.updateTable('customer').set({ is_corporate: true }).where('id', '=', customer).execute()
    const response = await record(clause7())
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ clause: ['法人のお客さまには使えない確認方法です。'] })
    await stays()
  })

  test('with an individual number, and says why', async () => {
    const card = { ...clause7(), identification_kind: 2, document_number: '1234 5678 9012' }
    const response = await record(card)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      document_number: [
        'マイナンバー(12桁の個人番号)は、法律により記録できません。番号は書かないでください。',
      ],
    })
    await stays()
    expect((await record({ ...card, document_number: '' })).body).toMatchObject({
      ekyc_status: 3,
      document_number_masked: '',
    })
  })

  test.each([
    [{ clause: 'clause_2' }, { clause: ['"clause_2"は有効な選択肢ではありません。'] }],
    [{ identification_kind: 4 }, { identification_kind: ['"4"は有効な選択肢ではありません。'] }],
    [{ verified_birthday: '1990/05/17' }, expect.objectContaining({ verified_birthday: expect.any(Array) })],
    [{ verified_name_kana: '佐藤' }, { verified_name_kana: ['カタカナで入力してください。'] }],
    [
      { mail_delivered_on: '2026-11-25' },
      { mail_delivered_on: ['届いた日は、今日までの日付を入力してください。'] },
    ],
    [{ bank_account: 999_999 }, { bank_account: ['主キー "999999" は不正です - データが存在しません。'] }],
  ])('with bad input: %j', async (change, expected) => {
    const response = await record({ ...clause7(), ...change })
    expect(response.status).toBe(400)
    expect(response.body).toEqual(expected)
    await stays()
  })

  test('with somebody else’s account', async () => {
    const response = await record({ ...clause7(), bank_account: world.hanako.bank_account })
    expect(response.status).toBe(400)
    expect(Object.keys(response.body)).toEqual(['bank_account'])
    await stays()
  })

  test('401, 403 and 404 as for a missing customer, also with a bad body', async () => {
    expect((await t.ask(`POST ${pathOf()}`, { body: clause7() })).status).toBe(401)
    expect((await record(clause7(), customerToken)).status).toBe(403)
    const umeda = (await signIn(t, world.umeda.admin)).token
    expect((await record(clause7(), umeda)).status).toBe(404)
    expect((await record({}, umeda)).status).toBe(404)
    expect((await record(clause7(), umeda, pathOf(world.umeda.shops[0]))).status).toBe(404)
    expect((await record(clause7(), staff, pathOf(world.aoyama.shops[1]))).status).toBe(404)
    expect((await record({}, staff, pathOf(world.aoyama.shops[0], 999_999))).status).toBe(404)
    const house = (await signIn(t, world.operator.operator)).token
    expect((await record(clause7(), house)).status).toBe(404)
    await stays()
  })
})

test('two records at the same moment: both are kept, one is in force', async () => {
  const responses = await Promise.all([record(clause7()), record(clause7())])
  expect(responses.map((response) => response.status)).toEqual([201, 201])
  expect((await rows()).map((row) => row.cleared_at === null).sort()).toEqual([false, true])
})

test('a check that is sent again after a lost answer is recorded once', async () => {
  const body = clause7()
  const send = () => t.ask(`POST ${pathOf()}`, { token: staff, key: 'pressed twice', body })
  const [one, two] = await Promise.all([send(), send()])
  expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  expect(await rows()).toHaveLength(1)
})

describe('an unfinished check beside a complete one', () => {
  const unfinished = () => ({ ...clause7(), mail_delivered_on: null })
  const shown = async () => {
    const own = await t.ask(`GET /api/customers/${customer}/`, { token: customerToken })
    const checks = await t.ask('GET /api/identity-checks/', { token: customerToken })
    return [
      own.body.is_identity_verified,
      own.body.related_shops.map(
        (shop: { identification: { ekyc_status: number } }) => shop.identification.ekyc_status,
      ),
      checks.body.map((check: { ekyc_status: number }) => check.ekyc_status),
    ]
  }

  test('leaves the customer verified everywhere until it is complete itself', async () => {
    const first = (await record(clause7())).body
    const before = await shown()
    expect(before[0]).toBe(true)
    const begun = await record(unfinished())
    expect(begun.body).toMatchObject({ ekyc_status: 2, cleared_at: null })
    expect(await shown()).toEqual(before)
    expect((await identifiedBy(customer, world.aoyama.company))?.id).toBe(first.id)
    // Only the first unfinished record is replaced.
    const again = await record(unfinished())
    expect((await rows()).map(({ id, cleared_at }) => [id, cleared_at === null])).toEqual([
      [first.id, true],
      [begun.body.id, false],
      [again.body.id, true],
    ])
    const last = await record(clause7())
    expect((await rows()).filter(({ cleared_at }) => cleared_at === null)).toMatchObject([
      { id: last.body.id },
    ])
    expect(await shown()).toEqual(before)
  })

  test('is taken back together with it', async () => {
    const { id } = (await record(clause7())).body
    await record(unfinished())
    expect((await clear('別人の書類だったため')).body).toMatchObject({
      id,
      cleared_reason: '別人の書類だったため',
    })
    expect((await rows()).every(({ cleared_at }) => cleared_at !== null)).toBe(true)
    expect((await clear('もう一度')).status).toBe(404)
    expect((await shown())[0]).toBe(false)
  })
})

describe('taking a check back', () => {
  test('keeps it readable with the reason; again is 404, without a reason 400', async () => {
    expect((await clear('まだ記録がない')).status).toBe(404)
    const { id } = (await record(clause7())).body
    const empty = await clear(' ')
    expect(empty.status).toBe(400)
    expect(empty.body).toEqual({ reason: ['この項目は空にできません。'] })
    const response = await clear('書類の有効期限が切れていたため')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id,
      cleared_at: '2026-11-24T10:00:00+09:00',
      cleared_reason: '書類の有効期限が切れていたため',
    })
    expect((await clear('もう一度')).status).toBe(404)
    expect(await rows()).toMatchObject([{ cleared_by: world.aoyama.staff.id }])
    const own = await t.ask(`GET /api/customers/${customer}/`, { token: customerToken })
    expect(own.body.is_identity_verified).toBe(false)
  })

  test('is the recording dealer’s own matter', async () => {
    await record(clause7())
    expect((await clear('よその店から', (await signIn(t, world.umeda.staff)).token)).status).toBe(404)
    expect((await rows())[0]?.cleared_at).toBeNull()
  })
})

describe('the own page of checks', () => {
  const checks = async (token = customerToken) =>
    (await t.ask('GET /api/identity-checks/', { token })).body as {
      id: number
      shops: string[]
      ekyc_status: number
    }[]

  test('names no dealer there is nothing to check for', async () => {
    expect(await checks()).toEqual([])
    await request(world.aoyama.company, world.aoyama.shops[0], 4)
    expect(await checks()).toEqual([])
  })

  test('names a dealer with an open request, also when its shop is a favourite or has closed since', async () => {
    const [shop] = world.aoyama.shops
    await t.db
      .updateTable('related_shop')
      .set({ is_favorite: true })
      .where('customer_id', '=', customer)
      .execute()
    expect(await checks()).toEqual([])
    await request(world.aoyama.company, shop, 0)
    await t.pool.query('update shop set is_open = false where id = $1', [shop])
    const found = await checks()
    await t.pool.query('update shop set is_open = true where id = $1', [shop])
    expect(found).toEqual([
      {
        id: world.aoyama.company,
        name: expect.any(String),
        shops: [expect.any(String)],
        shop_ids: [shop],
        identification_kind: 0,
        ekyc_status: 0,
        session: null,
        review_by: null,
      },
    ])
  })

  test('names dealers whose check has begun or holds, and no other customer sees them', async () => {
    await makeIdentification(t.db, t.tools, { customer_id: customer, company_id: world.aoyama.company })
    await request(world.umeda.company, world.umeda.shops[0], 13)
    expect((await checks()).map(({ id, ekyc_status }) => [id, ekyc_status])).toEqual([
      [world.aoyama.company, 3],
      [world.umeda.company, 0],
    ])
    expect(await checks(world.taro.token)).toEqual([])
  })
})
