import { waitFor } from '@testing-library/react'
import 'fake-indexeddb/auto'
import { webcrypto } from 'node:crypto'
import { createStore, entries } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetKept, keepPicture, keepResponses, keptPicture } from './kept-responses.ts'
import { makeQueryClient } from './query-client.ts'
import { logout } from './session.ts'
import { startServer, type TestServer } from './test-server.ts'
import { clearTokens, storeSession } from './tokens.ts'

// jsdom has no cryptography of its own.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })

const token = (user: number) => `eyJa.${btoa(JSON.stringify({ aud: 'business', user_id: user }))}.x`
const signIn = (user: number, refresh = `eyJr${user}`, userType: 'business' | 'customer' = 'business') =>
  storeSession({ access: token(user), refresh, userType })

const routes = new Set(['GET /api/biz/box/'])
const key = ['GET /api/biz/box/', { params: { id: 55 } }]
const box = { id: 55, customerName: '山田 花子' }

async function lying(): Promise<string> {
  const found = await entries(createStore('okuru-kept-answers', 'sealed'))
  return found
    .map(([id, { bytes }]) => `${String(id)} ${new TextDecoder('latin1').decode(bytes as ArrayBuffer)}`)
    .join('\n')
}
const count = async () => (await entries(createStore('okuru-kept-answers', 'sealed'))).length

async function openPage() {
  const client = makeQueryClient()
  await keepResponses(client, routes)
  return client
}

let server: TestServer
beforeEach(async () => {
  localStorage.clear()
  clearTokens()
  await forgetKept()
  server = await startServer(() => ({ text: 'jpeg', headers: { 'Content-Type': 'image/jpeg' } }))
})
afterEach(() => server.close())

describe('what the back office has read', () => {
  it('is there again when the page is opened anew, and unreadable to whoever looks into the browser', async () => {
    signIn(3)
    const client = await openPage()
    client.setQueryData(key, box)
    client.setQueryData(['GET /api/biz/other/'], { secret: 1 })
    await waitFor(async () => expect(await count()).toBe(1))
    const bytes = await lying()
    for (const plain of ['山田', 'customerName', '55', 'api/biz']) expect(bytes).not.toContain(plain)
    const next = await openPage()
    expect(next.getQueryData(key)).toEqual(box)
    expect(next.getQueryState(key)?.dataUpdatedAt).toBe(client.getQueryState(key)?.dataUpdatedAt)
    expect(next.getQueryState(key)?.isInvalidated).toBe(true)
    expect(next.getQueryData(['GET /api/biz/other/'])).toBeUndefined()
  })

  it('goes with a sign-out, also where the server is not reached', async () => {
    signIn(3)
    const client = await openPage()
    client.setQueryData(key, box)
    await waitFor(async () => expect(await count()).toBe(1))
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await logout()
    fetched.mockRestore()
    await waitFor(async () => expect(await count()).toBe(0))
    signIn(3)
    expect((await openPage()).getQueryData(key)).toBeUndefined()
  })

  it('is nobody else’s: another account, and another session of the same, read nothing of it', async () => {
    signIn(3)
    const client = await openPage()
    client.setQueryData(key, box)
    await waitFor(async () => expect(await count()).toBe(1))
    const copy = await entries(createStore('okuru-kept-answers', 'sealed'))
    clearTokens()
    await waitFor(async () => expect(await count()).toBe(0))
    // A copy removed and put back is unreadable to the next session.
    const { setMany } = await import('idb-keyval')
    await setMany(copy, createStore('okuru-kept-answers', 'sealed'))
    signIn(3, 'eyJr-later')
    await waitFor(async () => expect(await count()).toBe(0))
    await setMany(copy, createStore('okuru-kept-answers', 'sealed'))
    expect((await openPage()).getQueryData(key)).toBeUndefined()
    expect(await count()).toBe(0)
  })

  it('is kept again under the new session when the same person gave the password in place', async () => {
    signIn(3)
    const client = await openPage()
    client.setQueryData(key, box)
    await waitFor(async () => expect(await count()).toBe(1))
    signIn(3, 'eyJr-next')
    await waitFor(async () => expect(await count()).toBe(1))
    await waitFor(async () => expect((await openPage()).getQueryData(key)).toEqual(box))
  })

  it('is over after a working day', async () => {
    signIn(3)
    const client = await openPage()
    client.setQueryData(key, box, { updatedAt: Date.now() - 13 * 60 * 60 * 1000 })
    await waitFor(async () => expect(await count()).toBe(1))
    expect((await openPage()).getQueryData(key)).toBeUndefined()
    expect(await count()).toBe(0)
  })

  it('is kept for staff only, and nowhere without cryptography', async () => {
    signIn(12, 'eyJc', 'customer')
    const client = await openPage()
    client.setQueryData(key, box)
    await new Promise((done) => setTimeout(done, 600))
    expect(await count()).toBe(0)
    Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: () => 0 }, configurable: true })
    signIn(3)
    const bare = await openPage()
    bare.setQueryData(key, box)
    await new Promise((done) => setTimeout(done, 600))
    expect(await count()).toBe(0)
    Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
  })

  it('has its pictures as well, whatever their address is signed with', async () => {
    signIn(3)
    await openPage()
    const file = `${document.querySelector('meta[name="okuru-api"]')?.getAttribute('content')}/files/a`
    await keepPicture(`${file}?exp=1`)
    expect(await (await keptPicture(`${file}?exp=2`))?.text()).toBe('jpeg')
    await keepPicture(`${file}?exp=3`)
    expect(server.seen).toHaveLength(1)
    clearTokens()
    expect(await keptPicture(`${file}?exp=1`)).toBeUndefined()
  })
})
