import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { prove } from '#server/domains/book/book.proof'
import { allTasks } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { fromCsv } from '#server/platform/csv'
import { type TestApp, type TestResponse, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeOriginator, makePayee } from './transfer.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 16 })
  w = await makeWorld(t)
  await makeOriginator(t.db)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const payDate = '2026-11-25'
const approverName = '内幸 望'

interface Seller {
  id: number
  token: string
}

async function makeSeller(kana = 'サトウ ミサキ', number = '0012345'): Promise<Seller> {
  const made = await makePayee(t.db, t.tools, w.aoyama.company, { kana, number })
  return { id: made.customer_id, token: (await signIn(t, made)).token }
}

async function asked(seller: Seller, ...amounts: number[]): Promise<number> {
  const dealers = [w.aoyama, w.umeda]
  for (const [index, amount] of amounts.entries()) {
    const dealer = dealers[index] as { company: number; shops: number[] }
    await makePurchase(t.db, {
      customer_id: seller.id,
      company_id: dealer.company,
      shop_id: dealer.shops[0] as number,
      terms: w.terms,
      amount,
    })
  }
  const response = await t.ask('POST /api/transfer/', { token: seller.token, body: {} })
  expect(response.status).toBe(201)
  return response.body.id
}

const maker = () => w.operator.operator.token
const approver = () => w.operator.approver.token
const creates = (transfers: number[], key?: string, pay_date = payDate) =>
  t.ask('POST /api/biz/payouts/', { token: maker(), body: { pay_date, transfers }, ...(key ? { key } : {}) })
const moves = (batch: { id: number; version: number }, name: string, token = maker(), body: object = {}) =>
  t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, { token, body: { version: batch.version, ...body } })

async function sentBatch(transfers: number[]) {
  let batch = (await creates(transfers)).body
  batch = (await moves(batch, 'approve', approver())).body
  batch = (await moves(batch, 'export')).body
  batch = (await moves(batch, 'send')).body
  expect(batch.state).toBe('sent')
  return batch
}

const balance = async (seller: Seller) => (await t.ask('GET /api/balance/', { token: seller.token })).body
const stateOf = async (id: number) =>
  (await t.db.selectFrom('payout_batch').select('state').where('id', '=', id).executeTakeFirst())?.state
const expectProof = async () => {
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
}
const codes = (response: TestResponse) => [response.status, response.body.code]
const problemsOf = (response: TestResponse) =>
  response.body.problems.map((problem: { code: string }) => problem.code)

test('what was asked for after the cut-off, on a Friday, is offered for its own day', async () => {
  t.clock.set('2026-11-27T16:00:00+09:00')
  const { token } = await signIn(t, w.operator.operator)
  const seller = await makeSeller()
  const transfer = await asked(seller, 4000)
  const read = async () => (await t.ask('GET /api/biz/payouts/candidates/', { token })).body
  expect(await read()).toMatchObject({ pay_date: '2026-12-01', candidates: [{ transfer }], problems: [] })
  const ended = await t.ask(`POST /api/biz/payouts/candidates/${transfer}/cannot-send/`, {
    token,
    body: { reason: '試験のため' },
  })
  expect(ended.status).toBe(200)
  expect(await read()).toMatchObject({ pay_date: '2026-11-30', candidates: [] })
})

