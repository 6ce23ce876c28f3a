import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { prove } from '#server/domains/book/book.proof'
import { systemActor } from '#server/platform/actor'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePayee, type PayeeOverrides } from './transfer.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 16 })
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

interface Seller {
  id: number
  token: string
}

async function makeSeller(overrides: PayeeOverrides = {}): Promise<Seller> {
  const made = await makePayee(t.db, t.tools, w.aoyama.company, overrides)
  return { id: made.customer_id, token: (await signIn(t, made)).token }
}

const sells = (
  seller: Seller,
  amount: number,
  at?: string,
  dealer: { company: number; shops: number[] } = w.aoyama,
) =>
  makePurchase(t.db, {
    customer_id: seller.id,
    company_id: dealer.company,
    shop_id: dealer.shops[0] as number,
    terms: w.terms,
    amount,
    ...(at ? { at } : {}),
  })

const asks = (seller: Seller, body: unknown = {}, key?: string) =>
  t.ask('POST /api/transfer/', { token: seller.token, body, ...(key ? { key } : {}) })
const overview = async (seller: Seller) => (await t.ask('GET /api/balance/', { token: seller.token })).body
const transfersOf = (seller: Seller) =>
  t.db.selectFrom('transfer').selectAll().where('customer_id', '=', seller.id).orderBy('id').execute()
const expectProof = async () => {
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
}

test('the whole balance of all dealers goes on the next business day', async () => {
  const seller = await makeSeller()
  await sells(seller, 4000)
  await sells(seller, 1500, undefined, w.umeda)
  const response = await asks(seller, { customer: seller.id })
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    id: expect.any(Number),
    status: 0,
    amount: 5500,
    fee: 0,
    balance: 0,
    scheduled_on: '2026-11-25',
  })
  const [row] = await transfersOf(seller)
  expect(row).toMatchObject({
    kind: 'ordinary',
    bank_name: 'みずほ銀行',
    branch_name: '東京営業部',
    account_number_tail: '345',
    account_holder_kana: 'サトウ ミサキ',
  })
  const sealed = row?.account_number_enc as Buffer
  expect(t.tools.keys.field.decrypt(sealed, 'transfer.account_number_enc', row?.id ?? 0)).toBe('0012345')
  const list = await t.ask('GET /api/transactions/', { token: seller.token })
  const rows = list.body.results as {
    amount: number
    balance_after: number
    status: number | null
    dealer: string
  }[]
  expect(
    rows.map(({ amount, balance_after, status, dealer }) => [amount, balance_after, status, dealer]),
  ).toEqual([
    [-1500, 0, 0, '株式会社梅田ブランドサービス'],
    [-4000, 1500, 0, '株式会社青山リユース'],
    [1500, 5500, null, '株式会社梅田ブランドサービス'],
    [4000, 4000, null, '株式会社青山リユース'],
  ])
  expect(await overview(seller)).toMatchObject({
    balance: 0,
    transfer_in_progress: { id: response.body.id, amount: 5500, status: 0 },
    next_scheduled_on: '2026-11-25',
    auto_transfer_on: null,
  })
  await expectProof()
})

test('a part is drawn from the dealers in order; the rest stays', async () => {
  const seller = await makeSeller()
  await sells(seller, 1000)
  await sells(seller, 2000, undefined, w.umeda)
  expect((await asks(seller, { amount: 1200 })).body).toMatchObject({ amount: 1200, balance: 1800 })
  expect((await overview(seller)).accounts.map((account: { balance: number }) => account.balance)).toEqual([
    0, 1800,
  ])
})

test('transactions come in windows and in pages, with an exact count', async () => {
  const seller = await makeSeller()
  for (const amount of [1, 2, 3, 4, 5]) await sells(seller, amount * 100)
  const windowOf = async (query: Record<string, number>) => {
    const { body } = await t.ask('GET /api/transactions/', { token: seller.token, query })
    return {
      count: body.count,
      next: body.next,
      after: body.results.map((row: { balance_after: number }) => row.balance_after),
    }
  }
  expect(await windowOf({ limit: 2, offset: 1 })).toMatchObject({ count: 5, after: [1000, 600] })
  expect((await windowOf({ limit: 2 })).next).toMatch(/limit=2&offset=2$/)
  expect((await windowOf({ size: 2 })).next).toMatch(/page=2&size=2$/)
  expect(await windowOf({ page: 2, size: 4 })).toEqual({ count: 5, next: null, after: [100] })
  expect(await windowOf({ limit: 2, offset: 9 })).toEqual({ count: 5, next: null, after: [] })
})

