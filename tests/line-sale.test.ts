import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { inTransaction } from '#server/platform/db'
import { addJob, addJobs } from '#server/platform/jobs'
import { type TestApp, testApp } from './support/app.ts'
import { type EkycServer, sendProviderNews, startEkycServer } from './support/ekyc-server.ts'
import { type LineServer, lineEvent, sendWebhook, startLineServer } from './support/line-server.ts'
import { type OidcServer, providerOf, startOidcServer } from './support/oidc-server.ts'
import { answer, apply, assessAll, type Box, publish, receive, startAssessing } from './support/steps.ts'
import { makeWorld, type Person, type World } from './support/world.ts'

const redirect = 'https://okuru.example/login/callback'
const user = `U${'a1'.repeat(16)}`

let oidc: OidcServer
let line: LineServer
let ekyc: EkycServer
let t: TestApp
let w: World
let seller: Person
let now = () => new Date()

beforeAll(async () => {
  oidc = await startOidcServer([redirect])
  line = await startLineServer()
  ekyc = await startEkycServer(() => now())
  t = await testApp({
    config: {
      signInProviders: [{ ...providerOf(oidc), id: 'line', label: 'LINE' }],
      signInRedirects: [redirect],
      line: line.config,
      ekyc: ekyc.config,
    },
  })
  now = () => t.clock.now()
  w = await makeWorld(t)
  await makeOriginator(t.db)
})
afterAll(async () => {
  await t.close()
  for (const server of [ekyc, line, oidc]) await server.close()
})
beforeEach(() => {
  line.delivered.length = 0
  t.outbox.length = 0
})

const post = (path: string, body: object = {}) => t.ask(`POST ${path}`, { token: seller.token, body })
const hooks: object[] = []
/** As LINE sends it, and kept to be sent again. */
async function hook(event: object): Promise<void> {
  hooks.push(event)
  expect((await sendWebhook(t, line, [event])).status).toBe(200)
  await t.runJobs()
}

/** What came to the chat since, in its order. */
async function chat(): Promise<string[]> {
  await t.runJobs()
  const texts = line.delivered.map(({ to, altText }) => {
    expect(to).toBe(user)
    return altText.replaceAll(/\s+/g, ' ')
  })
  line.delivered.length = 0
  return texts
}

async function signIn(): Promise<void> {
  oidc.signsIn({ sub: user })
  const started = await t.ask('GET /api/auth/o/line/', { query: { redirect_uri: redirect } })
  const { searchParams } = await oidc.visit(started.body.authorization_url)
  const body = { code: searchParams.get('code'), state: searchParams.get('state') }
  const entered = (await t.ask('POST /api/auth/o/line/', { body })).body
  seller = { ...seller, token: entered.access, refresh: entered.refresh }
}

test('registration by LINE: adding the friend links the account, and nobody needs an address', async () => {
  await signIn()
  const made = await post('/api/customers/', { name: '佐藤 美咲', agreed_terms: w.terms })
  expect(made.status).toBe(201)
  const me = (await t.ask('GET /api/me/', { token: seller.token })).body
  seller = { ...seller, id: made.body.id, account_id: me.id, email: '', name: '佐藤 美咲' }
  const saved = await t.ask(`PATCH /api/customers/${seller.id}/`, {
    token: seller.token,
    body: {
      name_kana: 'サトウ ミサキ',
      birthday: '1990-05-17',
      gender: 2,
      job: 1,
      phone: '09012345678',
      address: {
        postal_code: '1500001',
        prefecture: '東京都',
        city: '渋谷区',
        address1: '神宮前1-2-3',
        address2: 'メゾン表参道 405',
      },
    },
  })
  expect(saved.body).toMatchObject({ profile_complete: true })
  line.befriend(user)
  await hook(lineEvent('follow', user))
  expect(await chat()).toEqual([expect.stringMatching(/^LINEと連携しました 佐藤 美咲 さま /)])
  expect(t.outbox).toEqual([])
})

/** The next sentence of the chat, and nothing beside it. */
const says = async (...starts: string[]) => {
  const texts = await chat()
  expect(texts).toEqual(starts.map((start) => expect.stringContaining(start)))
  return texts.join('\n')
}

let box: Box

