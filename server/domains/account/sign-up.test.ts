import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(() => t.clock.forward(3_600_000))

const password = 'umi-no-kaze-2026'
const profile = {
  name: '海野 風香',
  name_kana: 'ウミノ フウカ',
  birthday: '1995-02-03',
  gender: 2,
  job: 5,
  phone: '０９０－１２３４－５６７８',
  address: {
    postal_code: '248-0006',
    prefecture: '神奈川県',
    city: '鎌倉市',
    address1: '小町1-2-3',
  },
}

async function mailTo(address: string) {
  await t.runJobs()
  return t.outbox.findLast((mail) => mail.to === address)
}
const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'http://missing/')
async function registerToken(email: string): Promise<string> {
  await t.ask('POST /api/register/email/', { body: { email } })
  return linkIn((await mailTo(email))?.text ?? '').searchParams.get('token') ?? ''
}
const signIn = (email: string, secret = password) =>
  t.ask('POST /api/auth/jwt/create/', { body: { email, password: secret } })
const accountOf = (email: string) =>
  t.db
    .selectFrom('account')
    .innerJoin('customer', 'customer.account_id', 'account.id')
    .selectAll('customer')
    .select(['account.id as account', 'account.is_email_auth', 'account.store_key', 'account.email'])
    .where('account.email_folded', '=', email.toLowerCase())
    .executeTakeFirst()

describe('on another device', () => {
  const ask = (body: object) => t.ask('POST /api/register/email/', { body })
  const read = (token: string) => t.ask('POST /api/signup/link/', { body: { token } })

  test('the link knows address, store and where the person wanted to go, until it is used', async () => {
    const entered = { email: 'tabi@example.jp', store: 'aoyama', return_url: '/requests/new?shop=3' }
    expect((await ask(entered)).status).toBe(204)
    const token = linkIn((await mailTo('tabi@example.jp'))?.text ?? '').searchParams.get('token') ?? ''
    const known = await read(token)
    expect([known.status, known.body]).toEqual([200, { ...entered, is_registered: false }])
    expect((await read(token)).status).toBe(200)
    const body = { ...profile, email: 'tabi@example.jp', password, token }
    expect((await t.ask('POST /api/signup/', { body })).status).toBe(201)
    const gone = await read('never-mailed')
    expect([gone.status, gone.body.code]).toEqual([400, 'invalid_link'])
  })

  test('once the sign-up is complete, each of its links leads to the sign-in and no longer says whose it was', async () => {
    const email = 'nido@example.jp'
    const first = await registerToken(email)
    expect((await ask({ email, return_url: '/requests/new?shop=3' })).status).toBe(204)
    const token = linkIn((await mailTo(email))?.text ?? '').searchParams.get('token') ?? ''
    const signUp = () => t.ask('POST /api/signup/', { body: { email, password, token } })
    expect((await signUp()).status).toBe(201)
    const done = { email: '', store: '', is_registered: true }
    expect((await read(token)).body).toEqual({ ...done, return_url: '/requests/new?shop=3' })
    expect((await read(first)).body).toEqual({ ...done, return_url: '' })
    // A second click on the button, or a response that was lost on its way.
    expect([(await signUp()).body.code, (await signIn(email)).status]).toEqual(['email_taken', 200])
    t.clock.forward(3 * 24 * 3_600_000)
    expect((await read(token)).body.is_registered).toBe(true)
  })

  test('a link of an address that its account no longer has says nothing about that account', async () => {
    const email = 'mukashi@example.jp'
    const token = await registerToken(email)
    expect((await t.ask('POST /api/signup/', { body: { email, password, token } })).status).toBe(201)
    await t.pool.query(
      "update account set email = 'ima@example.jp', email_folded = 'ima@example.jp' where email_folded = $1",
      [email],
    )
    expect((await read(token)).body.code).toBe('invalid_link')
  })

  test('an expired link that was never used opens nothing', async () => {
    const token = await registerToken('osoi@example.jp')
    t.clock.forward(25 * 3_600_000)
    expect((await read(token)).body.code).toBe('invalid_link')
  })

  test('only a path of this site is kept', async () => {
    for (const return_url of [
      '//evil.example',
      '/\\\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]) {
      const refused = await ask({ email: 'tabi2@example.jp', return_url })
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['return_url']])
    }
  })
})

