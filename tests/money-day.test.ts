import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/error'
import { makePurchase } from '#server/domains/book/book.factory'
import { closeDeal } from '#server/domains/deal/deal.service'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { type TestApp, type TestResponse, testApp } from './support/app.ts'
import { answer, contracted, offered } from './support/steps.ts'
import { makeWorld, type Person, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
let sellers: { id: number; token: string }[]
let transfers: number[]

const amountOf = (index: number) => 3_000 + index * 17
const maker = () => w.operator.operator
const approver = () => w.operator.approver

beforeAll(async () => {
  t = await testApp({ max: 24 })
  w = await makeWorld(t)
  await makeOriginator(t.db)
  sellers = []
  for (let index = 0; index < 50; index++) {
    const made = await makePayee(t.db, t.tools, w.aoyama.company, { number: String(1_000_000 + index) })
    await makePurchase(t.db, {
      customer_id: made.customer_id,
      company_id: w.aoyama.company,
      shop_id: w.aoyama.shops[0],
      terms: w.terms,
      amount: amountOf(index),
    })
    sellers.push({ id: made.customer_id, token: (await signIn(t, made)).token })
  }
})
afterAll(() => t.close())

async function expectProof(): Promise<void> {
  const proof = await t.ask('POST /api/biz/book/proofs/', { token: maker().token, body: {} })
  expect(proof.status).toBe(201)
  expect(proof.body.checks.filter((check: { is_ok: boolean }) => !check.is_ok)).toEqual([])
  expect(proof.body.is_ok).toBe(true)
}

async function expectLedger(): Promise<void> {
  const { body } = await t.ask('POST /api/biz/antique-ledger/verify/', {
    token: w.aoyama.admin.token,
    body: {},
  })
  expect(body).toMatchObject({ is_ok: true, problem: '', first_bad_seq: null })
}

const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
  (await t.pool.query(text, values)).rows[0] as T

interface Batch {
  id: number
  version: number
  state: string
  lines: { id: number; transfer: number; result: string }[]
}

const step = (batch: Batch, name: string, person: Person, body: object = {}) =>
  t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, {
    token: person.token,
    body: { version: batch.version, ...body },
  })
const create = (person: Person, ids: number[], key: string) =>
  t.ask('POST /api/biz/payouts/', {
    token: person.token,
    key,
    body: { pay_date: '2026-11-25', transfers: ids },
  })
const read = async (id: number): Promise<Batch> =>
  (await t.ask(`GET /api/biz/payouts/${id}/`, { token: maker().token })).body
const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status).sort()

test('fifty people ask for their money, each three times at once: one transfer each', async () => {
  const asked = await Promise.all(
    sellers.flatMap(({ token }, index) =>
      ['a', 'a', 'b'].map((key) => t.ask('POST /api/transfer/', { token, key: `${key}${index}`, body: {} })),
    ),
  )
  transfers = []
  for (const [index, seller] of sellers.entries()) {
    const [first, again, other] = asked.slice(index * 3, index * 3 + 3) as [
      TestResponse,
      TestResponse,
      TestResponse,
    ]
    const made = [first, again, other].filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    // A repeat returns the first response, refusals included.
    expect([again.status, again.body]).toEqual([first.status, first.body])
    const rows = await one<{ n: number; sum: number }>(
      'select count(*)::int as n, sum(amount)::int as sum from transfer where customer_id = $1',
      [seller.id],
    )
    expect(rows).toEqual({ n: 1, sum: amountOf(index) })
    transfers.push(made[0]?.body.id)
    const repeated = await t.ask('POST /api/transfer/', { token: seller.token, key: 'new', body: {} })
    expect(repeated.body.code).toBe('transfer_in_progress')
  }
  await expectProof()
})

let batch: Batch

test('two operators batch the same transfers at once: one batch has them, nobody pays twice', async () => {
  const made = await Promise.all([
    create(maker(), transfers, 'morning'),
    create(maker(), transfers, 'morning'),
    create(approver(), transfers, 'morning'),
    create(approver(), transfers.slice(10), 'other'),
  ])
  const won = made.filter(({ status }) => status === 201)
  expect(new Set(won.map(({ body }) => body.id)).size).toBe(1)
  for (const lost of made.filter(({ status }) => status !== 201)) {
    expect([lost.status, lost.body.code]).toEqual([400, 'payout_check_failed'])
  }
  const live = await t.pool.query(
    `select transfer_id from payout_line where result in ('pending', 'paid') group by transfer_id having count(*) > 1`,
  )
  expect(live.rows).toEqual([])
  batch = won[0]?.body
  const owner = await one<{ by: number }>('select created_by as by from payout_batch where id = $1', [
    batch.id,
  ])
  if (owner.by !== maker().id || batch.lines.length !== 50) {
    const person = owner.by === maker().id ? maker() : approver()
    expect((await step(batch, 'cancel', person, { reason: 'やり直し' })).status).toBe(200)
    batch = (await create(maker(), transfers, 'again')).body
  }
  expect(batch.lines).toHaveLength(50)
})

