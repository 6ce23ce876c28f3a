import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { requestBody } from './support/steps.ts'
import { builtCalls, isPlain, makeTarget, type Target, wrongShots } from './support/target.ts'
import { signIn } from './support/world.ts'

let target: Target
beforeAll(async () => {
  target = await makeTarget()
})
afterAll(() => target.t.close())

// Reads first and endings last, so that what one call ends is still there for the others.
const order = { GET: 0, POST: 1, PUT: 2, PATCH: 3, DELETE: 4 } as const
const calls = builtCalls
  .filter(({ call }) => !call.multipart)
  .toSorted((a, b) => order[a.call.method] - order[b.call.method])

/** What a call refuses to be without. */
const asked: Readonly<Record<string, string>> = { 'insight.csv': '?table=lead_time' }

/** There is nothing of the kind: no month is over. */
const absent: readonly string[] = ['book.monthCsv']

test.each(calls)('$name five times at once is answered five times', async ({ name, call }) => {
  await target.later()
  const body = call.body ? await target.bodyOf(name, call) : undefined
  const path = target.pathOf(call) + (asked[name] ?? '')
  const shots = await Promise.all(
    Array.from({ length: 5 }, (_, n) => target.shootAt(call, `${n}`, path, body)),
  )
  if (absent.includes(name)) {
    expect(shots.map(({ answer }) => answer.status)).toEqual([404, 404, 404, 404, 404])
  } else if (call.ok === 'csv') {
    const statuses = shots.map(({ answer }) => answer.status).sort()
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200])
    for (const status of statuses.slice(3)) expect([200, 429]).toContain(status)
  } else {
    expect(wrongShots(shots, isPlain)).toEqual([])
  }
  await target.expectFreePool()
})

describe('two acts that exclude each other, in the same moment', () => {
  const someone = async () => {
    const made = await makeCustomerAccount(target.t.db, target.t.tools)
    return { id: made.customer_id, token: (await signIn(target.t, made)).token }
  }

  test('leaving and asking for a box: one of them happens', async () => {
    const { t, w } = target
    for (let round = 0; round < 6; round++) {
      const person = await someone()
      const asking = () =>
        t.ask('POST /api/purchase_requests/', { token: person.token, key: 'box', body: requestBody(w) })
      const leaving = () => t.ask(`DELETE /api/customers/${person.id}/`, { token: person.token })
      await Promise.all(round % 2 ? [asking(), leaving(), asking()] : [leaving(), asking(), leaving()])
      const { rows } = await t.pool.query(
        `select (select left_at is not null from customer where id = $1) as has_left,
           exists (select from purchase_request where customer_id = $1) as has_box`,
        [person.id],
      )
      expect(rows[0].has_left).toBe(!rows[0].has_box)
    }
  })

  test('taking the bank account away and asking for the money: no transfer without an account', async () => {
    const { t, w } = target
    for (let round = 0; round < 6; round++) {
      const made = await makePayee(t.db, t.tools, w.aoyama.company)
      const purchase = {
        company_id: w.aoyama.company,
        shop_id: w.aoyama.shops[0],
        terms: w.terms,
        amount: 4_000,
      }
      await makePurchase(t.db, { customer_id: made.customer_id, ...purchase })
      const { token } = await signIn(t, made)
      const account = await t.pool.query('select id from bank_account where customer_id = $1', [
        made.customer_id,
      ])
      const path = `/api/customers/${made.customer_id}/banckaccount/${account.rows[0].id}/`
      const [money, gone, changed] = await Promise.all([
        t.ask('POST /api/transfer/', { token, key: 'all', body: {} }),
        t.ask(`DELETE ${path}`, { token }),
        t.ask(`PATCH ${path}`, { token, body: { account_number: '7777777' } }),
      ])
      expect([money.status, gone.status, changed.status].every((status) => status < 500)).toBe(true)
      const { rows } = await t.pool.query(
        `select (select count(*)::int from transfer where customer_id = $1 and status = 0) as transfers,
           (select count(*)::int from bank_account where customer_id = $1) as accounts`,
        [made.customer_id],
      )
      // The account cannot change while a transfer is on its way to it.
      if (rows[0].transfers > 0) expect(rows[0].accounts).toBe(1)
      expect(rows[0].transfers).toBe(money.status === 201 ? 1 : 0)
    }
  })

  test('one address taken by two people, and one link used twice', async () => {
    const { t } = target
    await target.later()
    const body = { email: 'both@example.jp', password: 'correct horse battery' }
    const shots = await Promise.all(Array.from({ length: 5 }, () => t.ask('POST /api/signup/', { body })))
    expect(shots.filter(({ status }) => status >= 500)).toEqual([])
    await t.runJobs()
    const links = t.outbox
      .filter((mail) => mail.to === body.email)
      .flatMap((mail) => /token=([\w-]+)/.exec(mail.text)?.[1] ?? [])
    expect(links.length).toBeGreaterThan(1)
    const signUps = await Promise.all(
      links.flatMap((token) => [1, 2, 3].map(() => t.ask('POST /api/signup/', { body: { ...body, token } }))),
    )
    expect(signUps.filter(({ status }) => status >= 500)).toEqual([])
    expect(signUps.filter(({ status }) => status === 201)).toHaveLength(1)
    const { rows } = await t.pool.query(
      "select count(*)::int as n from account where email_folded = 'both@example.jp'",
    )
    expect(rows[0].n).toBe(1)
  })
})