describe('with a mailed link', () => {
  test('the account is made, kept as told, and can sign in at once', async () => {
    const asked = await t.ask('POST /api/register/email/', {
      body: { email: 'Fuka@example.jp', store: 'aoyama' },
    })
    expect([asked.status, asked.body]).toEqual([204, ''])
    const mail = await mailTo('Fuka@example.jp')
    expect(mail?.subject).toBe('【おくる】会員登録のご案内')
    const link = linkIn(mail?.text ?? '')
    expect([link.origin, link.pathname, link.searchParams.get('store')]).toEqual([
      t.tools.config.publicUrl,
      '/signup',
      'aoyama',
    ])
    const token = link.searchParams.get('token')
    const response = await t.ask('POST /api/signup/', {
      body: { email: 'fuka@example.jp', password, token, agreed_terms: true, ...profile },
    })
    expect(response.status).toBe(201)
    const row = await accountOf('fuka@example.jp')
    expect(response.body).toEqual({ id: row?.account, email: 'fuka@example.jp', is_email_auth: true })
    expect(row).toMatchObject({
      store_key: 'aoyama',
      phone: '09012345678',
      postal_code: '2480006',
      name: '海野 風香',
      job: 5,
    })
    const sealed = row?.birthday_enc as Buffer
    expect(t.tools.keys.field.decrypt(sealed, 'customer.birthday_enc', row?.id ?? 0)).toBe('1995-02-03')
    const signedIn = await signIn('fuka@example.jp')
    expect(signedIn.status).toBe(200)
    const me = await t.ask('GET /api/me/', { token: signedIn.body.access })
    expect(me.body.customer).toMatchObject({ is_email_auth: true, profile_complete: true })
  })

  test('a corporation signs up with its person in charge, who is not the corporation', async () => {
    const token = await registerToken('okurusho@example.jp')
    const signup = (names: object) =>
      t.ask('POST /api/signup/', {
        body: { email: 'okurusho@example.jp', password, token, is_corporate: true, ...names },
      })
    const agent_name = '佐藤 美咲'
    const refused = await signup({ name: '佐藤　美咲', agent_name })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['name']])
    const weak = await signup({ name: '株式会社おくる商事', agent_name: password })
    expect([weak.status, weak.body.password]).toEqual([400, ['このパスワードは お名前 と似すぎています。']])
    expect((await signup({ name: '株式会社おくる商事', agent_name })).status).toBe(201)
    expect(await accountOf('okurusho@example.jp')).toMatchObject({
      is_corporate: true,
      name: '株式会社おくる商事',
      agent_name,
    })
  })

  test('a link works once, for its own address, for a day; with it go the others', async () => {
    const signup = (email: string, token: string) =>
      t.ask('POST /api/signup/', { body: { email, password, token } })
    const first = await registerToken('once@example.jp')
    const second = await registerToken('once@example.jp')
    for (const response of [
      await signup('other@example.jp', second),
      await signup('once@example.jp', 'guess'),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.code).toBe('invalid_link')
      expect(response.body.token).toHaveLength(1)
    }
    const both = await Promise.all([signup('once@example.jp', second), signup('once@example.jp', second)])
    expect(both.map((response) => response.status).sort()).toEqual([201, 400])
    expect((await signup('once@example.jp', first)).body.code).toBe('email_taken')
    const late = await registerToken('late@example.jp')
    t.clock.forward(24 * 3_600_000)
    expect((await signup('late@example.jp', late)).body.code).toBe('invalid_link')
    expect(await accountOf('late@example.jp')).toBeUndefined()
  })

  test('for an address in use the answer is the same and the mail says so', async () => {
    const known = await makeCustomerAccount(t.db, t.tools)
    const answers = [known.email, 'free@example.jp'].map((email) =>
      t.ask('POST /api/register/email/', { body: { email } }),
    )
    const [used, free] = await Promise.all(answers)
    expect([used?.status, used?.body]).toEqual([free?.status, free?.body])
    const mail = await mailTo(known.email)
    expect(mail?.text).toContain('すでに登録されています')
    expect(mail?.text).not.toContain('token=')
  })

  test('only the holder of a link is told that the address is registered meanwhile', async () => {
    const token = await registerToken('meanwhile@example.jp')
    await makeCustomerAccount(t.db, t.tools, { account: { email: 'meanwhile@example.jp' } })
    const response = await t.ask('POST /api/signup/', {
      body: { email: 'meanwhile@example.jp', password, token },
    })
    expect([response.status, response.body]).toEqual([
      400,
      { email: ['このメールアドレスは既に登録されています。'], code: 'email_taken' },
    ])
  })

  test('takes over an account of the time before addresses were proven first', async () => {
    const email = 'mine@example.jp'
    const before = await makeCustomerAccount(t.db, t.tools, {
      account: { email, is_email_auth: false, password_hash: null },
      customer: { address1: '知らない人の住所1-1' },
    })
    // A reset would open the account with data that a stranger entered.
    await t.ask('POST /api/reset-password/', { body: { email } })
    expect(await mailTo(email)).toBeUndefined()
    const token = await registerToken(email)
    expect((await t.ask('POST /api/signup/', { body: { email, password, token } })).status).toBe(201)
    expect((await signIn(email)).status).toBe(200)
    expect(await accountOf(email)).toMatchObject({
      account: before.account_id,
      address1: '',
      is_email_auth: true,
    })
  })

  test('a stranger who asks as well does not spoil the link that is there', async () => {
    const email = 'tsukue@example.jp'
    const mine = await registerToken(email)
    await registerToken(email)
    expect((await t.ask('POST /api/signup/', { body: { email, password, token: mine } })).status).toBe(201)
  })
})

