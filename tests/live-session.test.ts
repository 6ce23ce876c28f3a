import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AnyCall, checksSession } from '#contract/call'
import { allCalls } from '#contract/calls'
import { type Permission, roleMay } from '#contract/permission'
import { buildApp } from '#server/app'
import { factoryPassword } from '#server/domains/account/account.factory'
import { makeDb } from '#server/platform/db'
import { type TestApp, testApp } from './support/app.ts'
import { makeWorld, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.forward(3_600_000))

/** Permissions that always need a live session check. */
const sensitivePermissions: readonly Permission[] = [
  'bank_account.read',
  'bank_account.write',
  'customer.create',
  'biz.customer.read',
  'biz.identity.write',
  'biz.ledger.export',
  'biz.item.export',
  'biz.request.export',
  'biz.customer.export',
  'biz.money.read',
  'biz.user.read',
  'biz.user.export',
  'operator.payout',
]
const sensitivePaths =
  /bank|balance|transfer|transaction|payout|customer|identi|ekyc|account|device|password|users/
const sensitiveFields =
  /^(account_number\w*|account_holder_kana|birthday|address1?|postal_code|document_number\w*|verified_name|verified_address|balance|balance_after|email)$/

/** Sensitive by name or shape, but public or about work. */
const open: Readonly<Record<string, string>> = {
  'setup.companies': 'what the law has dealers show',
  'setup.company': 'what the law has dealers show',
  'setup.shops': 'where shops are is public',
  'setup.shop': 'where shops are is public',
  'item.customerHistory': 'grades and prices of earlier articles, without the person',
}

function fieldsOf(call: AnyCall): Set<string> {
  const found = new Set<string>()
  const follow = (node: unknown): void => {
    if (!node || typeof node !== 'object') return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
      follow(value)
    }
  }
  if (typeof call.ok === 'object') follow(z.toJSONSchema(call.ok, { unrepresentable: 'any', io: 'output' }))
  return found
}

const isSensitive = (call: AnyCall): boolean =>
  sensitivePermissions.includes(call.may) ||
  sensitivePaths.test(call.path) ||
  [...fieldsOf(call)].some((name) => sensitiveFields.test(name))

test('every call about money, identity, addresses or credentials has its session looked up', () => {
  const signedIn = allCalls.filter(({ call }) => call.may !== 'anyone' && !call.notBuilt)
  const forgotten = signedIn.filter(
    ({ name, call }) => isSensitive(call) && !checksSession(call) && !Object.hasOwn(open, name),
  )
  expect(forgotten.map(({ name }) => name)).toEqual([])
  expect(signedIn.filter(({ call }) => call.method !== 'GET').every(({ call }) => checksSession(call))).toBe(
    true,
  )
  expect(allCalls.every(({ call }) => !call.freshSignIn || checksSession(call))).toBe(true)
  const excepted = signedIn.filter(({ name, call }) => isSensitive(call) && Object.hasOwn(open, name))
  expect(excepted.map(({ name }) => name).sort()).toEqual(Object.keys(open).sort())
})

/** Files that leave without a sign-in of the last ten minutes, and why. */
const plainFiles: Readonly<Record<string, string>> = {
  'brandMaster.csv': 'names of brands',
  'buyingAmount.csv': 'prices of kinds of articles',
  'campaignMaster.csv': 'what the dealer adds to its prices, and for what',
  'categoryAttribute.csv': 'what articles of a category are described by',
  'categoryMaster.csv': 'names of categories',
  'goodsFile.csv': 'goods for sale, which name nobody',
  'preAssessment.brandsCsv': 'what the dealer thinks of brands',
  'preAssessment.categoriesCsv': 'what the dealer thinks of categories',
  'preAssessment.priceTemplatesCsv': 'prices of kinds of articles',
  'preAssessment.seasonTagsCsv': 'names of seasons',
  'preAssessment.accuracyCsv': 'what was named and paid for articles; of people only colleagues',
  'preAssessment.pdf': 'a named price, handed to its customer at the counter',
  'sale.csv': 'sales without their buyers',
  'commentTemplate.csv': 'sentences that name nobody',
  'insight.csv': 'figures; of people only colleagues, as everybody who may read the page sees them',
  'transfer.statementCsv': 'the own entries of a customer',
  'transfer.statementPdf': 'the own entries of a customer',
  'setup.announcementsCsv': 'news that the own company wrote',
  'identity.reviewImage': 'one picture of a review; each view is recorded',
}
const isPrinted = (path: string) => path.endsWith('/print/')
const isFile = ({ ok, path }: AnyCall) => ['csv', 'pdf', 'bytes'].includes(String(ok)) || isPrinted(path)