test('a batch from candidates to the last result, with the file byte by byte', async () => {
  const misaki = await makeSeller()
  const jun = await makeSeller('ヤマグチ ジュンイチ', '7654321')
  const first = await asked(misaki, 4000, 1500)
  const second = await asked(jun, 12_345)

  const candidates = await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })
  expect(candidates.body).toMatchObject({ pay_date: payDate, total: 17_845, problems: [] })
  expect(candidates.body.candidates).toMatchObject([
    { transfer: first, amount: 5500, kind: 'ordinary', problems: [] },
    { transfer: second, amount: 12_345, problems: [] },
  ])

  const created = await creates([second, first])
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    state: 'draft',
    line_count: 2,
    total: 17_845,
    created_by: '大手 進',
    approved_by: '',
    allowed_moves: ['cancel'],
    problems: [],
    version: 1,
  })
  expect(created.body.lines[0]).toMatchObject({
    transfer: first,
    account_number_masked: '****345',
    bank_name: 'みずほ銀行',
    verified_name_kana: 'サトウ ミサキ',
    result: 'pending',
  })
  expect(JSON.stringify(created.body)).not.toContain('0012345')
  const id = created.body.id as number
  expect((await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })).body.candidates).toEqual([])

  expect(codes(await moves(created.body, 'approve'))).toEqual([403, 'two_people_required'])
  const approved = await moves(created.body, 'approve', approver())
  expect(approved.body).toMatchObject({
    state: 'approved',
    approved_by: '内幸 望',
    allowed_moves: ['export', 'cancel'],
  })
  const stale = await moves(created.body, 'export')
  expect(codes(stale)).toEqual([400, 'stale_version'])
  expect(stale.body.current).toMatchObject({ id, version: 2, state: 'approved' })
  expect(Object.keys(stale.body.current).toSorted()).toEqual(Object.keys(approved.body).toSorted())
  expect((await t.ask(`GET /api/biz/payouts/${id}/file/`, { token: maker() })).status).toBe(404)

  const exported = await moves(approved.body, 'export')
  expect(exported.body).toMatchObject({ state: 'exported', allowed_moves: ['send', 'cancel'] })
  const file = await t.app.inject({
    method: 'GET',
    url: `/api/biz/payouts/${id}/file/`,
    headers: { authorization: `Bearer ${maker()}` },
  })
  expect(file.headers['content-type']).toBe('application/octet-stream')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="zengin-20261125-${id}.txt"`)
  const pad = (n: number, width: number) => String(n).padStart(width, '0')
  const records = [
    `12100123456789${'ｵｸﾙｳﾝｴｲ(ｶ'.padEnd(40)}11250001${'ﾐｽﾞﾎ'.padEnd(15)}001${'ﾄｳｷﾖｳ'.padEnd(15)}17654321${' '.repeat(17)}`,
    `20001${'ﾐｽﾞﾎ'.padEnd(15)}001${'ﾄｳｷﾖｳ'.padEnd(15)}000010012345${'ｻﾄｳ ﾐｻｷ'.padEnd(30)}00000055000${pad(first, 10)}00000000007${' '.repeat(8)}`,
    `20001${'ﾐｽﾞﾎ'.padEnd(15)}001${'ﾄｳｷﾖｳ'.padEnd(15)}000017654321${'ﾔﾏｸﾞﾁ ｼﾞﾕﾝｲﾁ'.padEnd(30)}00000123450${pad(second, 10)}00000000007${' '.repeat(8)}`,
    `8000002000000017845${' '.repeat(101)}`,
    `9${' '.repeat(119)}`,
  ]
  // Decoded by the platform, not by our own code.
  const lines = new TextDecoder('shift_jis').decode(file.rawPayload).split('\r\n')
  expect(lines).toEqual([...records, ''])
  expect(file.rawPayload).toHaveLength(5 * 122)
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(exported.body.file_sha256)

  const sent = await moves(exported.body, 'send')
  expect(sent.body).toMatchObject({ state: 'sent', allowed_moves: ['record_results'] })
  expect(codes(await moves(sent.body, 'cancel', maker(), { reason: '中止' }))).toEqual([
    400,
    'illegal_transition',
  ])

  const [lineOne, lineTwo] = sent.body.lines
  const half = await moves(sent.body, 'results', maker(), { results: [{ line: lineOne.id, result: 'paid' }] })
  expect(half.body).toMatchObject({ state: 'sent', paid_count: 1, bounced_count: 0 })
  const closed = await moves(half.body, 'results', maker(), {
    results: [{ line: lineTwo.id, result: 'bounced', reason: '該当口座なし' }],
  })
  expect(closed.body).toMatchObject({
    state: 'closed',
    paid_count: 1,
    bounced_count: 1,
    allowed_moves: ['record_returns'],
  })
  expect(await balance(misaki)).toMatchObject({ balance: 0, transfer_in_progress: null, bounce: null })
  expect(await balance(jun)).toMatchObject({
    balance: 12_345,
    transfer_in_progress: null,
    bounce: { bounced_on: '2026-11-24', reason: '該当口座なし' },
    auto_transfer_on: null,
  })
  const history = await t.ask('GET /api/transactions/', { token: jun.token })
  expect(history.body.results).toMatchObject([
    { kind: 'REVERSAL', amount: 12_345, balance_after: 12_345, status: 2, note: '該当口座なし' },
    { kind: 'TRANSFER', amount: -12_345, balance_after: 0, status: 2 },
    { kind: 'PURCHASE', amount: 12_345, balance_after: 12_345, status: null },
  ])
  await expectProof()

  expect(closed.body.history).toMatchObject([
    { act: 'create', by: '大手 進', reason: '' },
    { act: 'approve', by: approverName },
    { act: 'export', by: '大手 進' },
    { act: 'download', by: '大手 進' },
    { act: 'send', by: '大手 進' },
    { act: 'record_results', by: '大手 進', paid: 1, bounced: 0 },
    { act: 'record_results', by: '大手 進', paid: 0, bounced: 1 },
  ])
  expect(closed.body.lines[1]).toMatchObject({
    bounce_reason: '該当口座なし',
    recorded_by: '大手 進',
    recorded_at: testStart,
  })

  const again = await t.ask('POST /api/transfer/', { token: jun.token, body: {} })
  expect(again.status).toBe(201)
  expect((await balance(jun)).bounce).toBeNull()
  const waiting = await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })
  expect(waiting.body.candidates).toMatchObject([
    { transfer: again.body.id, bounced_before: '該当口座なし', problems: [] },
  ])
  const retried = await creates([again.body.id])
  expect(retried.status).toBe(201)
  const seen = await t.ask(`GET /api/biz/payouts/${id}/`, { token: maker() })
  expect(seen.body).toEqual(closed.body)
  const activities = await t.db
    .selectFrom('activity')
    .select('action')
    .where('object_type', '=', 'payout_batch')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(activities.map(({ action }) => action.slice('payout.'.length))).toEqual([
    'create',
    'approve',
    'export',
    'download',
    'send',
    'record_results',
    'record_results',
    'view',
  ])
})

test('a batch that was given up says by whom and why', async () => {
  const created = (await creates([await asked(await makeSeller(), 700)])).body
  const canceled = await moves(created, 'cancel', approver(), { reason: '金額を確かめ直すため' })
  expect(canceled.body.history).toMatchObject([
    { act: 'create', by: '大手 進', at: testStart, reason: '' },
    { act: 'cancel', by: approverName, reason: '金額を確かめ直すため' },
  ])
})

test('two people record different lines of one batch at once: the second sees what the first said', async () => {
  const transfers = [await asked(await makeSeller(), 800), await asked(await makeSeller(), 900)]
  const batch = await sentBatch(transfers)
  const record = (index: number, token: string, version: number) =>
    moves({ id: batch.id, version }, 'results', token, {
      results: [{ line: batch.lines[index].id, result: 'paid' }],
    })
  const responses = await Promise.all([
    record(0, maker(), batch.version),
    record(1, approver(), batch.version),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const late = responses.findIndex(({ status }) => status === 400)
  const current = responses[late]?.body.current
  expect(responses[late]?.body.code).toBe('stale_version')
  expect(current.lines[1 - late]).toMatchObject({
    result: 'paid',
    recorded_by: late === 1 ? '大手 進' : approverName,
  })
  expect(current.lines[late]).toMatchObject({ result: 'pending', recorded_by: '', recorded_at: null })
  const closed = await record(late, approver(), current.version)
  expect(closed.body).toMatchObject({ state: 'closed', paid_count: 2 })
  await expectProof()
})

test('the same result again changes nothing; another one is refused', async () => {
  const seller = await makeSeller()
  const batch = await sentBatch([await asked(seller, 1000)])
  const line = batch.lines[0].id
  const paid = { results: [{ line, result: 'paid' }] }
  const first = await moves(batch, 'results', maker(), paid)
  expect(first.body.state).toBe('closed')
  const entries = async () =>
    (await sql<{ n: number }>`select count(*) as n from book_entry`.execute(t.db)).rows[0]?.n
  const before = await entries()
  const repeated = await moves(batch, 'results', approver(), paid)
  expect([repeated.status, repeated.body.version]).toEqual([200, first.body.version])
  const other = await moves(first.body, 'results', maker(), {
    results: [{ line, result: 'bounced', reason: '口座相違' }],
  })
  expect(codes(other)).toEqual([400, 'illegal_transition'])
  const foreign = await moves(first.body, 'results', maker(), {
    results: [{ line: line + 100_000, result: 'paid' }],
  })
  expect([foreign.status, Object.keys(foreign.body)]).toEqual([400, ['results']])
  expect(await entries()).toBe(before)
  expect((await balance(seller)).balance).toBe(0)
})

test('twenty recording the same result at once pay once; a mixed crowd settles on one answer', async () => {
  const seller = await makeSeller()
  const batch = await sentBatch([await asked(seller, 1000, 500)])
  const line = batch.lines[0].id
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      moves(batch, 'results', maker(), {
        results: [index % 2 === 0 ? { line, result: 'paid' } : { line, result: 'bounced', reason: '解約済' }],
      }),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  const { balance: left } = await balance(seller)
  expect([0, 1500]).toContain(left)
  await expectProof()
})

test('a bounce without a reason is refused', async () => {
  const batch = await sentBatch([await asked(await makeSeller(), 1000)])
  const response = await moves(batch, 'results', maker(), {
    results: [{ line: batch.lines[0].id, result: 'bounced', reason: ' ' }],
  })
  expect([response.status, Object.keys(response.body)]).toEqual([400, ['results']])
  expect(await stateOf(batch.id)).toBe('sent')
})

test('two approvers at once: one approves', async () => {
  const created = (await creates([await asked(await makeSeller(), 1000)])).body
  const responses = await Promise.all([1, 2, 3].map(() => moves(created, 'approve', approver())))
  expect(responses.map(codes).toSorted()).toEqual([
    [200, undefined],
    [400, 'stale_version'],
    [400, 'stale_version'],
  ])
})

test('exporting twice, also at once, gives one file', async () => {
  const created = (await creates([await asked(await makeSeller(), 1000)])).body
  const approved = (await moves(created, 'approve', approver())).body
  const responses = await Promise.all([1, 2, 3, 4].map(() => moves(approved, 'export')))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(responses.map(({ body }) => body.file_sha256)).size).toBe(1)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from activity where action = 'payout.export' and object_id = ${String(created.id)}`.execute(
    t.db,
  )
  expect(rows[0]?.n).toBe(1)
  const path = `GET /api/biz/payouts/${created.id}/file/`
  const [one, two] = [await t.ask(path, { token: maker() }), await t.ask(path, { token: approver() })]
  expect(one.body).toBe(two.body)
  const stored = await t.tools.files.get(`payouts/${created.id}.sealed`)
  expect(stored?.bytes.includes('0012345')).toBe(false)
})