describe('without a link', () => {
  const stranger = 'attackers-choice-1'

  test('nothing of what was sent is kept: whoever opens the mailed link chooses the password', async () => {
    const email = 'plain@example.jp'
    const sent = { ...profile, email, password: stranger, store: 'umeda' }
    const response = await t.ask('POST /api/signup/', { body: sent })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ id: expect.any(Number), email, is_email_auth: false })
    expect(await accountOf(email)).toBeUndefined()
    expect((await signIn(email, stranger)).status).toBe(401)
    const link = linkIn((await mailTo(email))?.text ?? '')
    expect([link.pathname, link.searchParams.get('store')]).toEqual(['/signup', 'umeda'])
    const token = link.searchParams.get('token')
    const body = { email, password, token }
    expect((await t.ask('POST /api/signup/', { body })).body).toMatchObject({ email, is_email_auth: true })
    expect((await signIn(email, stranger)).status).toBe(401)
    expect((await signIn(email)).status).toBe(200)
    expect(await accountOf(email)).toMatchObject({
      name: '',
      address1: '',
      birthday_enc: null,
      store_key: 'umeda',
    })
  })

  test('a used address gets an answer of the same shape; its owner is told; nothing changes', async () => {
    const known = await makeCustomerAccount(t.db, t.tools)
    const before = await accountOf(known.email)
    const free = await t.ask('POST /api/signup/', { body: { email: 'same@example.jp', password } })
    const used = await t.ask('POST /api/signup/', {
      body: { email: known.email, password, name: '別人' },
    })
    expect(used.status).toBe(free.status)
    expect(Object.keys(used.body)).toEqual(Object.keys(free.body))
    expect(used.body).toMatchObject({ email: known.email, is_email_auth: false })
    expect(used.body.id).toBe(free.body.id + 1)
    expect(await accountOf(known.email)).toEqual(before)
    expect((await mailTo(known.email))?.subject).toBe('【おくる】このメールアドレスは登録済みです')
  })

  test('costs the same statements for members and others', async () => {
    const known = await makeCustomerAccount(t.db, t.tools)
    const counted = async (email: string) => {
      const statements: string[] = []
      const count = (query: unknown) =>
        void statements.push(String((query as { text?: string }).text ?? query).slice(0, 40))
      const connections = new Set<{ query: unknown }>()
      const watch = (client: never) => {
        const { query } = client as { query: (...given: unknown[]) => unknown }
        if (connections.has(client)) return
        connections.add(client)
        Object.assign(client as object, {
          query: (...given: unknown[]) => {
            count(given[0])
            return query.apply(client, given)
          },
        })
      }
      t.pool.on('acquire', watch as never)
      expect((await t.ask('POST /api/signup/', { body: { email, password } })).status).toBe(201)
      t.pool.off('acquire', watch as never)
      for (const client of connections) Reflect.deleteProperty(client, 'query')
      return statements
    }
    await counted('warm-up@example.jp')
    const other = await counted('nobody-yet@example.jp')
    expect(other.length).toBeGreaterThan(5)
    expect(await counted(known.email)).toEqual(other)
  })

  test('several at once make no account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        t.ask('POST /api/signup/', { body: { email: 'race@example.jp', password } }),
      ),
    )
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201, 201, 201])
    const { rows } = await t.pool.query(`select from account where email_folded = 'race@example.jp'`)
    expect(rows).toHaveLength(0)
  })

  test('somebody under age may have an account', async () => {
    const token = await registerToken('young@example.jp')
    const response = await t.ask('POST /api/signup/', {
      body: { email: 'young@example.jp', password, birthday: '2012-04-01', token },
    })
    expect(response.status).toBe(201)
  })
})