test('nobody approves alone, and a batch is approved, exported and sent once', async () => {
  const alone = await step(batch, 'approve', maker())
  expect([alone.status, alone.body.code]).toEqual([403, 'two_people_required'])
  expect((await step(batch, 'export', maker())).body.code).toBe('illegal_transition')
  const approved = await Promise.all([1, 2, 3].map(() => step(batch, 'approve', approver())))
  expect(statuses(approved)).toEqual([200, 400, 400])
  batch = await read(batch.id)
  const exported = await Promise.all(
    [1, 2, 3].map((n) => step(batch, 'export', n === 2 ? approver() : maker())),
  )
  expect(statuses(exported)).toEqual([200, 200, 200])
  expect(new Set(exported.map(({ body }) => body.file_sha256)).size).toBe(1)
  const files = await Promise.all(
    [maker(), approver()].map(({ token }) => t.ask(`GET /api/biz/payouts/${batch.id}/file/`, { token })),
  )
  expect(files[0]?.body).toBe(files[1]?.body)
  batch = await read(batch.id)
  const sent = await Promise.all([1, 2].map(() => step(batch, 'send', maker())))
  expect(statuses(sent)).toEqual([200, 400])
  batch = await read(batch.id)
  expect(batch.state).toBe('sent')
  expect((await step(batch, 'cancel', maker(), { reason: 'やめる' })).body.code).toBe('illegal_transition')
})

test('results recorded twice and contradicting: the first word stands for the whole of it', async () => {
  const bounced = batch.lines
    .slice(0, 5)
    .map(({ id }) => ({ line: id, result: 'bounced', reason: '口座名義相違' }))
  const paid = batch.lines.slice(5, 30).map(({ id }) => ({ line: id, result: 'paid' }))
  const allPaid = batch.lines.slice(0, 30).map(({ id }) => ({ line: id, result: 'paid' }))
  const responses = await Promise.all([
    step(batch, 'results', maker(), { results: [...bounced, ...paid] }),
    step(batch, 'results', approver(), { results: allPaid }),
  ])
  expect(statuses(responses)).toEqual([200, 400])
  const isBounced = responses[0]?.status === 200
  const after = await read(batch.id)
  const counts = Object.groupBy(after.lines, ({ result }) => result)
  expect([counts.paid?.length, counts.bounced?.length, counts.pending?.length]).toEqual(
    isBounced ? [25, 5, 20] : [30, undefined, 20],
  )
  const again = await step(batch, 'results', maker(), {
    results: isBounced ? [...bounced, ...paid] : allPaid,
  })
  expect(again.status).toBe(200)
  expect((await read(batch.id)).version).toBe(after.version)
  const last = after.lines.at(-1)?.id as number
  const torn = await step(after, 'results', maker(), {
    results: [
      { line: last, result: 'paid' },
      { line: last, result: 'bounced', reason: '口座なし' },
    ],
  })
  expect(torn.status).toBe(400)
  expect((await read(batch.id)).version).toBe(after.version)
  const rest = after.lines.filter(({ result }) => result === 'pending')
  const closing = await step(after, 'results', maker(), {
    results: rest.map(({ id }, index) =>
      index === 0 ? { line: id, result: 'bounced', reason: '口座なし' } : { line: id, result: 'paid' },
    ),
  })
  expect(closing.body.state).toBe('closed')
  await expectProof()
})

