import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountCalls } from '#contract/account'
import { customerCalls } from '#contract/customer'
import { transferCalls } from '#contract/transfer'
import { onAuthExpired } from './auth-fetch.ts'
import { makeQueryClient, queryOf, useCall, useMutationOf } from './query-client.ts'
import { tokenOf } from './test-server.ts'
import { clearTokens, storeRefreshed, storeSession } from './tokens.ts'

type Responder = (count: number, init: RequestInit) => Response | Promise<Response>

function respondWith(answer: Responder) {
  let count = 0
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    count += 1
    return answer(count, init ?? {})
  })
}

function keysOf(fetchStub: ReturnType<typeof respondWith>): (string | undefined)[] {
  return fetchStub.mock.calls.map(
    ([, init]) => new Headers(init?.headers).get('Idempotency-Key') ?? undefined,
  )
}

function within(client = makeQueryClient()) {
  return ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const signIn = (id: number) =>
  storeSession({ access: tokenOf(id), refresh: 'eyJr.e.f', userType: 'customer' })

beforeEach(() => {
  clearTokens()
  signIn(1)
})
afterEach(() => {
  cleanup()
  clearTokens()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('reading', () => {
  it('has the route and the input as its key', () => {
    expect(queryOf(customerCalls.get, { params: { id: 7 } }).queryKey).toEqual([
      'GET /api/customers/{id}/',
      { params: { id: 7 } },
    ])
    expect(queryOf(transferCalls.balance).queryKey).toEqual(['GET /api/balance/', {}])
  })

  it('gives the converted answer', async () => {
    respondWith(() => Response.json({ next_scheduled_on: '2026-12-01' }))
    const { result } = renderHook(() => useCall(transferCalls.balance), { wrapper: within() })
    await vi.waitFor(() => expect(result.current.data?.nextScheduledOn).toBe('2026-12-01'))
  })

  it.each([400, 403, 404, 429])('is not asked again after %i', async (status) => {
    vi.useFakeTimers()
    const fetchStub = respondWith(() => Response.json({}, { status }))
    const outcome = expect(
      makeQueryClient().fetchQuery(queryOf(transferCalls.balance)),
    ).rejects.toMatchObject({
      status,
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await outcome
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it.each([() => Response.json({}, { status: 503 }), lost])(
    'is asked again twice when server or network are in trouble',
    async (trouble) => {
      vi.useFakeTimers()
      const fetchStub = respondWith(trouble)
      const { result } = renderHook(() => useCall(transferCalls.balance), { wrapper: within() })
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      expect(result.current.isError).toBe(true)
      expect(fetchStub).toHaveBeenCalledTimes(3)
    },
  )

  it('is asked again when the server said, and by itself as long as the database is away', async () => {
    vi.useFakeTimers()
    let isBack = false
    const fetchStub = respondWith(() =>
      isBack
        ? Response.json({ next_scheduled_on: '2026-12-01' })
        : Response.json(
            { detail: 'ただいま…', code: 'database_unavailable' },
            { status: 503, headers: { 'Retry-After': '5' } },
          ),
    )
    const { result } = renderHook(() => useCall(transferCalls.balance), { wrapper: within() })
    await act(() => vi.advanceTimersByTimeAsync(4_900))
    expect(fetchStub).toHaveBeenCalledOnce()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(fetchStub).toHaveBeenCalledTimes(3)
    expect(result.current.isError).toBe(true)
    isBack = true
    await act(() => vi.advanceTimersByTimeAsync(21_000))
    expect(result.current.data?.nextScheduledOn).toBe('2026-12-01')
    expect(fetchStub).toHaveBeenCalledTimes(4)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(fetchStub).toHaveBeenCalledTimes(4)
  })

  it('M02 the account is asked for six times, three seconds apart', async () => {
    vi.useFakeTimers()
    const fetchStub = respondWith(() => Response.json({}, { status: 500 }))
    const { result } = renderHook(() => useCall(accountCalls.me), { wrapper: within() })
    await act(() => vi.advanceTimersByTimeAsync(14_990))
    expect(fetchStub).toHaveBeenCalledTimes(5)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(fetchStub).toHaveBeenCalledTimes(6)
    expect(result.current.isError).toBe(true)
  })

  it('M03 the account is not asked for again once the sign-in is refused', async () => {
    vi.useFakeTimers()
    const fetchStub = respondWith(() => Response.json({}, { status: 401 }))
    const { result } = renderHook(() => useCall(accountCalls.me), { wrapper: within() })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(fetchStub).toHaveBeenCalledTimes(2)
    expect(result.current.data).toBeUndefined()
  })

  it.each([
    ['the screen is gone', ({ unmount }: { unmount: () => void }) => unmount()],
    ['the person has signed out', () => clearTokens()],
  ])('M04 the account is not asked for again when %s', async (_, leave) => {
    vi.useFakeTimers()
    const fetchStub = respondWith(() => Response.json({}, { status: 500 }))
    const hook = renderHook(() => useCall(accountCalls.me, {}), { wrapper: within() })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(fetchStub).toHaveBeenCalledOnce()
    act(() => leave(hook))
    hook.unmount()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it('M05 a business user is no customer', async () => {
    respondWith(() =>
      Response.json({ id: 1, email: 'a@example.test', customer: null, business_user: { id: 2 } }),
    )
    const { result } = renderHook(() => useCall(accountCalls.me), { wrapper: within() })
    await vi.waitFor(() => expect(result.current.data?.businessUser?.id).toBe(2))
    expect(result.current.data?.customer).toBeNull()
  })

  it('C04 leaving the screen calls its requests off, silently', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    respondWith((_, init) => {
      signals.push(init.signal)
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
      })
    })
    const expired = vi.fn()
    const stop = onAuthExpired(expired)
    const report = vi.spyOn(console, 'error')
    const { unmount } = renderHook(() => useCall(transferCalls.balance), { wrapper: within() })
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    unmount()
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
    stop()
    expect(expired).not.toHaveBeenCalled()
    expect(report).not.toHaveBeenCalled()
  })

  it('forgets what one person was shown as soon as they are gone', () => {
    const client = makeQueryClient()
    const key = ['GET /api/balance/']
    client.setQueryData(key, 'mine')
    storeRefreshed({ access: tokenOf(1, 'younger') })
    expect(client.getQueryData(key)).toBe('mine')
    signIn(2)
    expect(client.getQueryData(key)).toBeUndefined()
    client.setQueryData(key, 'theirs')
    clearTokens()
    expect(client.getQueryData(key)).toBeUndefined()
    client.setQueryData(key, 'public')
    signIn(1)
    expect(client.getQueryData(key)).toBe('public')
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
  })
})

describe('what a write changes', () => {
  async function sent(status: number, options: { rereadsOnError?: boolean } = {}) {
    cleanup()
    vi.restoreAllMocks()
    const fetchStub = respondWith((_, { method }) =>
      Response.json({}, { status: method === 'POST' ? status : 200 }),
    )
    const { result } = renderHook(
      () => {
        useCall(transferCalls.balance)
        useCall(accountCalls.devices)
        return useMutationOf(transferCalls.request, { ...options, waits: true })
      },
      { wrapper: within() },
    )
    await vi.waitFor(() => expect(fetchStub).toHaveBeenCalledTimes(2))
    await act(() => result.current.mutateAsync({ body: { amount: 500 } }).catch(() => undefined))
    return fetchStub.mock.calls.slice(2).map(([url]) => new URL(String(url), 'http://site').pathname)
  }

  it('is read again, and nothing else', async () => {
    expect(await sent(200)).toEqual(['/api/transfer/', '/api/balance/'])
  })

  it('is read again after a refusal only where that is asked for', async () => {
    expect(await sent(400)).toEqual(['/api/transfer/'])
    expect(await sent(400, { rereadsOnError: true })).toEqual(['/api/transfer/', '/api/balance/'])
  })
})

describe('writing under an idempotency key', () => {
  const input = { body: { amount: 500 } }

  function hook() {
    return renderHook(() => useMutationOf(transferCalls.request), { wrapper: within() }).result
  }
  const press = (result: ReturnType<typeof hook>, what = input) =>
    act(() => result.current.mutateAsync(what).catch(() => undefined))

  it('keeps the key while the outcome is unknown and takes a new one after success', async () => {
    const fetchStub = respondWith((count) =>
      count === 1 ? lost() : count === 2 ? Response.json({}, { status: 502 }) : Response.json({ id: 1 }),
    )
    const result = hook()
    for (let presses = 0; presses < 4; presses += 1) await press(result)
    const [first, second, third, fourth] = keysOf(fetchStub)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  it('takes a new key after a refusal, and for another content', async () => {
    const fetchStub = respondWith((count) => (count === 1 ? Response.json({}, { status: 400 }) : lost()))
    const result = hook()
    await press(result)
    await press(result)
    await press(result, { body: { amount: 600 } })
    await press(result)
    const [refused, unknown, other, again] = keysOf(fetchStub)
    expect(new Set([refused, unknown, other]).size).toBe(3)
    expect(again).toBe(unknown)
    act(() => clearTokens())
    signIn(1)
    await press(result)
    expect(keysOf(fetchStub)[4]).not.toBe(unknown)
  })

  it('pressing twice sends one key, also from a screen opened anew', async () => {
    const fetchStub = respondWith(lost)
    const result = hook()
    await act(() =>
      Promise.allSettled([result.current.mutateAsync(input), result.current.mutateAsync(input)]),
    )
    cleanup()
    await press(hook())
    expect(new Set(keysOf(fetchStub)).size).toBe(1)
    expect(fetchStub).toHaveBeenCalledTimes(3)
  })

  it('is not kept for later while offline: it fails at once', async () => {
    const fetchStub = respondWith(lost)
    const result = hook()
    window.dispatchEvent(new Event('offline'))
    act(() => result.current.mutate(input))
    await vi.waitFor(() => expect(result.current.isError || result.current.isPaused).toBe(true))
    window.dispatchEvent(new Event('online'))
    expect(result.current.isError).toBe(true)
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it('has no key where the contract takes none', async () => {
    const fetchStub = respondWith(() => Response.json({ unread: 0 }))
    const { result } = renderHook(() => useMutationOf(customerCalls.readNotifications), { wrapper: within() })
    await act(() => result.current.mutateAsync({ body: { upTo: 3 } }))
    expect(keysOf(fetchStub)).toEqual([undefined])
    expect(fetchStub.mock.calls[0]?.[1]?.body).toBe('{"up_to":3}')
  })
})