describe('what is refused', () => {
  const refused = async (body: object) => {
    const response = await t.ask('POST /api/signup/', {
      body: { email: 'bad@example.jp', password, ...body },
    })
    expect(response.status).toBe(400)
    expect(await accountOf('bad@example.jp')).toBeUndefined()
    return response.body
  }

  test('passwords, in Japanese', async () => {
    expect(await refused({ password: 'k7#wq' })).toEqual({
      password: ['このパスワードは短すぎます。最低 8 文字以上必要です。'],
    })
    expect(await refused({ password: 'password' })).toEqual({
      password: ['このパスワードは一般的すぎます。'],
    })
    expect(await refused({ password: '5829104737' })).toEqual({
      password: ['このパスワードは数字しか使われていません。'],
    })
    expect((await refused({ email: 'bad@example.jp', password: 'bad@example' })).password).toHaveLength(1)
  })

  test('addresses, dates, numbers and names that cannot be', async () => {
    expect(await refused({ email: 'not-an-address' })).toEqual({
      email: ['有効なメールアドレスを入力してください。'],
    })
    expect(await refused({ birthday: '2026-13-01' })).toHaveProperty('birthday')
    expect(await refused({ birthday: '2027-01-01' })).toEqual({
      birthday: ['生年月日をご確認ください。'],
    })
    expect(await refused({ birthday: '1899-12-31' })).toHaveProperty('birthday')
    expect(await refused({ address: { ...profile.address, prefecture: '江戸' } })).toEqual({
      address: { prefecture: ['都道府県を選んでください。'] },
    })
    expect(await refused({ job: 9 })).toEqual({ job: ['"9"は有効な選択肢ではありません。'] })
    expect(await refused({ phone: '12345' })).toEqual({
      phone: ['電話番号をご確認ください。'],
    })
    expect(await refused({ name_kana: '海野' })).toEqual({
      name_kana: ['カタカナで入力してください。'],
    })
    expect(await refused({ name: '' })).toEqual({ name: ['この項目は空にできません。'] })
    expect(await refused({ name_kana: '' })).toEqual({ name_kana: ['この項目は空にできません。'] })
    expect(await refused({ name: '海野😀' })).toHaveProperty('name')
    expect(await refused({ address: { ...profile.address, postal_code: '248-00' } })).toEqual({
      address: { postal_code: ['郵便番号は7桁の数字で入力してください。'] },
    })
  })

  test('nobody gets more mails than a mailbox bears, and nobody is told so', async () => {
    const before = t.outbox.length
    const statuses = new Set<number>()
    for (let hour = 0; hour < 20; hour += 1) {
      for (let index = 0; index < 7; index += 1) {
        const response = await t.ask('POST /api/register/email/', { body: { email: 'full@example.jp' } })
        statuses.add(response.status)
      }
      await t.runJobs()
      if (hour === 0) expect(t.outbox.length - before).toBe(3)
      t.clock.forward(3_600_000)
    }
    expect([...statuses]).toEqual([204])
    expect(t.outbox.length - before).toBe(10)
  })
})

describe('what is told at sign-up', () => {
  const told = async (overrides: Record<string, unknown>) => {
    const email = `told-${Math.random()}@example.jp`
    const token = await registerToken(email)
    return t.ask('POST /api/signup/', { body: { ...profile, ...overrides, email, password, token } })
  }

  test('is judged as a change of it would be', async () => {
    expect((await told({ job: 8 })).body).toHaveProperty('job_detail')
    expect((await told({ job: 8, job_detail: '家事' })).status).toBe(201)
    expect((await told({ is_invoice_issuer: true })).body).toHaveProperty('invoice_registration_number')
    const number = 'Ｔ9234567890123'
    expect((await told({ is_invoice_issuer: true, invoice_registration_number: number })).status).toBe(201)
    expect((await told({ birthday: '1899-12-31' })).body).toHaveProperty('birthday')
    const address = { ...profile.address, city: '鎌倉市🌊' }
    expect((await told({ address })).body.address).toHaveProperty('city')
  })

  test('is kept in the form it is compared in', async () => {
    const address = { ...profile.address, address1: '小町　１－２－３' }
    const { body } = await told({ address })
    const { rows } = await t.pool.query('select address1 from customer where account_id = $1', [body.id])
    const plain = await told({ address: { ...profile.address, address1: '小町 1-2-3' } })
    const { rows: same } = await t.pool.query('select address1 from customer where account_id = $1', [
      plain.body.id,
    ])
    expect(rows).toEqual(same)
  })
})
