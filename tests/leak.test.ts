import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/calls'
import { roleMay } from '#contract/permission'
import { makeRequestDraft } from '#server/domains/declared-list/declared-list.factory'
import { makeIdentitySession } from '#server/domains/identity/session.factory'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { type AskOptions, randomKey, type TestApp, type TestResponse, testApp } from './support/app.ts'
import { answer, apply, assessAll, move, offered, publish, receive, startAssessing } from './support/steps.ts'
import { makeWorld, type Person, type World } from './support/world.ts'

/** All facts are unique to her, so that any occurrence is hers. */
const mei = {
  email: 'mei.nagano@leak.example.jp',
  password: 'kirin hana 7391 tsubo',
  name: '長野 芽衣',
  kana: 'ナガノ メイ',
  phone: '09087654321',
  birthday: '1987-03-29',
  city: '世田谷区',
  address1: '太子堂9-8-7',
  address2: 'リークハイツ 909',
  account_number: '7391846',
  document_number: '308765432109',
}
const internalNote = '棚7の奥。電話の応対に注意'
const holdReason = '内部の確認メモ: 同じ型が3点'

/** Must not appear in logs, in any spelling. */
const personal = [
  mei.email,
  encodeURIComponent(mei.email),
  mei.password,
  mei.name,
  mei.name.replace(' ', ''),
  encodeURIComponent('長野'),
  mei.kana,
  mei.kana.replace(' ', ''),
  'ﾅｶﾞﾉ ﾒｲ',
  mei.phone,
  '090-8765-4321',
  mei.birthday,
  '19870329',
  mei.address1,
  mei.address2,
  mei.account_number,
  mei.document_number,
]
/** Must not be readable in any column. */
const sealed = [mei.account_number, mei.birthday, '19870329', mei.document_number, mei.password]

let t: TestApp
let w: World
let customer: Person
let papers: number
let list: number
const secrets: string[] = []
const payloads: string[] = []
const shown: { route: string; answer: TestResponse }[] = []

async function ask(route: string, options: AskOptions = {}): Promise<TestResponse> {
  const given = await t.ask(route, options)
  await notePayloads()
  if (options.token === customer?.token) shown.push({ route, answer: given })
  expect([route, given.status < 400, given.body]).toEqual([route, true, given.body])
  return given
}

async function notePayloads(): Promise<void> {
  const { rows } = await t.pool.query('select payload::text as text from graphile_worker._private_jobs')
  payloads.push(...rows.map((row) => row.text))
}

async function runJobs(): Promise<void> {
  await notePayloads()
  await t.runJobs()
  await notePayloads()
}

function mailed(): string {
  const token = /token=([\w-]+)/.exec(t.outbox.findLast((mail) => mail.to === mei.email)?.text ?? '')?.[1]
  if (!token) throw new Error('no link was mailed')
  secrets.push(token)
  return token
}

async function register(): Promise<Person> {
  await ask('POST /api/register/email/', { body: { email: mei.email } })
  await runJobs()
  await ask('POST /api/signup/', {
    body: { email: mei.email, password: mei.password, token: mailed(), agreed_terms: w.terms },
  })
  const tokens = (
    await ask('POST /api/auth/jwt/create/', { body: { email: mei.email, password: mei.password } })
  ).body
  secrets.push(tokens.access, tokens.refresh)
  const me = (await ask('GET /api/me/', { token: tokens.access })).body
  return {
    account_id: me.id,
    id: me.customer.id,
    email: mei.email,
    name: mei.name,
    token: tokens.access,
    refresh: tokens.refresh,
  }
}

async function introduce(): Promise<void> {
  const { token } = customer
  await ask(`PATCH /api/customers/${customer.id}/`, {
    token,
    body: {
      name: mei.name,
      name_kana: mei.kana,
      birthday: mei.birthday,
      gender: 2,
      job: 1,
      phone: mei.phone,
      address: {
        postal_code: '1540004',
        prefecture: '東京都',
        city: mei.city,
        address1: mei.address1,
        address2: mei.address2,
      },
    },
  })
  await ask(`POST /api/customers/${customer.id}/banckaccount/`, {
    token,
    body: {
      account_type: 1,
      bank_code: '0001',
      branch_code: '001',
      account_number: mei.account_number,
      account_holder_kana: mei.kana,
    },
  })
}

async function identify(): Promise<void> {
  await ask(`POST /api/biz/shops/${w.aoyama.shops[0]}/customers/${customer.id}/identification/`, {
    token: w.aoyama.staff.token,
    body: {
      clause: 'clause_8',
      identification_kind: 1,
      document_name: '運転免許証',
      document_issuer: '東京都公安委員会',
      document_number: mei.document_number,
      verified_name: mei.name,
      verified_name_kana: mei.kana,
      verified_birthday: mei.birthday,
      verified_address: `東京都${mei.city}${mei.address1}${mei.address2}`,
      filed_at: '書庫1',
    },
  })
}