test('every file with data of people, and every act of a second person, needs a recent sign-in', () => {
  const built = allCalls.filter(({ call }) => !call.notBuilt && call.may !== 'anyone')
  const files = built.filter(({ call }) => isFile(call) && !call.freshSignIn)
  expect(files.map(({ name }) => name).sort()).toEqual(Object.keys(plainFiles).sort())
  const second = built.filter(({ call }) => call.errors?.includes('two_people_required'))
  expect(second.map(({ name }) => name).sort()).toEqual([
    'book.approveProposal',
    'purchaseRequest.releaseHold',
    'secondFactor.reset',
    'setup.confirmUser',
    'transfer.approveBatch',
    'transfer.checkSpecialWithdrawal',
  ])
  expect(second.filter(({ call }) => !call.freshSignIn)).toEqual([])
})

test('a list with personal data is saved within ten minutes of a sign-in, and not later', async () => {
  const { admin, shops } = w.aoyama
  const files = allCalls.filter(({ call }) => (call.ok === 'csv' || isPrinted(call.path)) && call.freshSignIn)
  expect(files.length).toBeGreaterThan(8)
  const people = {
    admin: await signIn(t, admin),
    operator: await signIn(t, w.operator.operator),
  }
  const codeOf = async ({ call }: (typeof files)[number], tokens: Record<keyof typeof people, string>) => {
    const path = call.path.replace('{shop_pk}', String(shops[0])).replace('{month}', '2026-01')
    const token = roleMay('admin', call.may) ? tokens.admin : tokens.operator
    const { status, body } = await t.ask(`GET ${path}`, { token })
    return [call.path, status, status === 403 ? body.code : undefined]
  }
  const tokens = { admin: people.admin.token, operator: people.operator.token }
  for (const file of files) {
    // No month is closed here.
    const status = file.call.path.includes('{month}') ? 404 : 200
    expect(await codeOf(file, tokens)).toEqual([file.call.path, status, undefined])
  }
  t.clock.forward(11 * 60_000)
  const renew = async ({ refresh }: { refresh: string }): Promise<string> =>
    (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
  const renewed = { admin: await renew(people.admin), operator: await renew(people.operator) }
  for (const file of files)
    expect(await codeOf(file, renewed)).toEqual([file.call.path, 403, 'reauthentication_required'])
})

describe('a device that was signed out', () => {
  test('makes none of those calls any more, in whichever process', async () => {
    const other = await buildApp({ db: makeDb(t.pool), ...t.tools })
    const signedOut = async (who: { account_id: number }) => {
      const device = await signIn(t, who)
      const authorization = `Bearer ${device.token}`
      expect((await other.inject({ url: '/api/me/', headers: { authorization } })).statusCode).toBe(200)
      await t.ask('POST /api/logout/', { body: { refresh_token: device.refresh } })
      return authorization
    }
    const params = {
      id: w.hanako.id,
      customer_pk: w.hanako.id,
      key: 'x',
      version: w.terms,
      code: 'x',
      slug: 'x',
    }
    const tokens = {
      customer: await signedOut(w.hanako),
      operator: await signedOut(w.operator.operator),
      admin: await signedOut(w.aoyama.admin),
    }
    const reached: string[] = []
    for (const { name, call } of allCalls) {
      if (call.notBuilt || !checksSession(call)) continue
      for (const [role, authorization] of Object.entries(tokens)) {
        const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, part: string) =>
          String((params as Record<string, string | number>)[part] ?? 1),
        )
        const response = await other.inject({
          method: call.method,
          url: path,
          headers: { authorization },
          ...(call.method === 'GET' ? {} : { payload: {} }),
        })
        // 403: the role may not make the call at all.
        const { statusCode: status } = response
        if (status !== 401 && status !== 403) reached.push(`${role} ${name} ${status}`)
        if (status === 401) expect(response.json().code).toBe('token_not_valid')
      }
    }
    await other.close()
    expect(reached).toEqual([])
  })

  test('cannot finish a call it began before', async () => {
    const device = await signIn(t, w.taro)
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const body = Buffer.from(JSON.stringify({ email: 'toru@example.jp', current_password: factoryPassword }))
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const request = http.request({
        port,
        method: 'POST',
        path: '/api/account/email',
        headers: {
          authorization: `Bearer ${device.token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      })
      request.on('error', reject).on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.write(body.subarray(0, 10))
      setTimeout(async () => {
        await t.ask('POST /api/logout/', { body: { refresh_token: device.refresh } })
        request.end(body.subarray(10))
      }, 200)
    })
    expect(answer).toBe(401)
    await t.runJobs()
    expect(t.outbox.some(({ to }) => to === 'toru@example.jp')).toBe(false)
  })

  test('is out although another one of the same account goes on', async () => {
    const here = await signIn(t, w.hanako)
    const there = await signIn(t, w.hanako)
    const { body } = await t.ask('GET /api/account/devices/', { token: here.token })
    for (const { id, is_current } of body as { id: string; is_current: boolean }[]) {
      if (!is_current) await t.ask(`DELETE /api/account/devices/${id}/`, { token: here.token })
    }
    const own = `GET /api/customers/${w.hanako.id}/banckaccount/`
    expect((await t.ask(own, { token: there.token })).status).toBe(401)
    expect((await t.ask(own, { token: here.token })).status).toBe(200)
  })
})