test('a transfer is in one live batch, and in another after the first was given up', async () => {
  const seller = await makeSeller()
  const transfer = await asked(seller, 1000)
  const tries = await Promise.all([1, 2, 3].map(() => creates([transfer])))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  const lost = tries.find(({ status }) => status === 400) as TestResponse
  expect(codes(lost)).toEqual([400, 'payout_check_failed'])
  expect(problemsOf(lost)).toContain('already_batched')
  let batch = (tries.find(({ status }) => status === 201) as TestResponse).body
  batch = (await moves(batch, 'approve', approver())).body
  batch = (await moves(batch, 'export')).body
  const canceled = await moves(batch, 'cancel', approver(), { reason: '振込日の変更' })
  expect(canceled.body).toMatchObject({
    state: 'canceled',
    allowed_moves: [],
    lines: [{ result: 'canceled' }],
  })
  expect((await t.ask(`GET /api/biz/payouts/${batch.id}/file/`, { token: maker() })).status).toBe(404)
  expect(await t.tools.files.get(`payouts/${batch.id}.sealed`)).toBeNull()
  expect((await balance(seller)).transfer_in_progress).toMatchObject({ id: transfer })
  const list = await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })
  expect(list.body.candidates.map((row: { transfer: number }) => row.transfer)).toContain(transfer)
  expect((await creates([transfer])).status).toBe(201)
  await expectProof()
})

