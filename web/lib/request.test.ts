import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiBase } from './api-base.ts'
import { ApiError, CancelError } from './api-error.ts'
import { isNetworkFailure, request } from './request.ts'
import { pointTo, type Reply, startRawServer, type TestServer } from './test-server.ts'

let server: TestServer
const get = (path = '/api/brand/') => request({ method: 'GET', path })

async function answering(reply: Reply) {
  server = await startRawServer(() => reply)
}

afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
})

describe('errors by status', () => {
  it.each([
    ['X01', 400, 'Bad Request'],
    ['X02', 401, 'Unauthorized'],
    ['X03', 403, 'Forbidden'],
    ['X04', 404, 'Not Found'],
    ['X05', 500, 'Internal Server Error'],
    ['X06', 502, 'Bad Gateway'],
    ['X07', 503, 'Service Unavailable'],
    ['X08', 409, 'Generic Error'],
    ['X08', 405, 'Generic Error'],
    ['X08', 415, 'Generic Error'],
    ['X08', 422, 'Generic Error'],
    ['X08', 429, 'Generic Error'],
    ['X08', 504, 'Generic Error'],
  ])('%s status %i is "%s" with url, status and body', async (_, status, message) => {
    await answering({ status, json: { detail: 'x' } })
    const error: unknown = await get().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      name: 'ApiError',
      message,
      status,
      url: `${server.url}/api/brand/`,
      body: { detail: 'x' },
    })
  })

  it('X09 a call has its own text for a status', async () => {
    await answering({ status: 404, json: { detail: 'Token not found' } })
    const path = '/api/ad-tracking/update-user/'
    await expect(request({ method: 'POST', path, texts: { 404: 'Token not found' } })).rejects.toThrow(
      /^Token not found$/,
    )
    await expect(request({ method: 'POST', path, texts: { 400: 'Bad request' } })).rejects.toThrow(
      /^Not Found$/,
    )
  })

  it('X14 an HTML error of a proxy keeps its text', async () => {
    await answering({ status: 502, headers: { 'Content-Type': 'text/html' }, text: '<h1>502</h1>' })
    await expect(get()).rejects.toMatchObject({ message: 'Bad Gateway', body: '<h1>502</h1>' })
  })

  it('keeps the wait a 429 asks for', async () => {
    await answering({ status: 429, headers: { 'Retry-After': '60' }, json: {} })
    await expect(get()).rejects.toMatchObject({ retryAfter: 60 })
  })
})

describe('bodies of answers', () => {
  it('X10 204 is undefined', async () => {
    await answering({ status: 204 })
    expect(await get()).toBeUndefined()
  })

  it.each(['application/json; charset=utf-8', 'application/problem+json', 'Application/JSON'])(
    'X11 %s is parsed',
    async (type) => {
      await answering({ headers: { 'Content-Type': type }, text: '{"a_b":1}' })
      expect(await get()).toEqual({ a_b: 1 })
    },
  )

  it.each(['text/csv; charset=utf-8', 'text/plain', 'text/html'])('X12 %s is text', async (type) => {
    await answering({ headers: { 'Content-Type': type }, text: '{"a":1}' })
    expect(await get()).toBe('{"a":1}')
  })

  it('X13 no Content-Type is undefined', async () => {
    await answering({ text: 'something' })
    expect(await get()).toBeUndefined()
  })

  it('X15 broken JSON under 200 is undefined and reported once', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    await answering({ headers: { 'Content-Type': 'application/json' }, text: '{"a":' })
    expect(await get()).toBeUndefined()
    expect(report).toHaveBeenCalledOnce()
  })

  it('gives a file the name the server has for it', async () => {
    await answering({
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment; filename="zengin-20261124-7.txt"',
      },
      text: '1210',
    })
    const file = await request<File>({ method: 'GET', path: '/x', asBlob: true })
    expect(file.name).toBe('zengin-20261124-7.txt')
    expect(await file.text()).toBe('1210')
  })

  it('gives bytes as a Blob, and an error still as JSON', async () => {
    await answering({ headers: { 'Content-Type': 'image/png' }, text: 'png' })
    const blob = await request<Blob>({ method: 'GET', path: '/x', asBlob: true })
    expect(await blob.text()).toBe('png')
    await server.close()
    await answering({ status: 404, json: { detail: 'no' } })
    await expect(request({ method: 'GET', path: '/x', asBlob: true })).rejects.toMatchObject({
      body: { detail: 'no' },
    })
  })
})