async function addPhoto(slug: string): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('kind', 'assessment')
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), `${mei.email}.png`)
  const request = new Request('http://test/', { method: 'POST', body: form })
  const { body } = await ask(`POST /api/biz/purchase-items/${slug}/photos/`, {
    token: w.aoyama.staff.token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
  for (const url of [body.url, body.thumbnail_url]) {
    const { pathname, search } = new URL(url, 'http://test')
    expect((await t.ask(`GET ${pathname}${search}`)).status).toBe(200)
    expect(search.length).toBeGreaterThan(20)
    secrets.push(
      search.slice(1),
      ...[...new URLSearchParams(search).values()].filter((value) => value.length > 15),
    )
  }
}

async function payOut(): Promise<void> {
  const { id } = (await ask('POST /api/transfer/', { token: customer.token, body: {}, key: randomKey() }))
    .body
  const { operator, approver } = w.operator
  const step = async (
    name: string,
    person: Person,
    batch: { id: number; version: number },
    body: object = {},
  ) =>
    (
      await ask(`POST /api/biz/payouts/${batch.id}/${name}/`, {
        token: person.token,
        body: { version: batch.version, ...body },
      })
    ).body
  let batch = (
    await ask('POST /api/biz/payouts/', {
      token: operator.token,
      key: randomKey(),
      body: { pay_date: '2026-11-25', transfers: [id] },
    })
  ).body
  batch = await step('approve', approver, batch)
  batch = await step('export', operator, batch)
  const file = await ask(`GET /api/biz/payouts/${batch.id}/file/`, { token: operator.token })
  expect(String(file.body)).toContain(mei.account_number)
  batch = await step('send', operator, batch)
  await step('results', operator, batch, { results: [{ line: batch.lines[0].id, result: 'paid' }] })
  await runJobs()
}

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await makeOriginator(t.db)
  await offered(t, w)
  customer = await register()
  await introduce()
  const box = await apply(t, w, {}, customer)
  await receive(t, box, 3)
  await startAssessing(t, box)
  await move(t, box, 10, { internal_note: internalNote })
  const detail = (await ask(`GET /api/biz/purchase_requests/${box.id}/`, { token: w.aoyama.staff.token }))
    .body
  await addPhoto(detail.items[0].slug)
  const hold = await ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'dispute', reason: holdReason },
  })
  for (const person of [w.aoyama.staff, w.aoyama.admin])
    await ask(`POST /api/biz/holds/${hold.body.id}/release/`, {
      token: person.token,
      body: { reason: '解決' },
    })
  await assessAll(t, w, box, [14_000, 3_500, null])
  await publish(t, box)
  await identify()
  await runJobs()
  expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
  await runJobs()
  await payOut()
  await t.pool.query('update purchase_request set is_invoice_issuer = true where id = $1', [box.id])
  papers = (
    await makeIdentitySession(t.db, t.tools, { customer_id: customer.id, company_id: w.umeda.company })
  ).session
  list = (await makeRequestDraft(t.db, customer.id, { note: mei.address1 })).list
  await lookAround(box.id, detail.items[0].slug)
  await stumble()
})
afterAll(() => t.close())

async function lookAround(request: number, slug: string): Promise<void> {
  const params: Record<string, string | number> = {
    customer_pk: customer.id,
    purchase_request_pk: request,
    slug,
    terms_version: w.terms,
    bank_code: '0001',
    postal_code: '1540004',
  }
  for (const { call } of allCalls) {
    if (call.method !== 'GET' || call.notBuilt || !roleMay('customer', call.may)) continue
    const id = call.path.startsWith('/api/customers/{id}')
      ? customer.id
      : call.path.includes('/shop/')
        ? w.aoyama.shops[0]
        : /\/brands?\//.test(call.path)
          ? w.brands.gucci
          : call.path.startsWith('/api/ekyc/sessions/')
            ? papers
            : call.path.startsWith('/api/declared-lists/')
              ? list
              : request
    // No account, no provider and no named price is there to be read.
    if (/banckaccount\/\{id\}|\{provider\}|\{token\}/.test(call.path)) continue
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? id))
    await ask(`GET ${path}`, { token: customer.token })
  }
}