test('the file of a batch that was given up goes, whatever dies in between', async () => {
  const keyOf = ({ id }: { id: number }) => `payouts/${id}.sealed`
  let batch = (await creates([await asked(await makeSeller(), 1000)])).body
  batch = (await moves(batch, 'approve', approver())).body
  batch = (await moves(batch, 'export')).body
  const { delete: working } = t.tools.files
  t.tools.files.delete = () => Promise.reject(new Error('the process died here'))
  try {
    expect((await moves(batch, 'cancel', approver(), { reason: '振込日の変更' })).status).toBe(200)
  } finally {
    t.tools.files.delete = working
  }
  expect(await t.tools.files.get(keyOf(batch))).not.toBeNull()
  t.clock.forward(60_000)
  await t.runJobs()
  expect(await t.tools.files.get(keyOf(batch))).toBeNull()

  // An interrupted export has left a file that no row names.
  let other = (await creates([await asked(await makeSeller(), 1000)])).body
  other = (await moves(other, 'approve', approver())).body
  await t.tools.files.put(keyOf(other), Buffer.from('left behind'), 'application/octet-stream')
  expect((await moves(other, 'cancel', approver(), { reason: '振込日の変更' })).status).toBe(200)
  expect(await t.tools.files.get(keyOf(other))).toBeNull()
})

