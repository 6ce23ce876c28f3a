import { afterEach, describe, expect, it, vi } from 'vitest'
import { smallRequest } from './small-wrapper.ts'
import { type Reply, startRawServer, type TestServer } from './test-server.ts'

let server: TestServer | undefined

async function asking(reply: Reply, init?: RequestInit) {
  server = await startRawServer(() => reply)
  return smallRequest('/api/user-activity/', init)
}

afterEach(async () => {
  vi.restoreAllMocks()
  await server?.close()
  server = undefined
})

describe('small wrapper', () => {
  it('W01 200 is the parsed result', async () => {
    expect(await asking({ json: { a_b: 1 } })).toEqual({ a_b: 1 })
  })

  it('W01 other types are text, nothing is undefined', async () => {
    expect(await asking({ headers: { 'Content-Type': 'text/csv' }, text: 'a,b' })).toBe('a,b')
    await server?.close()
    expect(await asking({ status: 204 })).toBeUndefined()
  })

  it('W02 400 with a text', async () => {
    await expect(asking({ status: 400, text: 'x' })).rejects.toMatchObject({ message: 'x', status: 400 })
  })

  it('W03 500 without a text', async () => {
    await expect(asking({ status: 500 })).rejects.toMatchObject({ message: '', status: 500 })
  })

  it('W04 the network fails', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(smallRequest('/a')).rejects.toMatchObject({ message: 'Failed to fetch', status: -1 })
  })

  it('W05 any other error is passed on unchanged', async () => {
    const other = new DOMException('stop', 'AbortError')
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(other)
    await expect(smallRequest('/a')).rejects.toBe(other)
  })

  it('W06 a JSON error keeps its raw text', async () => {
    await expect(asking({ status: 400, json: { a: ['b'] } })).rejects.toMatchObject({
      message: '{"a":["b"]}',
      status: 400,
    })
  })

  it('sends what it is given', async () => {
    await asking({ json: {} }, { method: 'POST', body: '{"a":1}', headers: { 'X-A': 'b' } })
    expect(server?.seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(server?.seen[0]?.headers['x-a']).toBe('b')
    expect(server?.seen[0]?.headers.authorization).toBeUndefined()
  })
})
