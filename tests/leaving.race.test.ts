import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factoryPassword, makeCustomerAccount } from '#server/domains/account/account.factory'
import { someoneWaits, type TestApp, type TestResponse, testApp } from './support/app.ts'
import { type OidcServer, providerOf, startOidcServer } from './support/oidc-server.ts'
import { makeWorld, signIn } from './support/world.ts'

const redirect = 'https://okuru.example/login/callback'

let t: TestApp
let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidcServer([redirect])
  t = await testApp({ config: { signInProviders: [providerOf(oidc)], signInRedirects: [redirect] } })
  await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await oidc.close()
})

async function someone() {
  const made = await makeCustomerAccount(t.db, t.tools)
  return { id: made.customer_id, account: made.account_id, token: (await signIn(t, made)).token }
}
type Person = Awaited<ReturnType<typeof someone>>

async function proofOf(sub: string) {
  oidc.signsIn({ sub })
  const started = await t.ask('GET /api/auth/o/house/', { query: { redirect_uri: redirect } })
  const { searchParams } = await oidc.visit(started.body.authorization_url)
  return { code: searchParams.get('code'), state: searchParams.get('state') }
}

interface Act {
  /** Everything up to the one call. */
  prepare: (person: Person) => Promise<() => Promise<TestResponse>>
  /** What it leaves behind, of a customer `$1` with the account `$2`. */
  rows: string
}

const acts: Record<string, Act> = {
  'a bank account': {
    prepare:
      async ({ id, token }) =>
      () =>
        t.ask(`POST /api/customers/${id}/banckaccount/`, {
          token,
          body: {
            account_type: 1,
            bank_code: '0001',
            branch_code: '001',
            account_number: '1234567',
            account_holder_kana: 'ヤマダ ハナコ',
          },
        }),
    rows: 'select from bank_account where customer_id = $1 and $2 > 0',
  },
  'a sign-in provider': {
    prepare: async ({ id, token }) => {
      const body = await proofOf(`U-leaver-${id}`)
      return () => t.ask('POST /api/account/providers/house/', { token, body })
    },
    rows: 'select from provider_account where account_id = $2 and $1 > 0',
  },
  LINE: {
    prepare:
      async ({ token }) =>
      () =>
        t.ask('POST /api/account/line/', { token, body: {} }),
    rows: 'select from line_user where account_id = $2 and $1 > 0',
  },
  'another address': {
    prepare: async ({ id, token }) => {
      const email = `new-${id}@example.jp`
      await t.ask('POST /api/account/email', { token, body: { email, current_password: factoryPassword } })
      await t.runJobs()
      const mail = t.outbox.find(({ to }) => to === email)
      const link = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      return () => t.ask('POST /api/account/email', { token, body: { token: link } })
    },
    rows: "select from account where id = $2 and email_folded not like 'closed %' and $1 > 0",
  },
  'where the visitor came from': {
    prepare: async ({ token }) => {
      const { body } = await t.ask('POST /api/ad-tracking/create/', { body: {} })
      return () => t.ask('POST /api/ad-tracking/update-user/', { token, body: { token: body.token } })
    },
    rows: 'select from ad_tracking where account_id = $2 and $1 > 0',
  },
  'a draft': {
    prepare:
      async ({ token }) =>
      () =>
        t.ask('POST /api/request-drafts/', { token, body: { fields: { note: 'x' }, step: 'address' } }),
    rows: 'select from request_draft where customer_id = $1 and $2 > 0',
  },
}

const without = async (person: Person, { rows }: Act) =>
  (await t.pool.query(rows, [person.id, person.account])).rowCount === 0

test.each(Object.entries(acts))('%s is added by a device whose owner stays', async (_name, act) => {
  const person = await someone()
  const add = await act.prepare(person)
  expect((await add()).status).toBeLessThan(300)
  expect(await without(person, act)).toBe(false)
})

test.each(Object.entries(acts))('%s is not added to an account that is being closed', async (_name, act) => {
  const person = await someone()
  const add = await act.prepare(person)
  // Leaving stands before its last step, and has not committed.
  const gate = await t.pool.connect()
  await gate.query('begin')
  await gate.query('lock table line_link in exclusive mode')
  const leaving = t.ask(`DELETE /api/customers/${person.id}/`, { token: person.token })
  await someoneWaits(t)
  const adding = add()
  await Promise.race([adding, sleep(300)])
  await gate.query('commit')
  gate.release()
  expect((await leaving).status).toBe(204)
  expect((await adding).status).toBe(401)
  expect(await without(person, act)).toBe(true)
})

test('what a visitor does while leaving is recorded without the account, and waits for nothing', async () => {
  const person = await someone()
  const act = (event: string) =>
    t.ask('POST /api/user-activity/', { token: person.token, body: { event, path: '/settings' } })
  const recorded = async () =>
    (await t.pool.query("select event, account_id from user_activity where path = '/settings' order by id"))
      .rows
  expect((await act('before')).status).toBe(201)
  expect(await recorded()).toEqual([{ event: 'before', account_id: person.account }])
  const gate = await t.pool.connect()
  await gate.query('begin')
  await gate.query('lock table line_link in exclusive mode')
  const leaving = t.ask(`DELETE /api/customers/${person.id}/`, { token: person.token })
  await someoneWaits(t)
  // The response comes before the gate opens.
  expect((await act('meanwhile')).status).toBe(201)
  await gate.query('commit')
  gate.release()
  expect((await leaving).status).toBe(204)
  expect(await recorded()).toEqual([{ event: 'meanwhile', account_id: null }])
})