test('nothing is paid twice, not even by hand in the database', async () => {
  const seller = await makeSeller()
  const transfer = await asked(seller, 1000)
  const batch = await sentBatch([transfer])
  await moves(batch, 'results', maker(), { results: [{ line: batch.lines[0].id, result: 'paid' }] })
  const attempts = [
    `insert into payout_line (batch_id, transfer_id, amount) values (${batch.id}, ${transfer}, 1000)`,
    `update transfer set status = 0 where id = ${transfer}`,
    `update transfer set amount = amount + 1 where id = ${transfer}`,
    `insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after, transfer_id, actor_kind, created_at)
     select kind, debit_account_id, credit_account_id, amount, 0, 0, transfer_id, actor_kind, created_at from book_entry
     where transfer_id = ${transfer} order by id desc limit 1`,
  ]
  for (const attempt of attempts) await expect(t.pool.query(attempt)).rejects.toThrow()
  await expectProof()
})

test('the key of a creation is good once', async () => {
  const transfer = await asked(await makeSeller(), 1000)
  const responses = await Promise.all([1, 2, 3].map(() => creates([transfer], 'batch-key')))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(codes(await creates([transfer], 'batch-key', '2026-11-26'))).toEqual([400, 'idempotency_key_reused'])
})

test('what a bank would refuse is found before, in words, and no batch is made', async () => {
  const seller = await makeSeller()
  const transfer = await asked(seller, 1000)
  const before = (await t.ask('GET /api/biz/payouts/', { token: maker() })).body.count
  const holiday = await creates([transfer], undefined, '2026-11-28')
  expect(codes(holiday)).toEqual([400, 'payout_check_failed'])
  expect(holiday.body.problems).toMatchObject([
    { code: 'not_business_day', line: null, transfer: null, field: 'payDate', severity: 'error' },
  ])
  expect(problemsOf(await creates([transfer], undefined, '2026-11-23'))).toContain('pay_date_past')
  await t.pool.query("delete from bank_branch where bank_code = '0001' and branch_code = '001'")
  const merged = await creates([transfer])
  await t.pool.query("insert into bank_branch values ('0001', '001', '東京営業部', 'トウキヨウ', '')")
  expect(
    merged.body.problems.find((row: { transfer: number | null }) => row.transfer === transfer),
  ).toMatchObject({
    code: 'branch_unknown',
    line: 1,
    byte: 21,
  })
  await t.db
    .updateTable('identification')
    .set({ verified_name_kana: 'スズキ ミサキ' })
    .where('customer_id', '=', seller.id)
    .execute()
  expect(problemsOf(await creates([transfer]))).toEqual(['holder_name_differs'])
  const unknown = await creates([transfer, 999_999])
  expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['transfers']])
  const { rows: setting } = await t.pool.query('delete from payout_originator returning *')
  expect(problemsOf(await creates([transfer]))).toEqual(['originator_setting', 'holder_name_differs'])
  await makeOriginator(t.db, setting[0])
  expect((await t.ask('GET /api/biz/payouts/', { token: maker() })).body.count).toBe(before)
})