test('refusals name their reason and change nothing', async () => {
  const refused = async (seller: Seller, code: string, body: unknown = {}) => {
    const response = await asks(seller, body)
    expect([response.status, response.body.code]).toEqual([400, code])
    expect(await transfersOf(seller)).toEqual([])
  }
  const poor = await makeSeller()
  await refused(poor, 'balance_empty')
  const homeless = await makeSeller({ holder: null })
  await sells(homeless, 500)
  await refused(homeless, 'bank_account_missing')
  await refused(homeless, 'amount_exceeds_balance', { amount: 501 })
  const married = await makeSeller({ holder: 'ｽｽﾞｷ ﾐｻｷ' })
  await sells(married, 500)
  await refused(married, 'holder_name_differs')
  const other = await asks(poor, { customer: married.id })
  expect([other.status, Object.keys(other.body)]).toEqual([400, ['customer']])
  const zero = await asks(married, { amount: 0 })
  expect([zero.status, Object.keys(zero.body)]).toEqual([400, ['amount']])
})

test('a hold on a contracted request stops the money, until it is released', async () => {
  const seller = await makeSeller()
  const request = await sells(seller, 500)
  const placed = await t.db
    .insertInto('hold')
    .values({
      company_id: w.aoyama.company,
      request_id: request,
      kind: 'dispute',
      reason: '数量の申告ちがい',
      placed_by: w.aoyama.staff.id,
      placed_at: t.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await asks(seller)).body.code).toBe('money_on_hold')
  await t.db
    .updateTable('hold')
    .set({
      first_release_by: w.aoyama.staff.id,
      released_by: w.aoyama.admin.id,
      released_at: t.clock.now().toISOString(),
    })
    .where('id', '=', placed.id)
    .execute()
  expect((await asks(seller)).status).toBe(201)
})

test('neither a cleared identification nor a stop of new requests withholds money', async () => {
  const seller = await makeSeller()
  await sells(seller, 500)
  await t.db
    .updateTable('identification')
    .set({ cleared_at: t.clock.now().toISOString(), cleared_reason: '住所変更' })
    .where('customer_id', '=', seller.id)
    .execute()
  await t.db
    .insertInto('purchase_stop')
    .values({
      customer_id: seller.id,
      company_id: w.aoyama.company,
      version: 1,
      is_stopped: true,
      reason: '連絡がつかないため',
      changed_at: t.clock.now().toISOString(),
    })
    .execute()
  expect((await asks(seller)).status).toBe(201)
})

