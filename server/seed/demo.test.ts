import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestStatusLabel } from '#contract/lifecycle'
import { demoPassword } from '#server/demo-sign-ins'
import { verifyAll } from '#server/domains/antique-ledger/antique-ledger.verify'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { seedDemo } from './demo.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
  expect(await seedDemo(t.db, t.tools)).toBe(true)
}, 600_000)
afterAll(() => t.close())

async function rows<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(t.db)).rows
}
const count = async (text: string) => (await rows<{ n: number }>(`select count(*) as n from ${text}`))[0]?.n

async function signIn(kind: 'customer' | 'business', email: string): Promise<string> {
  const response = await t.ask(
    kind === 'customer' ? 'POST /api/auth/jwt/create/' : 'POST /api/biz/auth/jwt/create/',
    {
      body: { email, password: demoPassword },
    },
  )
  if (response.status !== 200)
    throw new Error(`${email}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.access
}

describe('the demo', () => {
  it('has boxes in every state', async () => {
    const states = await rows<{ status: number }>('select distinct status from purchase_request order by 1')
    expect(states.map(({ status }) => status)).toEqual(
      Object.keys(requestStatusLabel)
        .map(Number)
        .sort((a, b) => a - b),
    )
    expect(await count('purchase_request')).toBeGreaterThanOrEqual(60)
    expect(await count('customer')).toBe(41)
    expect(await count('shop')).toBe(5)
    expect(await count('brand')).toBeGreaterThanOrEqual(30)
  })

  it('has products at every stage, finished ones, sales and one that came back', async () => {
    const stages = await rows<{ stage: string }>(
      'select distinct stage from product where finished_at is null order by 1',
    )
    expect(stages.map(({ stage }) => stage)).toEqual(['measure', 'photo', 'ready', 'text'])
    expect(await count('purchase_item where status = 6')).toBeGreaterThan(5)
    expect(await count('product where finished_at is not null')).toBeGreaterThan(20)
    expect(await count('sale where returned_at is null')).toBeGreaterThan(10)
    expect(await count('sale where returned_at is not null')).toBe(1)
    expect(await count("antique_ledger where entry_kind = '売却'")).toBe(
      await count('sale where ledger_seq is not null'),
    )
    expect(await count("antique_ledger where entry_kind = '売却'")).toBeGreaterThan(0)
    expect(await count("product where missing <> '{}' and finished_at is not null")).toBe(0)
    expect(await count('product_photo')).toBeGreaterThan(100)
  })

  it('has suggestions of every course: confirmed, put right, left alone, not read', async () => {
    expect(await count('analysis_run')).toBeGreaterThanOrEqual(10)
    expect(await count("analysis_run where candidates = '[]'")).toBeGreaterThan(0)
    expect(await count('analysis_run where fallback is not null')).toBeGreaterThan(0)
    expect(await count('analysis_confirmation where chosen = suggested')).toBeGreaterThan(0)
    expect(await count("analysis_confirmation where chosen <> suggested and chosen <> ''")).toBeGreaterThan(0)
    expect(await count('sale where returned_at is null and sales_channel = 2')).toBeGreaterThan(0)
  })

  it('names prices before goods are sent: masters, each state, and how near they came', async () => {
    expect(await count('price_template where replaced_at is null')).toBeGreaterThanOrEqual(40)
    expect(await count('price_template where replaced_at is not null')).toBe(3)
    expect(await count('pre_assessment_status')).toBe(15)
    const states = await rows<{ state: string; n: number }>(
      'select state, count(*)::int as n from pre_assessment group by 1 order by 1',
    )
    expect(states).toEqual([
      { state: 'accepted', n: 7 },
      { state: 'declined', n: 2 },
      { state: 'draft', n: 2 },
      { state: 'expired', n: 2 },
      { state: 'sent', n: 3 },
    ])
    expect(
      await count('pre_assessment a join purchase_request r on r.declared_list_id = a.declared_list_id'),
    ).toBe(6)
    const accuracy = (await t.ask('GET /api/price-estimates/accuracy/', { query: { store: 'aoyama' } })).body
    expect(accuracy.n).toBeGreaterThanOrEqual(20)
    expect(accuracy.within_percent).toBeGreaterThan(50)
  })

  it('lies wholly in the past, in order', async () => {
    const now = t.clock.now().toISOString()
    expect(await count(`request_history where at > '${now}'`)).toBe(0)
    expect(await count(`book_entry where created_at > '${now}'`)).toBe(0)
    expect(
      await count(
        `(select created_at < lag(created_at) over (partition by company_id order by seq) as back from antique_ledger) l where back`,
      ),
    ).toBe(0)
  })

  it('keeps true books, a true ledger and true counts', async () => {
    const [proof] = await rows<{ is_ok: boolean; entry_count: number; checks: unknown }>(
      'select is_ok, entry_count, checks from book_proof',
    )
    expect(proof?.checks).toBeDefined()
    expect(proof).toMatchObject({ is_ok: true })
    expect(proof?.entry_count).toBeGreaterThan(30)
    const results = await verifyAll(t.db, t.tools, { at: t.clock.now() })
    expect(results.map(({ is_ok, problem }) => [is_ok, problem])).toEqual(results.map(() => [true, '']))
    const rescinded = (await count('purchase_item where purchased_at is not null and status in (5, 7)')) ?? 0
    expect(rescinded).toBeGreaterThan(0)
    expect(await count("antique_ledger where entry_kind not in ('売却', '返品')")).toBe(
      ((await count('purchase_item where purchased_at is not null')) ?? 0) + rescinded,
    )
    expect(await count('request_count_delta')).toBe(0)
    const folded = await rows(
      'select company_id, shop_id, status, count from request_count where count > 0 order by 1, 2, 3',
    )
    const counted = await rows(
      'select company_id, shop_id, status, count(*) from purchase_request group by 1, 2, 3 order by 1, 2, 3',
    )
    expect(folded).toEqual(counted)
  })

  it('shows money in every stage', async () => {
    const transfers = await rows<{ status: number }>('select distinct status from transfer order by 1')
    expect(transfers.map(({ status }) => status)).toEqual([0, 1, 2])
    const batches = await rows<{ state: string }>('select distinct state from payout_batch order by 1')
    expect(batches.map(({ state }) => state)).toEqual(['closed', 'draft', 'sent'])
    expect(
      await count(
        'transfer t where status = 0 and not exists (select from payout_line l where l.transfer_id = t.id)',
      ),
    ).toBeGreaterThan(0)
  })

  it('keeps what a result has to keep to: photos, a judgement, and a reason for a price that is low', async () => {
    const out =
      'purchase_item i join purchase_request r on r.id = i.request_id where r.offered_at is not null'
    expect(await count(out)).toBeGreaterThan(50)
    expect(await count(`${out} and not exists (select from item_photo p where p.item_id = i.id)`)).toBe(0)
    expect(await count(`${out} and i.price is not null and i.authenticity = -1000`)).toBe(0)
    const low = `${out} and (i.evidence->>'n')::int >= 5 and i.price - i.uplift < (i.evidence->>'min')::int`
    expect(await count(low)).toBeGreaterThan(0)
    expect(await count(`${low} and (i.price_reason = '' or i.price_reason_photo_id is null)`)).toBe(0)
    expect(await count('count_objection where answered_at is null')).toBe(1)
  })

  it('leaves no job behind that would tell old news', async () => {
    const today = new Date(t.clock.now().getTime() + 4 * 3_600_000).toISOString()
    expect(
      await count(`graphile_worker._private_jobs where attempts < max_attempts and run_at < '${today}'`),
    ).toBe(0)
    expect(await count('mail where sent_at is null and failed_at is null')).toBe(0)
    expect(await count('notification')).toBeGreaterThan(100)
  })

  it('has keys, webhooks and background work in each state, and leads to no host', async () => {
    const token = await signIn('business', 'admin@aoyama.example')
    const states = async (path: string) => {
      const { body } = await t.ask(`GET /api/biz/${path}`, { token, query: { size: 100 } })
      return [...new Set(body.results.map(({ state }: { state: string }) => state))].sort()
    }
    expect(await states('api-keys/')).toEqual(['expired', 'revoked', 'valid'])
    expect(await states('webhooks/')).toEqual(['active', 'failing', 'given_up'])
    expect(await states('webhook-deliveries/')).toEqual(['delivered', 'failed', 'waiting'])
    expect(await states('background-work/jobs/')).toEqual(['failed', 'retrying', 'waiting'])
    expect(await states('background-work/outbox/')).toEqual(['failed'])
    expect(await count(`webhook_endpoint where url !~ '^https://[a-z.]+\\.example/'`)).toBe(0)
    const today = new Date(t.clock.now().getTime() + 12 * 3_600_000).toISOString()
    expect(await count(`webhook_delivery where state = 'waiting' and next_try_at < '${today}'`)).toBe(0)
  })

  it('gives past prices their reasons', async () => {
    const [cells] = await rows<{ n: number }>(
      `select count(*) as n from (select from purchase_item where purchased_at is not null
        group by company_id, brand_id, category_id, left(grade, 1) having count(*) >= 5) cell`,
    )
    expect(cells?.n).toBeGreaterThanOrEqual(8)
    const token = await signIn('customer', 'hanako@example.com')
    const list = (await t.ask('GET /api/purchase_requests/', { token })).body.results
    const offer = list.find((row: { status: number }) => row.status === 11)
    const result = (await t.ask(`GET /api/purchase_requests/${offer.id}/assessment/`, { token })).body
    expect(result.items).toHaveLength(8)
    expect(result.items.filter((item: { evidence: unknown }) => item.evidence).length).toBeGreaterThanOrEqual(
      3,
    )
    const photo = await t.app.inject({ method: 'GET', url: result.items[0].images[0].url })
    expect(photo.statusCode).toBe(200)
    expect(photo.headers['content-type']).toBe('image/webp')
  })

  it('lets its people in, each to their own', async () => {
    for (const email of ['staff', 'admin', 'admin2'])
      expect(await signIn('business', `${email}@aoyama.example`)).toBeTruthy()
    const staff = await signIn('business', 'staff@umeda.example')
    const today = await t.ask('GET /api/biz/today/', { token: staff })
    expect(today.status).toBe(200)
    const operator = await signIn('business', 'operator@okuru.example')
    await signIn('business', 'approver@okuru.example')
    expect((await t.ask('GET /api/biz/payouts/', { token: operator })).body.count).toBeGreaterThan(5)
    const taro = await signIn('customer', 'taro@example.com')
    expect((await t.ask('GET /api/me/', { token: taro })).body.customer.profile_complete).toBe(false)
    const hanako = await signIn('customer', 'hanako@example.com')
    expect((await t.ask('GET /api/balance/', { token: hanako })).body.balance).toBeGreaterThan(0)
  })

  it('is made once', async () => {
    const before = await count('purchase_request')
    expect(await seedDemo(t.db, t.tools)).toBe(false)
    expect(await count('purchase_request')).toBe(before)
  })
})