test('a hold placed after the making stops the approval and the file', async () => {
  const seller = await makeSeller()
  const created = (await creates([await asked(seller, 1000)])).body
  const request = await t.db
    .selectFrom('purchase_request')
    .select('id')
    .where('customer_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  const hold = () =>
    t.db
      .insertInto('hold')
      .values({
        company_id: w.aoyama.company,
        request_id: request.id,
        kind: 'police_order',
        reason: '差止め',
        placed_by: w.aoyama.staff.id,
        placed_at: t.clock.now().toISOString(),
      })
      .execute()
  await hold()
  const refused = await moves(created, 'approve', approver())
  expect([codes(refused), problemsOf(refused)]).toEqual([[400, 'payout_check_failed'], ['money_on_hold']])
  expect(await stateOf(created.id)).toBe('draft')
  await t.pool.query(
    'update hold set first_release_by = $1, released_by = $2, released_at = $3 where request_id = $4',
    [w.aoyama.staff.id, w.aoyama.admin.id, t.clock.now(), request.id],
  )
  const approved = (await moves(created, 'approve', approver())).body
  await hold()
  expect(problemsOf(await moves(approved, 'export'))).toEqual(['money_on_hold'])
  expect(await stateOf(created.id)).toBe('approved')
})

test('steps cannot be skipped', async () => {
  const created = (await creates([await asked(await makeSeller(), 1000)])).body
  const line = created.lines[0].id
  for (const [name, body] of [
    ['export', {}],
    ['send', {}],
    ['results', { results: [{ line, result: 'paid' }] }],
  ] as const)
    expect(codes(await moves(created, name, maker(), body))).toEqual([400, 'illegal_transition'])
  expect((await moves({ id: 999_999, version: 1 }, 'approve', approver())).status).toBe(404)
  expect((await moves({ id: 999_999, version: 1 }, 'cancel', approver())).status).toBe(404)
  expect(await stateOf(created.id)).toBe('draft')
})

test('what breaks while results are written leaves the batch as it was', async () => {
  const seller = await makeSeller()
  const batch = await sentBatch([await asked(seller, 1000)])
  await t.pool.query(`
    create function broken_step() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$;
    create trigger broken_step before insert on book_entry for each row execute function broken_step()`)
  const paid = { results: [{ line: batch.lines[0].id, result: 'paid' }] }
  expect((await moves(batch, 'results', maker(), paid)).status).toBe(500)
  await t.pool.query('drop trigger broken_step on book_entry; drop function broken_step()')
  expect(await stateOf(batch.id)).toBe('sent')
  expect((await balance(seller)).transfer_in_progress).not.toBeNull()
  await expectProof()
  expect((await moves(batch, 'results', maker(), paid)).body.state).toBe('closed')
})

test('a bounce is over once a later transfer was paid: the next price goes by itself again', async () => {
  const seller = await makeSeller()
  const settle = async (transfer: number, result: object) => {
    const batch = await sentBatch([transfer])
    await moves(batch, 'results', maker(), { results: [{ line: batch.lines[0].id, ...result }] })
  }
  await settle(await asked(seller, 1000), { result: 'bounced', reason: '名義相違' })
  expect((await balance(seller)).auto_transfer_on).toBeNull()
  // The bank was wrong: the money now arrives at the unchanged account.
  t.clock.set('2026-11-24T10:01:00+09:00')
  await settle((await t.ask('POST /api/transfer/', { token: seller.token, body: {} })).body.id, {
    result: 'paid',
  })
  await makePurchase(t.db, {
    customer_id: seller.id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0] as number,
    terms: w.terms,
    amount: 800,
    at: '2026-11-24T10:01:30+09:00',
  })
  expect(await balance(seller)).toMatchObject({
    balance: 800,
    auto_transfer_on: '2026-12-01',
    bounce: null,
  })
  t.clock.set('2026-12-01T06:00:00+09:00')
  await allTasks(t.db, t.tools)['transfer.automatic']({})
  const newest = await t.db
    .selectFrom('transfer')
    .select(['kind', 'amount', 'status'])
    .where('customer_id', '=', seller.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(newest).toEqual({ kind: 'automatic', amount: 800, status: 0 })
  await expectProof()
})

describe('a transfer that cannot be sent', () => {
  const cannotSend = (transfer: number, body: object = { reason: '支店が閉店しました' }, token = maker()) =>
    t.ask(`POST /api/biz/payouts/candidates/${transfer}/cannot-send/`, { token, body })
  const candidates = async () =>
    (await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })).body.candidates

  test('goes back to the balance with its reason, is told, and is not tried again by itself', async () => {
    const seller = await makeSeller()
    const transfer = await asked(seller, 1000, 500)
    await t.pool.query("delete from bank_branch where bank_code = '0001' and branch_code = '001'")
    const mine = () =>
      candidates().then((rows) => rows.find((row: { transfer: number }) => row.transfer === transfer))
    expect(problemsOf({ body: await mine() } as TestResponse)).toContain('branch_unknown')
    const response = await cannotSend(transfer)
    await t.pool.query("insert into bank_branch values ('0001', '001', '東京営業部', 'トウキヨウ', '')")
    expect(response).toMatchObject({
      status: 200,
      body: { transfer, status: 2, amount: 1500, reason: '支店が閉店しました' },
    })
    expect(await mine()).toBeUndefined()
    expect(await balance(seller)).toMatchObject({
      balance: 1500,
      accounts: [{ balance: 1000 }, { balance: 500 }],
      transfer_in_progress: null,
      auto_transfer_on: null,
      bounce: { reason: '支店が閉店しました' },
    })
    const history = await t.ask('GET /api/transactions/', { token: seller.token })
    expect(history.body.results.slice(0, 2)).toMatchObject([
      { kind: 'REVERSAL', status: 2, note: '支店が閉店しました' },
      { kind: 'REVERSAL', status: 2, note: '支店が閉店しました' },
    ])
    const sentBefore = t.outbox.length
    await t.runJobs()
    const told = t.outbox.slice(sentBefore).map(({ text }) => text)
    expect(told.filter((text) => text.includes('理由は「支店が閉店しました」です。'))).toHaveLength(1)
    await expectProof()
    expect(codes(await cannotSend(transfer))).toEqual([400, 'illegal_transition'])
    expect((await t.ask('POST /api/transfer/', { token: seller.token, body: {} })).status).toBe(201)
    await expectProof()
  })

  test('a number of zeros that waits already is seen before a batch is made of it', async () => {
    const transfer = await asked(await makeSeller('ヤマグチ ジュンイチ', '7654000'), 900)
    const mine = () =>
      candidates().then((rows) => rows.find((row: { transfer: number }) => row.transfer === transfer))
    expect((await mine()).problems).toEqual([])
    await t.db
      .updateTable('transfer')
      .set({
        account_number_enc: t.tools.keys.field.encrypt('0000000', 'transfer.account_number_enc', transfer),
      })
      .where('id', '=', transfer)
      .execute()
    expect(problemsOf({ body: await mine() } as TestResponse)).toEqual(['account_number'])
    expect(problemsOf(await creates([transfer]))).toEqual(['account_number'])
    expect((await cannotSend(transfer)).status).toBe(200)
  })

  test('is not what stands in a batch: there the bank answers; given up, it waits again', async () => {
    const transfer = await asked(await makeSeller(), 900)
    const batch = (await creates([transfer])).body
    expect(codes(await cannotSend(transfer))).toEqual([400, 'illegal_transition'])
    await moves(batch, 'cancel', maker(), { reason: '支店の統合' })
    expect((await cannotSend(transfer)).status).toBe(200)
    await expectProof()
  })

  test('at once with a batch: one of the two has it', async () => {
    for (const _ of [1, 2, 3]) {
      const transfer = await asked(await makeSeller(), 900)
      const [refused, batched] = await Promise.all([cannotSend(transfer), creates([transfer])])
      expect([refused.status, batched.status].toSorted()).toEqual(
        refused.status === 200 ? [200, 400] : [201, 400],
      )
    }
    await expectProof()
  })

  test('needs a reason, and the operator', async () => {
    const seller = await makeSeller()
    const transfer = await asked(seller, 900)
    expect(Object.keys((await cannotSend(transfer, { reason: ' ' })).body)).toEqual(['reason'])
    for (const token of [seller.token, w.aoyama.admin.token, w.aoyama.staff.token])
      expect((await cannotSend(transfer, undefined, token)).status).toBe(403)
    expect((await cannotSend(999_999)).status).toBe(404)
    expect((await balance(seller)).transfer_in_progress).toMatchObject({ id: transfer })
  })
})