test('fifty at once make one transfer', async () => {
  const seller = await makeSeller()
  await sells(seller, 9000)
  const responses = await Promise.all(Array.from({ length: 50 }, () => asks(seller)))
  const made = responses.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  const rest = new Set(
    responses.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`),
  )
  expect([...rest]).toEqual(['400 transfer_in_progress'])
  expect(await transfersOf(seller)).toHaveLength(1)
  await expectProof()
})

test('twenty at once with one key get one answer; the key with another body is refused', async () => {
  const seller = await makeSeller()
  await sells(seller, 9000)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => asks(seller, { amount: 800 }, 'one-key')),
  )
  expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(responses[0]?.body).toMatchObject({ amount: 800, balance: 8200 })
  expect((await asks(seller, { amount: 801 }, 'one-key')).body.code).toBe('idempotency_key_reused')
  expect(await transfersOf(seller)).toHaveLength(1)
})

test('what breaks in the middle leaves nothing half', async () => {
  const seller = await makeSeller()
  await sells(seller, 9000)
  const steps = ['transfer', 'book_entry', 'activity'] as const
  for (const step of steps) {
    await t.pool.query(`
      create function broken_step() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$;
      create trigger broken_step before insert on ${step} for each row execute function broken_step()`)
    try {
      expect((await asks(seller, {}, `cut-${step}`)).status).toBe(500)
    } finally {
      await t.pool.query(`drop trigger broken_step on ${step}; drop function broken_step()`)
    }
    expect((await overview(seller)).balance).toBe(9000)
    expect(await transfersOf(seller)).toEqual([])
    await expectProof()
  }
  expect((await asks(seller, {}, 'cut-transfer')).status).toBe(201)
})

test('calls of customers are closed to staff and to nobody', async () => {
  for (const [route, token, status] of [
    ['POST /api/transfer/', undefined, 401],
    ['POST /api/transfer/', w.aoyama.admin.token, 403],
    ['GET /api/balance/', w.operator.operator.token, 403],
    ['GET /api/transactions/', w.aoyama.staff.token, 403],
  ] as const)
    expect((await t.ask(route, { token, body: route.startsWith('POST') ? {} : undefined })).status).toBe(
      status,
    )
})

async function runTask(task: 'transfer.automatic' | 'transfer.remind'): Promise<void> {
  const { allTasks } = await import('#server/jobs')
  await allTasks(t.db, t.tools)[task]({})
}

test('seven days after the newest deal the balance goes by itself, where that was wished', async () => {
  const willing = await makeSeller()
  await sells(willing, 700, '2026-11-17T23:30:00+09:00')
  const recent = await makeSeller()
  await sells(recent, 700, '2026-11-01T10:00:00+09:00')
  await sells(recent, 300, '2026-11-18T00:30:00+09:00')
  const unwilling = await makeSeller()
  await sells(unwilling, 700, '2026-11-01T10:00:00+09:00')
  await t.db.updateTable('customer').set({ auto_transfer: false }).where('id', '=', unwilling.id).execute()
  const homeless = await makeSeller({ holder: null })
  await sells(homeless, 700, '2026-11-01T10:00:00+09:00')
  expect((await overview(willing)).auto_transfer_on).toBe('2026-11-24')
  expect((await overview(recent)).auto_transfer_on).toBe('2026-11-25')
  expect((await overview(unwilling)).auto_transfer_on).toBeNull()
  await runTask('transfer.automatic')
  await runTask('transfer.automatic')
  expect(await transfersOf(willing)).toMatchObject([
    { kind: 'automatic', amount: 700, scheduled_on: '2026-11-25' },
  ])
  for (const seller of [recent, unwilling, homeless]) expect(await transfersOf(seller)).toEqual([])
  t.clock.set('2026-11-25T06:00:00+09:00')
  await runTask('transfer.automatic')
  expect(await transfersOf(recent)).toMatchObject([{ kind: 'automatic', amount: 1000 }])
  await expectProof()
})

const remindersOf = async (seller: Seller) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notification.transfer_expired' and (j.payload ->> 'customer')::bigint = ${seller.id}`.execute(
    t.db,
  )
  return rows[0]?.n
}

test('after 180 days with nowhere to go the balance expires, and the owner is reminded monthly', async () => {
  const homeless = await makeSeller({ holder: null })
  const renamed = await makeSeller({ holder: 'ｽｽﾞｷ ﾐｻｷ' })
  const housed = await makeSeller()
  for (const seller of [homeless, renamed, housed]) await sells(seller, 600, '2026-11-20T10:00:00+09:00')
  await t.db.updateTable('customer').set({ auto_transfer: false }).where('id', '=', housed.id).execute()
  const runOn = async (day: string) => {
    t.clock.set(`${day}T06:30:00+09:00`)
    await runTask('transfer.remind')
  }
  await runOn('2027-05-18')
  expect(await remindersOf(homeless)).toBe(0)
  await runOn('2027-05-19')
  await runOn('2027-05-20')
  expect(await Promise.all([homeless, renamed, housed].map(remindersOf))).toEqual([1, 1, 0])
  await runOn('2027-06-17')
  expect(await remindersOf(homeless)).toBe(1)
  await runOn('2027-06-18')
  expect(await remindersOf(homeless)).toBe(2)
  const { token } = await signIn(t, await accountOfCustomer(homeless.id))
  const late = { id: homeless.id, token }
  expect(await overview(late)).toMatchObject({ balance: 600, is_transfer_expired: true })
  expect((await asks(late)).body.code).toBe('transfer_expired')
  await makeBankAccount(t.db, t.tools, homeless.id, {
    branch_code: '001',
    account_holder_kana: 'サトウ ミサキ',
  })
  expect((await asks(late)).body.code).toBe('transfer_expired')
  // A corrected name alone moves an expired balance neither by itself nor by the ordinary route.
  await t.db
    .updateTable('bank_account')
    .set({ account_holder_kana: 'ｻﾄｳ ﾐｻｷ' })
    .where('customer_id', '=', renamed.id)
    .execute()
  await runTask('transfer.automatic')
  expect(await transfersOf(renamed)).toEqual([])
  await expectProof()
})

async function accountOfCustomer(id: number): Promise<{ account_id: number }> {
  return t.db.selectFrom('customer').select('account_id').where('id', '=', id).executeTakeFirstOrThrow()
}

describe('an account no file can name', () => {
  test.each([
    ['a branch that was closed', { branch_code: '998' }],
    ['a bank that was merged', { bank_code: '9876', branch_code: '001' }],
    ['a number of zeros only', { account_number: '0000000', branch_code: '001' }],
  ])('%s: refused with the way out, and left alone at night', async (_, account) => {
    const seller = await makeSeller({ holder: null })
    await makeBankAccount(t.db, t.tools, seller.id, { account_holder_kana: 'サトウ ミサキ', ...account })
    await sells(seller, 700, '2026-11-01T10:00:00+09:00')
    expect((await overview(seller)).auto_transfer_on).toBeNull()
    const response = await asks(seller)
    expect([response.status, response.body.code]).toEqual([400, 'bank_account_unusable'])
    await runTask('transfer.automatic')
    expect(await transfersOf(seller)).toEqual([])
  })

  test('a number that only ends in zeros is one', async () => {
    const seller = await makeSeller({ number: '0012000' })
    await sells(seller, 700)
    expect((await asks(seller)).status).toBe(201)
  })
})

test('one balance that cannot be handled stops nobody behind it, and the job fails by its number only', async () => {
  const broken = await makeSeller({ kana: 'タナカ コワレタ' })
  const behind = await makeSeller()
  for (const seller of [broken, behind]) await sells(seller, 700, '2026-11-01T10:00:00+09:00')
  await t.pool.query(`
    create function broken_one() returns trigger language plpgsql as $$ begin
      if new.customer_id = ${broken.id} then raise exception 'no room for % here', new.account_holder_kana; end if;
      return new;
    end $$;
    create trigger broken_one before insert on transfer for each row execute function broken_one()`)
  try {
    await expect(runTask('transfer.automatic')).rejects.toThrow('1 failed')
  } finally {
    await t.pool.query('drop trigger broken_one on transfer; drop function broken_one()')
  }
  expect(await transfersOf(behind)).toMatchObject([{ kind: 'automatic' }])
  expect(t.logText()).toContain(`"id":${broken.id}`)
  expect(t.logText()).not.toContain('コワレタ')
  await runTask('transfer.automatic')
  expect(await transfersOf(broken)).toMatchObject([{ kind: 'automatic' }])
})

test('what was due when it was looked for is judged again under the lock', async () => {
  const seller = await makeSeller()
  await sells(seller, 700, '2026-11-01T10:00:00+09:00')
  const client = await t.pool.connect()
  try {
    await client.query('begin')
    await client.query('select id from customer where id = $1 for update', [seller.id])
    const running = runTask('transfer.automatic')
    await somebodyWaits()
    await client.query('update customer set auto_transfer = false where id = $1', [seller.id])
    await client.query('commit')
    await running
  } finally {
    client.release()
  }
  expect(await transfersOf(seller)).toEqual([])
})

async function somebodyWaits(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await t.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 5000, interval: 20 },
  )
}