test('what bounced is asked for again and paid', async () => {
  const bounced = (await read(batch.id)).lines.filter(({ result }) => result === 'bounced')
  expect(bounced.length).toBeGreaterThan(0)
  const again: number[] = []
  for (const { transfer } of bounced) {
    const index = transfers.indexOf(transfer)
    const seller = sellers[index] as { id: number; token: string }
    const balance = await t.ask('GET /api/balance/', { token: seller.token })
    expect(balance.body).toMatchObject({
      balance: amountOf(index),
      bounce: { bounced_on: expect.any(String) },
      transfer_in_progress: null,
    })
    const asked = await t.ask('POST /api/transfer/', { token: seller.token, key: 'again', body: {} })
    expect(asked.status).toBe(201)
    again.push(asked.body.id)
  }
  expect((await create(maker(), [bounced[0]?.transfer as number], 'old')).body.code).toBe(
    'payout_check_failed',
  )
  await payOut(again, 'second')
  for (const seller of sellers) {
    const balance = await t.ask('GET /api/balance/', { token: seller.token })
    expect(balance.body).toMatchObject({ balance: 0, transfer_in_progress: null })
  }
  await expectProof()
})

async function payOut(ids: number[], key: string): Promise<void> {
  let paying: Batch = (await create(maker(), ids, key)).body
  paying = (await step(paying, 'approve', approver())).body
  paying = (await step(paying, 'export', maker())).body
  paying = (await step(paying, 'send', maker())).body
  const done = await step(paying, 'results', maker(), {
    results: paying.lines.map(({ id }) => ({ line: id, result: 'paid' })),
  })
  expect(done.body.state).toBe('closed')
}

test('a deal taken back after its money has left becomes a debt, not a hole in the books', async () => {
  const box = await contracted(t, w)
  const asked = await t.ask('POST /api/transfer/', { token: w.hanako.token, key: 'out', body: {} })
  expect(asked.body.amount).toBe(17_500)
  await payOut([asked.body.id], 'third')
  const back = () =>
    t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
      token: w.hanako.token,
      key: 'back',
      body: { slugs: [box.slugs[0]] },
    })
  expect(statuses(await Promise.all([back(), back(), back()]))).toEqual([200, 200, 200])
  const debt = await one<{ balance: number }>(
    "select balance from book_account where kind = 'receivable' and customer_id = $1",
    [w.hanako.id],
  )
  expect(Math.abs(debt.balance)).toBe(14_000)
  expect((await t.ask('GET /api/balance/', { token: w.hanako.token })).body.balance).toBe(0)
  const twice = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: w.hanako.token,
    key: 'other',
    body: { slugs: [box.slugs[0]] },
  })
  expect(twice.status).toBe(400)
  await expectProof()
  await expectLedger()
})

test('the debt is set off once against the next price of the same dealer, and shown as a line of its own', async () => {
  const { token } = w.hanako
  const own = async () => (await t.ask('GET /api/balance/', { token })).body
  const dealer = (body: { accounts: { company: number }[] }) =>
    body.accounts.find(({ company }) => company === w.aoyama.company)
  expect(await own()).toMatchObject({ balance: 0, receivable: 14_000 })
  const staffSees = async () =>
    (
      await t.ask(`GET /api/biz/shops/${w.aoyama.shops[0]}/customers/${w.hanako.id}/`, {
        token: w.aoyama.staff.token,
      })
    ).body
  expect(await staffSees()).toMatchObject({ balance_with_company: 0, receivable_with_company: 14_000 })
  const next = await contracted(t, w)
  const after = await own()
  expect(after).toMatchObject({ balance: 3_500, receivable: 0 })
  expect(dealer(after)).toMatchObject({ balance: 3_500, receivable: 0 })
  expect(await staffSees()).toMatchObject({ balance_with_company: 3_500, receivable_with_company: 0 })
  const lines = (await t.ask('GET /api/transactions/', { token, query: { limit: 2 } })).body.results
  expect(lines).toMatchObject([
    { kind: 'SET_OFF', amount: -14_000, balance_after: 3_500, purchase_request: next.id, status: null },
    { kind: 'PURCHASE', amount: 17_500, balance_after: 17_500, purchase_request: next.id },
  ])
  await closeDeal(t.db, next.id, t.clock.now(), t.tools)
  expect(await own()).toMatchObject({ balance: 3_500, receivable: 0 })
  await contracted(t, w)
  expect(await own()).toMatchObject({ balance: 21_000, receivable: 0 })
  const { n } = await one<{ n: number }>("select count(*) as n from book_entry where kind = 'SET_OFF'", [])
  expect(Number(n)).toBe(1)
  await expectProof()
})