test('the list of batches is a file with the same rows, and taking it is recorded', async () => {
  const seller = await makeSeller()
  const draft = (await creates([await asked(seller, 4000)])).body
  const queries: Record<string, string>[] = [{ state: 'draft' }, { state: 'closed' }, {}]
  for (const query of queries) {
    const listed = await t.ask('GET /api/biz/payouts/', { token: maker(), query: { ...query, size: 200 } })
    const file = await t.ask('GET /api/biz/payouts/csv/', { token: maker(), query })
    const read = fromCsv(Buffer.from(file.body))
    if (!read.ok) throw new Error(read.message)
    expect(read.rows.map((row) => [Number(row.番号), Number(row.合計)])).toEqual(
      listed.body.results.map((row: { id: number; total: number }) => [row.id, row.total]),
    )
    const { rows } = await t.pool.query(
      "select detail from activity where action = 'payout.export_list' order by id desc limit 1",
    )
    expect(rows).toEqual([{ detail: { rows: listed.body.count } }])
  }
  await moves(draft, 'cancel', maker(), { reason: '試験のため' })
})

test('payouts are open to the operator alone; a dealer reads its own share', async () => {
  const seller = await makeSeller()
  const transfer = await asked(seller, 4000, 1500)
  const batch = (await creates([transfer])).body
  for (const token of [w.aoyama.admin.token, w.aoyama.staff.token, seller.token]) {
    for (const path of ['', 'csv/', 'candidates/', `${batch.id}/`, `${batch.id}/file/`])
      expect((await t.ask(`GET /api/biz/payouts/${path}`, { token })).status).toBe(403)
    for (const name of ['approve', 'export', 'send', 'results', 'cancel'])
      expect((await moves(batch, name, token)).status).toBe(403)
  }
  const shares = async (token: string) => {
    const response = await t.ask('GET /api/biz/payout-lines/', { token, query: { size: 200 } })
    return response.body.results.find((row: { transfer: number }) => row.transfer === transfer)
  }
  expect(await shares(w.aoyama.admin.token)).toMatchObject({ amount: 4000, status: 0, paid_on: null })
  expect(await shares(w.umeda.admin.token)).toMatchObject({ amount: 1500 })
  expect(await shares(maker())).toBeUndefined()
  expect((await t.ask('GET /api/biz/payout-lines/', { token: w.aoyama.staff.token })).status).toBe(403)
})
