import { execFile } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tokyoDate } from '#contract/day'
import { setUpOperator } from '#server/setup-operator'
import { type TestApp, testApp } from './support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  // The command uses real time; the server's clock starts at the beginning of the test.
  t.clock.set(new Date(vi.getRealSystemTime()))
})
afterAll(() => t.close())

const password = 'kutsubako-81-aoi'

function okuru(...words: string[]): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts')
  const env = {
    ...process.env,
    DATABASE_URL: String(t.pool.options.connectionString),
    OKURU_DATA_DIR: t.tools.config.dataDir,
    NODE_ENV: 'test',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

const company = [
  ...['--name', '株式会社おくる', '--representative', '大手 進', '--postal-code', '100-0004'],
  ...['--address', '東京都千代田区大手町1-1-1', '--phone', '０３-１２３４-５６７８'],
]
const susumu = '大手 進 <susumu@example.com>'
const nozomi = '内幸 望 <nozomi@example.com>'

const counts = async () => {
  const { rows } = await t.pool.query(
    'select (select count(*) from company) as companies, (select count(*) from account) as accounts',
  )
  return rows[0]
}

async function setPassword(link: string): Promise<number> {
  const { pathname, searchParams } = new URL(link)
  expect(pathname).toBe('/biz/password-reset')
  const body = { uid: searchParams.get('uid'), token: searchParams.get('token'), new_password: password }
  return (await t.ask('POST /api/reset-password/', { body })).status
}
const signIn = async (email: string, side: '/biz' | '' = '/biz'): Promise<string> =>
  (await t.ask(`POST /api${side}/auth/jwt/create/`, { body: { email, password } })).body.access
const linkInMail = async (to: string): Promise<string> => {
  await t.runJobs()
  return t.outbox.findLast((mail) => mail.to === to)?.text.match(/https?:\S+\?\S+/)?.[0] ?? ''
}

test('what is missing or cannot be read is said in one go, and nothing is made', async () => {
  const nothing = await okuru('setup', 'operator')
  expect([nothing.code, nothing.text.match(/が必要です/g)?.length]).toEqual([2, 6])
  const alone = await okuru('setup', 'operator', ...company, '--user', susumu, '--user', 'nobody')
  expect(alone).toMatchObject({ code: 2, text: expect.stringContaining('別々の2人') })
  expect(alone.text).toContain('name <address>')
  const same = await okuru('setup', 'operator', ...company, '--user', susumu, '--user', susumu)
  expect(same).toMatchObject({ code: 2, text: expect.stringContaining('別々の2人') })
  const wrong = await okuru(
    'setup',
    'operator',
    ...company,
    '--phone',
    '12',
    '--user',
    susumu,
    '--user',
    nozomi,
  )
  expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('--phone: 電話番号') })
  const odd = await okuru('setup', 'operator', ...company, '--licence', '1')
  expect(odd).toMatchObject({ code: 2, text: expect.stringContaining('--licence') })
  const help = await okuru('setup', 'operator', '--help')
  expect(help).toMatchObject({ code: 0, text: expect.stringContaining('--representative') })
  expect(await counts()).toEqual({ companies: 0, accounts: 0 })
})

