import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { adTrackingCalls } from '#contract/ad-tracking'
import { bankAccountCalls } from '#contract/bank-account'
import { catalogueCalls } from '#contract/catalogue'
import { customerCalls } from '#contract/customer'
import { identityCalls } from '#contract/identity'
import { itemCalls } from '#contract/item'
import { transferCalls } from '#contract/transfer'
import { ApiError } from './api-error.ts'
import { type AskInput, ask, fieldErrors } from './ask.ts'
import { type Reply, startRawServer, type TestServer } from './test-server.ts'

let server: TestServer

async function answering(reply: Reply) {
  server = await startRawServer(() => reply)
}

afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
})

describe('the entities of an answer', () => {
  const bank = { id: 3, customer: 7, account_type: 1, bank_code: '0001' }

  it("B03 a bank account is its customer's by customerId", async () => {
    await answering({ json: [bank] })
    const [account] = await ask(bankAccountCalls.list, { params: { customerPk: 7 } })
    expect(account).toEqual({ id: 3, customerId: 7, accountType: 1, bankCode: '0001' })
    expectTypeOf(account?.customerId).toEqualTypeOf<number | undefined>()
  })

  it('B02 an account type nobody knows is no bank account', async () => {
    await answering({ json: { ...bank, account_type: 3 } })
    await expect(ask(bankAccountCalls.get, { params: { customerPk: 7, id: 3 } })).rejects.toThrow(
      'Failed convert BankAccount: invalid accountType value',
    )
  })

  it('B05 flags the server did not mention are false, on every row', async () => {
    const related = { customer: 7, shop: 2, identification: { identification_kind: 1, ekyc_status: 3 } }
    const row = { id: 7, name: '山田 花子', bank_account: bank, related_shops: [related] }
    await answering({ json: { count: 1, next: null, previous: null, results: [row] } })
    const { count, results } = await ask(customerCalls.list)
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({ isEmailAuth: false, isTransferInprogress: false })
    expect(results[0]?.bankAccount?.customerId).toBe(7)
    expect(results[0]?.relatedShops[0]?.identification.verifiedWith).toBe(1)
    expectTypeOf(results[0]?.name).toEqualTypeOf<string | undefined>()
    expectTypeOf(results[0]?.isCorporate).toEqualTypeOf<boolean | undefined>()
  })

  it('B07 a check says what it was verified with', async () => {
    const dealer = { id: 1, name: '株式会社青山', shops: ['青山店'], identification_kind: 1, ekyc_status: 3 }
    await answering({ json: [dealer] })
    const [check] = await ask(identityCalls.checks)
    expect(check).toEqual({ id: 1, name: '株式会社青山', shops: ['青山店'], verifiedWith: 1, ekycStatus: 3 })
    expectTypeOf(check?.shops).toEqualTypeOf<string[] | undefined>()
  })

  it('leaves what is no entity as it came', async () => {
    await answering({ status: 204 })
    expect(await ask(customerCalls.get, { params: { id: 7 } })).toBeUndefined()
  })
})

describe('making a call of the contract', () => {
  it('converts parameters, query, body and answer', async () => {
    await answering({ json: { id: 3, account_type: 1, bank_code: '0001' } })
    const account = await ask(bankAccountCalls.update, {
      params: { customerPk: 7, id: 3 },
      body: { accountType: 1, bankCode: '0001' },
    })
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', url: '/api/customers/7/banckaccount/3/' })
    expect(server.seen[0]?.json).toEqual({ account_type: 1, bank_code: '0001' })
    expect(account.bankCode).toBe('0001')
    expectTypeOf(account.accountHolderKana).toEqualTypeOf<string>()
    expectTypeOf(account.accountType).toEqualTypeOf<1 | 2 | 4 | 9>()
  })

  it('sends query names as the contract spells them', async () => {
    await answering({ json: [] })
    await ask(catalogueCalls.brands, { query: { q: 'グッチ', shopOnly: true } })
    await ask(bankAccountCalls.banks, { query: { searchText: 'ゆう' } })
    await ask(catalogueCalls.brands)
    expect(server.seen.map((seen) => seen.url)).toEqual([
      '/api/brand/?q=%E3%82%B0%E3%83%83%E3%83%81&shopOnly=true',
      '/api/bank/?search_text=%E3%82%86%E3%81%86',
      '/api/brand/',
    ])
  })

  it('hands a form through', async () => {
    const fetchStub = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ thumbnail_url: 'x' }))
    const form = new FormData()
    const picture = await ask(itemCalls.addPhoto, { params: { slug: 'a/b' }, body: form })
    expect(fetchStub.mock.calls[0]?.[1]?.body).toBe(form)
    expect(String(fetchStub.mock.calls[0]?.[0])).toContain('/api/biz/purchase-items/a%2Fb/photos/')
    expect(picture.thumbnailUrl).toBe('x')
  })

  it('X09 uses the texts of the call', async () => {
    await answering({ status: 404, json: { detail: 'Token not found' } })
    const token = '6f1c1f3e-7f4b-4c1e-9a52-6a4d2f0b7a11'
    await expect(ask(adTrackingCalls.updateUser, { body: { token } })).rejects.toThrow(/^Token not found$/)
  })

  it('X16 rejects with an error a form can read', async () => {
    await answering({ status: 400, json: { account_type: ['x'], non_field_errors: ['y'] } })
    const error: unknown = await ask(bankAccountCalls.update, {
      params: { customerPk: 7, id: 3 },
      body: {},
    }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(fieldErrors(error)).toEqual({ accountType: ['x'], nonFieldErrors: ['y'] })
  })

  it('sends an idempotency key exactly where the contract takes one', async () => {
    await answering({ json: {} })
    await ask(transferCalls.request, { body: {} })
    await ask(transferCalls.request, { body: {}, idempotencyKey: 'mine' })
    await ask(transferCalls.balance)
    const [first, second, third] = server.seen.map((seen) => seen.headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe('mine')
    expect(third).toBeUndefined()
  })

  it('C01 can be called off, also by a signal', async () => {
    await answering({ json: {} })
    const byHand = ask(transferCalls.balance)
    byHand.cancel()
    await expect(byHand).rejects.toThrow('Request aborted')
    await expect(ask(transferCalls.balance, { signal: AbortSignal.abort() })).rejects.toThrow(
      'Request aborted',
    )
    expect(server.seen).toHaveLength(0)
  })

  it('asks for exactly what a call needs', () => {
    expectTypeOf<AskInput<typeof customerCalls.get>['params']>().toEqualTypeOf<{ id: number }>()
    expectTypeOf<AskInput<typeof itemCalls.addPhoto>['body']>().toEqualTypeOf<FormData>()
    expectTypeOf<AskInput<typeof customerCalls.get>['body']>().toEqualTypeOf<undefined>()
    // @ts-expect-error a path parameter is missing
    expectTypeOf(ask<typeof customerCalls.get>).toBeCallableWith(customerCalls.get)
    // @ts-expect-error the wire's spelling is not the browser's
    expectTypeOf<AskInput<typeof bankAccountCalls.update>['body']>().toExtend<{ account_type: number }>()
  })
})