test('a price taken back while it is on its way is kept when the transfer bounces', async () => {
  const { token } = w.hanako
  const box = await contracted(t, w)
  const asked = await t.ask('POST /api/transfer/', { token, key: 'on its way', body: {} })
  expect(asked.body.amount).toBe(38_500)
  const back = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token,
    key: 'back again',
    body: { slugs: [box.slugs[0]] },
  })
  expect(back.status).toBe(200)
  let paying: Batch = (await create(maker(), [asked.body.id], 'bouncing')).body
  for (const [name, by] of [
    ['approve', approver()],
    ['export', maker()],
    ['send', maker()],
  ] as const)
    paying = (await step(paying, name, by)).body
  const results = paying.lines.map(({ id }) => ({
    line: id,
    result: 'bounced',
    reason: '口座が見つかりません',
  }))
  expect((await step(paying, 'results', maker(), { results })).status).toBe(200)
  expect((await t.ask('GET /api/balance/', { token })).body).toMatchObject({ balance: 24_500, receivable: 0 })
  const lines = (await t.ask('GET /api/transactions/', { token, query: { limit: 2 } })).body.results
  expect(lines).toMatchObject([
    { kind: 'SET_OFF', amount: -14_000, transfer: asked.body.id, balance_after: 24_500 },
    { kind: 'REVERSAL', amount: 38_500, note: '口座が見つかりません' },
  ])
  await expectProof()
})

function cutting(): { stop: () => Promise<number> } {
  let going = true
  let cut = 0
  let seed = 7
  const loop = (async () => {
    while (going) {
      await new Promise((resolve) => setTimeout(resolve, 15))
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      const { rows } = await t.pool
        .query<{ done: boolean }>(
          `select pg_terminate_backend(pid) as done from (select pid from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid() and application_name like 'okuru/%'
             order by pid offset $1 % greatest(1, (select count(*) from pg_stat_activity where datname = current_database()) - 1) limit 1) p`,
          [seed % 20],
        )
        .catch(() => ({ rows: [] as { done: boolean }[] }))
      cut += rows.filter(({ done }) => done).length
    }
  })()
  return {
    stop: async () => {
      going = false
      await loop
      return cut
    },
  }
}

test('connections die at random while everybody works: nothing is half done, and a second try completes it', async () => {
  const boxes: Awaited<ReturnType<typeof offered>>[] = []
  for (let n = 0; n < 4; n++) boxes.push(await offered(t, w))
  for (const [index, seller] of sellers.slice(0, 20).entries()) {
    await makePurchase(t.db, {
      customer_id: seller.id,
      company_id: w.aoyama.company,
      shop_id: w.aoyama.shops[1],
      terms: w.terms,
      amount: 1_000 + index,
    })
  }
  const work = (round: number) =>
    Promise.all([
      ...sellers
        .slice(0, 20)
        .map(({ token }) => t.ask('POST /api/transfer/', { token, key: 'evening', body: {} })),
      ...boxes.map((box) => answer(t, box, { decision_all: 'sell' })),
      ...sellers.slice(0, 10).map(({ token }) => t.ask('GET /api/balance/', { token })),
      ...Array.from({ length: 4 }, () =>
        t.ask('POST /api/purchase_requests/', {
          token: w.hanako.token,
          key: 'one box',
          body: {
            shop: w.aoyama.shops[0],
            delivering_option: 'SELF_ONLY',
            box_count: 1,
            approval_mode: 'review_each',
            unpriced_policy: 'return',
            agreed_terms: w.terms,
          },
        }),
      ),
      t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token, query: { round } }),
    ])
  const count = () => one<{ n: number }>('select count(*)::int as n from purchase_request')
  const before = (await count()).n
  const knife = cutting()
  const failed: number[] = []
  for (let round = 0; round < 40 && (round < 6 || failed.length === 0); round++) {
    const responses = await work(round)
    expect(responses.filter(({ status }) => ![200, 201, 400, 503].includes(status))).toEqual([])
    for (const { status, body } of responses) {
      if (status !== 503) continue
      expect(body).toEqual({ detail: errors.database_unavailable.message, code: 'database_unavailable' })
      failed.push(round)
    }
  }
  expect(await knife.stop()).toBeGreaterThan(5)
  expect(failed.length).toBeGreaterThan(0)
  // Uses up connections that died in the pool.
  await Promise.allSettled(Array.from({ length: 30 }, () => t.pool.query('select 1')))
  const responses = await work(9)
  expect(responses.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([])
  await t.runJobs()
  expect((await count()).n).toBe(before + 1)
  const double = await t.pool.query(
    'select customer_id from transfer where status = 0 group by customer_id having count(*) > 1',
  )
  expect(double.rows).toEqual([])
  await expectProof()
  await expectLedger()
  expect(t.pool.waitingCount).toBe(0)
})