test('an empty database is set up, and takes its first request', async () => {
  const made = await okuru('setup', 'operator', ...company, '--user', susumu, '--user', nozomi)
  expect(made.code).toBe(0)
  const links = made.text.match(/https?:\S+password-reset\S+/g) ?? []
  expect(links).toHaveLength(2)
  expect(await Promise.all(links.map(setPassword))).toEqual([204, 204])

  const token = await signIn('susumu@example.com')
  const write = async (where: string, body: object) => {
    const response = await t.ask(`POST ${where}`, { token, body, key: where })
    expect([response.status, response.body]).toEqual([201, expect.anything()])
    return response.body
  }
  expect((await t.ask('GET /api/me/', { token })).body).toMatchObject({
    business_user: { is_admin: true, company: { name: '株式会社おくる', is_operator: true } },
  })
  const dealer = await write('/api/biz/companies/', {
    name: '株式会社青山リユース',
    representative: '青山 一郎',
    license_number: '301012345678',
    public_safety_commission: '東京都公安委員会',
    postal_code: '107-0062',
    address: '東京都港区南青山3-1-1',
    phone: '03-1234-5678',
    store_key: '',
    reply_business_days: 7,
    return_cost: 0,
  })
  const shop = await write(`/api/biz/companies/${dealer.id}/shops/`, {
    name: '青山本店',
    store_key: '',
    description: '',
    delivering_option: 'SELF_ONLY',
    address: {
      postal_code: '107-0062',
      prefecture: '東京都',
      city: '港区',
      address1: '南青山3-1-1',
      address2: '',
    },
    phone: '03-1234-5678',
    tags: [],
    is_open: true,
  })
  await write(`/api/biz/companies/${dealer.id}/users/`, {
    email: 'ichiro@example.com',
    name: '青山 一郎',
    role: 'admin',
  })
  await write('/api/biz/terms/', {
    version: '1',
    effective_on: tokyoDate(t.clock.now()),
    body: '第1条(適用)\nこの規約は、すべてのお申し込みに適用されます。',
  })
  expect(await setPassword(await linkInMail('ichiro@example.com'))).toBe(204)

  const request = await firstRequest(shop.id)
  expect([request.status, request.body]).toMatchObject([201, { status: 0, terms_version: '1' }])
  const admin = await signIn('ichiro@example.com')
  const seen = await t.ask(`GET /api/biz/purchase_requests/${request.body.id}/`, { token: admin })
  expect(seen.body).toMatchObject({ id: request.body.id, status: 0 })
  const categories = (await t.ask('GET /api/item-category/', { token: admin })).body
  expect(categories.map(({ ledger_class }: { ledger_class: string }) => ledger_class)).toContain('02')
  expect((await t.ask(`GET /api/biz/purchase_requests/${request.body.id}/`, { token })).status).toBe(404)
})

async function firstRequest(shop: number) {
  const email = 'fuka@example.jp'
  await t.ask('POST /api/register/email/', { body: { email } })
  const joined = await t.ask('POST /api/signup/', {
    body: {
      token: new URL(await linkInMail(email)).searchParams.get('token'),
      email,
      password,
      name: '海野 風香',
      name_kana: 'ウミノ フウカ',
      birthday: '1995-02-03',
      gender: 2,
      job: 5,
      phone: '090-1234-5678',
      address: {
        postal_code: '248-0006',
        prefecture: '神奈川県',
        city: '鎌倉市',
        address1: '小町1-2-3',
        address2: '',
      },
    },
  })
  expect([joined.status, joined.body]).toEqual([201, expect.anything()])
  const { body: terms } = await t.ask('GET /api/terms/')
  return t.ask('POST /api/purchase_requests/', {
    token: await signIn(email, ''),
    key: 'first',
    body: {
      shop,
      delivering_option: 'SELF_ONLY',
      box_count: 1,
      item_count: 3,
      note: '',
      approval_mode: 'review_each',
      unpriced_policy: 'return',
      agreed_terms: terms.version,
    },
  })
}

test('where there is an operator already, nothing is made', async () => {
  const before = await counts()
  const again = await okuru(
    'setup',
    'operator',
    ...company,
    '--user',
    '三田 光 <h@example.com>',
    '--user',
    '芝 浦 <u@example.com>',
  )
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('すでにあります') })
  expect(await counts()).toEqual(before)
})

test('where mail is set up, the links are mailed and not shown', async () => {
  const other = await testApp({ config: { smtp: { url: 'smtp://localhost', from: 'a@example.com' } } })
  try {
    const result = await setUpOperator(other, {
      company: {
        '--name': '株式会社おくる',
        '--representative': '大手 進',
        '--postal-code': '1000004',
        '--address': '東京都千代田区大手町1-1-1',
        '--phone': '0312345678',
      },
      users: [
        { name: '大手 進', email: 'susumu@example.com', role: 'admin' },
        { name: '内幸 望', email: 'nozomi@example.com', role: 'admin' },
      ],
    })
    expect(result).toMatchObject({
      done: true,
      links: [],
      mailed: ['susumu@example.com', 'nozomi@example.com'],
    })
    await other.runJobs()
    expect(other.outbox.map(({ to }) => to)).toEqual(['susumu@example.com', 'nozomi@example.com'])
  } finally {
    await other.close()
  }
})
