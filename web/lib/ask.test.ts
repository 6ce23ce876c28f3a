import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { adTrackingCalls } from '#contract/ad-tracking'
import { bankAccountCalls } from '#contract/bank-account'
import { catalogueCalls } from '#contract/catalogue'
import { customerCalls } from '#contract/customer'
import { itemCalls } from '#contract/item'
import { transferCalls } from '#contract/transfer'
import { ApiError } from './api-error.ts'
import { type AskInput, ask, fieldErrors } from './ask.ts'
import { type Reply, startServer, type TestServer } from './test-server.ts'

let server: TestServer

async function answering(reply: Reply) {
  server = await startServer(() => reply)
}

afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
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