async function stumble(): Promise<void> {
  const { token } = customer
  await t.ask('POST /api/auth/jwt/create/', { body: { email: mei.email, password: `${mei.password}x` } })
  await t.ask('POST /api/auth/jwt/create/', {
    body: `{"email":"${mei.email}","password":"${mei.password}"`,
    headers: { 'content-type': 'application/json' },
  })
  await t.ask(`PATCH /api/customers/${customer.id}/`, {
    token,
    body: { phone: `${mei.phone}9999`, name: `${mei.name}😀` },
  })
  await t.ask('GET /api/biz/purchase_requests/', {
    token: w.aoyama.staff.token,
    query: { customer_name: mei.name, q: mei.phone },
  })
  await t.ask(`GET /api/biz/scan/${encodeURIComponent(mei.name)}/`, { token: w.aoyama.staff.token })
  await t.ask(`GET /api/biz/scan/${mei.phone}/`, { token: w.aoyama.staff.token })
  await t.ask(`POST /api/auth/o/line/?access_token=${secrets[0]}`, { body: {} })
  await t.ask('POST /api/contact/', { body: { name: mei.name, email: mei.email, body: mei.address1 } })
  await t.ask('POST /api/reset-password/', { body: { email: mei.email } })
  await runJobs()
  mailed()
  await t.pool.query("alter table customer add constraint probe check (phone <> '09087654322')")
  const failed = await t.ask(`PATCH /api/customers/${customer.id}/`, {
    token,
    body: { phone: '09087654322', name_kana: mei.kana },
  })
  expect([failed.status, failed.body]).toEqual([500, { detail: 'サーバーエラーが発生しました。' }])
  await t.pool.query('alter table customer drop constraint probe')
}

const found = (text: string, words: string[]) => words.filter((word) => text.includes(word))

test('nothing about a person, no token and no signed address is logged', () => {
  const log = t.logText()
  expect(log).toContain('unexpected error')
  expect(log.split('\n').length).toBeGreaterThan(60)
  expect(found(log, [...personal, '09087654322', ...secrets])).toEqual([])
  expect(log).not.toMatch(/eyJ[\w-]{10}/)
  expect(log).not.toMatch(/[\w.]+@[\w.]+\.jp/)
  expect(log).not.toContain(w.hanako.name)
  expect(log).not.toContain(w.aoyama.staff.name)
})

test('no number of an account or a paper, no birthday, no password and no token is readable in the database', async () => {
  const { rows: tables } = await t.pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and table_name not in ('bank_branch', 'postal_code')`,
  )
  const words = [...sealed, ...secrets.filter((secret) => !secret.startsWith('until'))]
  const wanted = [...words, ...words.map((word) => Buffer.from(word).toString('hex'))]
  const leaks: string[] = []
  let sawName = false
  for (const { schema, name } of tables) {
    const { rows } = await t.pool.query<{ text: string }>(
      `select r::text as text from "${schema}"."${name}" r`,
    )
    const text = rows.map((row) => row.text).join('\n')
    sawName ||= text.includes(mei.name)
    leaks.push(...found(text, wanted).map((word) => `${name}: ${word}`))
  }
  expect(sawName).toBe(true)
  expect(leaks).toEqual([])
})

test('records of acts and jobs carry ids, codes and numbers only', async () => {
  const { rows } = await t.pool.query<{ action: string; detail: Record<string, unknown> }>(
    'select action, detail from activity',
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(found(JSON.stringify(rows), [...personal, ...secrets, internalNote, holdReason])).toEqual([])
  const isPlain = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).every(isPlain)
      : typeof value !== 'string' || /^[\w.:-]{0,40}$/.test(value)
  expect(rows.filter(({ detail }) => !isPlain(detail))).toEqual([])
  expect(payloads.length).toBeGreaterThan(10)
  expect(payloads.map((text) => JSON.parse(text)).filter((payload) => !isPlain(payload))).toEqual([])
})

test('what a customer reads has nothing of the house, of the staff or of other customers', () => {
  expect(shown.length).toBeGreaterThan(20)
  const staff = [w.aoyama.staff, w.aoyama.admin, w.aoyama.admin2, w.operator.operator, w.operator.approver]
  const foreign = [
    internalNote,
    holdReason,
    '解決',
    w.hanako.name,
    w.hanako.email,
    w.taro.email,
    ...staff.flatMap((person) => [person.name, person.email]),
    '書庫1',
    mei.document_number,
  ]
  // The law requires dealers and the operator to publish their representative.
  const isMeant = (route: string, word: string) =>
    (route === 'GET /api/dealers/' && word === w.aoyama.admin.name) ||
    (route === 'GET /api/operator/' && word === w.operator.operator.name)
  const leaks = shown.flatMap(({ route, answer: { body } }) =>
    found(JSON.stringify(body), foreign)
      .filter((word) => !isMeant(route, word))
      .map((word) => `${route}: ${word}`),
  )
  expect(leaks).toEqual([])
})

test('mails are addressed to her alone and say neither number nor birthday', () => {
  const hers = t.outbox.filter((mail) => mail.to === mei.email)
  expect(hers.length).toBeGreaterThan(4)
  expect(found(JSON.stringify(t.outbox), sealed)).toEqual([])
  const house = t.outbox.filter((mail) => mail.text.includes(mei.address1))
  expect(house.map((mail) => mail.to).sort()).toEqual(
    [w.operator.approver.email, w.operator.operator.email].sort(),
  )
  const others = t.outbox.filter((mail) => mail.to !== mei.email && !house.includes(mail))
  expect(found(JSON.stringify(others), [mei.email, mei.name, mei.phone, mei.address1])).toEqual([])
})