describe('what is sent', () => {
  it('JSON with its type, null kept and undefined dropped; nothing without a body', async () => {
    await answering({ json: {} })
    await request({ method: 'POST', path: '/a', body: { a: null, b: undefined, c: new Date(0) } })
    await request({ method: 'POST', path: '/b' })
    const [first, second] = server.seen
    expect(first?.body).toBe('{"a":null,"c":"1970-01-01T00:00:00.000Z"}')
    expect(first?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' })
    expect(second?.headers['content-type']).toBeUndefined()
    expect(second?.body).toBe('')
  })

  it('leaves the type of a form to the browser', async () => {
    const fetchStub = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}))
    const form = new FormData()
    await request({ method: 'POST', path: '/a', body: form })
    const init = fetchStub.mock.calls[0]?.[1]
    expect(init?.body).toBe(form)
    expect(Object.keys(init?.headers ?? {})).toEqual(['Accept'])
  })

  it('sends text and blobs under their own type', async () => {
    await answering({ json: {} })
    await request({ method: 'POST', path: '/a', body: 'a,b' })
    await request({ method: 'POST', path: '/b', body: new Blob(['a'], { type: 'text/csv' }) })
    expect(server.seen.map((seen) => seen.headers['content-type'])).toEqual(['text/plain', 'text/csv'])
  })

  it('asks the same origin when the page names no server', () => {
    pointTo('')
    expect(apiBase()).toBe('')
    pointTo('https://api.example.test/ ')
    expect(apiBase()).toBe('https://api.example.test')
  })

  it('passes the error of the network through and knows it as such', async () => {
    await answering({})
    await server.close()
    const error: unknown = await get().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(isNetworkFailure(error)).toBe(true)
    expect(isNetworkFailure(new TypeError('x is not a function'))).toBe(false)
  })
})

describe('calling off', () => {
  function hanging() {
    const signals: (AbortSignal | null | undefined)[] = []
    const fetchStub = vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
      signals.push(init?.signal)
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    })
    return { fetchStub, signals }
  }

  it('C01 while pending: the fetch is aborted and the caller gets "Request aborted"', async () => {
    const { signals } = hanging()
    const pending = get()
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(pending.isCancelled).toBe(false)
    pending.cancel()
    pending.cancel()
    const error: unknown = await pending.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CancelError)
    expect(error).toMatchObject({ message: 'Request aborted', isCancelled: true })
    expect(signals[0]?.aborted).toBe(true)
    expect(pending.isCancelled).toBe(true)
  })

  it('C02 before it was sent: no request', async () => {
    const { fetchStub } = hanging()
    const pending = get()
    pending.cancel()
    await expect(pending).rejects.toThrow('Request aborted')
    expect(fetchStub).not.toHaveBeenCalled()
  })

  it('C03 after settling: nothing', async () => {
    await answering({ json: { a: 1 } })
    const done = get()
    expect(await done).toEqual({ a: 1 })
    done.cancel()
    expect(done.isCancelled).toBe(false)
    expect(await done).toEqual({ a: 1 })
  })

  it('C04 a signal from outside calls it off, also one that is aborted already', async () => {
    const { fetchStub, signals } = hanging()
    const screen = new AbortController()
    const pending = request({ method: 'GET', path: '/a', signal: screen.signal })
    await waitFor(() => expect(signals).toHaveLength(1))
    screen.abort()
    await expect(pending).rejects.toBeInstanceOf(CancelError)
    expect(pending.isCancelled).toBe(true)
    await expect(request({ method: 'GET', path: '/b', signal: screen.signal })).rejects.toThrow(
      'Request aborted',
    )
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it('C04 an answer that comes later is ignored', async () => {
    let release: (response: Response) => void = () => {}
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    const pending = get()
    await waitFor(() => expect(fetch).toHaveBeenCalled())
    pending.cancel()
    release(Response.json({ late: true }))
    await expect(pending).rejects.toBeInstanceOf(CancelError)
  })
})