test('each step of a sale comes to the chat once, with what is next', async () => {
  box = await apply(t, w, { item_count: 2 }, seller)
  expect(await says('お申し込みを受け付けました')).toContain(`お申し込み番号 ${box.id}`)
  await receive(t, box, 2)
  expect(await says('お荷物が届きました')).toContain('11月27日(金)まで')
  await startAssessing(t, box)
  await assessAll(t, w, box, [14_000, 3_500])
  await says()
  await publish(t, box)
  expect(await says('査定結果をご確認ください')).toMatch(/¥17,500.*12月3日\(木\)まで/)
  expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
  expect(await says('本人確認をお願いします')).toContain('12月24日(木)まで')

  const session = (await post('/api/ekyc/')).body.id
  const { version } = (await t.ask(`GET /api/ekyc/sessions/${session}/`, { token: seller.token })).body
  expect((await post(`/api/ekyc/sessions/${session}/provider/`, { version })).status).toBe(200)
  const at = ekyc.latest()
  ekyc.decide(at, 'approved')
  for (let copy = 0; copy < 2; copy++) expect((await sendProviderNews(t, ekyc, at)).status).toBe(200)
  expect(await says('本人確認が終わりました', '買取が成立しました')).toContain(
    '代金 ¥17,500 を残高に入れました',
  )

  const registered = await post(`/api/customers/${seller.id}/banckaccount/`, {
    account_type: 1,
    bank_code: '0001',
    branch_code: '001',
    account_number: '1234567',
    account_holder_kana: 'ｻﾄｳ ﾐｻｷ',
  })
  expect(registered.status).toBe(201)
  await says('振込先の口座が登録されました')
  const transfer = await post('/api/transfer/')
  expect(transfer.status).toBe(201)
  expect(await says('お振込みの手続きを始めました')).toContain('11月25日(水)')
  await pay(transfer.body.id)
  expect(await says('お振込みしました')).toContain('¥17,500')
  expect(t.outbox).toEqual([])
})

/** Two people of the operator, and the bank. */
async function pay(transfer: number): Promise<void> {
  const { operator, approver } = w.operator
  let batch = (
    await t.ask('POST /api/biz/payouts/', {
      token: operator.token,
      key: 'payday',
      body: { pay_date: '2026-11-25', transfers: [transfer] },
    })
  ).body
  const step = async (name: string, { token }: Person, body: object = {}) => {
    const done = await t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, {
      token,
      body: { version: batch.version, ...body },
    })
    expect(done.status).toBe(200)
    batch = (await t.ask(`GET /api/biz/payouts/${batch.id}/`, { token })).body
  }
  await step('approve', approver)
  await step('export', operator)
  await step('send', operator)
  await step('results', operator, { results: [{ line: batch.lines[0].id, result: 'paid' }] })
}

test('webhooks that LINE delivers again, and jobs that run again, bring nothing twice', async () => {
  const again = hooks.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }))
  expect((await sendWebhook(t, line, again)).status).toBe(200)
  const history = await t.db
    .selectFrom('request_history')
    .select(['from_status', 'to_status'])
    .where('request_id', '=', box.id)
    .execute()
  await inTransaction(t.db, async (tx) => {
    for (const { from_status: from, to_status: to } of history)
      await addJob(tx, 'notification.request', { request: box.id, from, to })
  })
  const messages = await t.db.selectFrom('line_message').select('id').execute()
  await inTransaction(t.db, (tx) =>
    addJobs(
      tx,
      'notification.line_send',
      messages.map(({ id }) => ({ message: id })),
    ),
  )
  expect(history.length).toBeGreaterThan(5)
  await says()
  expect(t.outbox).toEqual([])
})

test('a person who blocks the account hears by mail again, also of kinds whose mail was given up', async () => {
  const email = 'misaki@mail.example'
  await t.db.updateTable('account').set({ email }).where('id', '=', seller.account_id).execute()
  const chosen = await t.ask('PATCH /api/notifications/channels/', {
    token: seller.token,
    body: { kind: 'progress', channel: 'mail', is_on: false },
  })
  expect(chosen.status).toBe(200)
  const second = await apply(t, w, { item_count: 2 }, seller)
  await says('お申し込みを受け付けました')
  expect(t.outbox).toEqual([])

  line.block(user)
  t.clock.forward(60_000)
  await hook(lineEvent('unfollow', user))
  await receive(t, second, 2)
  await says()
  expect(t.outbox).toMatchObject([{ to: email, subject: expect.stringContaining('お荷物が届きました') }])
  expect(t.outbox[0]?.text).toContain(`お申し込み番号: ${second.id}`)

  // A follow that was sent before the block, and arrives after it, changes nothing.
  const before = t.clock.now().getTime() - 30_000
  await hook({ ...lineEvent('follow', user), timestamp: before })
  await startAssessing(t, second)
  await assessAll(t, w, second, [14_000, 3_500])
  await publish(t, second)
  await says()
  expect(t.outbox.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('お荷物が届きました'),
    expect.stringContaining('査定結果をご確認ください'),
  ])
})
