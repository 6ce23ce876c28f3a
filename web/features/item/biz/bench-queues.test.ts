import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { itemCalls } from '#contract/item'
import { makeDraftWriter } from '#web/lib/draft-store.ts'
import { makeQueryClient, queryOf } from '#web/lib/query-client.ts'
import { logout } from '#web/lib/session.ts'
import { installLocks } from '#web/lib/test-locks.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { clearTokens, storeSession } from '#web/lib/tokens.ts'
import { countUnsent, sendUnsent, unsentChanges } from '#web/lib/unsent.ts'
import { enterBench, queueOf, resumeBenches } from './bench-queues.ts'
import type { Item } from './bench-types.ts'

const token = (user: number) => `eyJa.${btoa(JSON.stringify({ aud: 'business', user_id: user }))}.x`
const signIn = (user: number) =>
  storeSession({ access: token(user), refresh: `eyJr${user}`, userType: 'business' })
const item = (slug: string, version = 1, more: object = {}) => ({
  ...{ slug, version, status: 1, color: '', base_price: null, photos: [], deductions: [] },
  ...more,
})

let server: TestServer
let reached = true
const patches: { slug: string; by: string | undefined; json: unknown }[] = []

function respond({ method, path, json, headers }: Seen): Reply {
  if (!path.startsWith('/api/purchase_items/')) return { status: 204 }
  if (!reached) return { status: 503, json: {} }
  const slug = path.split('/')[3] as string
  if (slug === 'gone') return { status: 404, json: { detail: 'x' } }
  if (method === 'GET') return { json: item(slug) }
  patches.push({ slug, by: headers.authorization, json })
  return { json: item(slug, 2, json as object) }
}

/** Stores a draft as an earlier visit of this user would. */
function leave(user: number, request: number, kept: object): void {
  const writer = makeDraftWriter(`bench:${request}`, `business:${user}`, 1, [])
  writer.write(kept)
  writer.flush()
}
const change = (color: string) => ({ patch: { color }, base: { color: '' } })

beforeEach(async () => {
  localStorage.clear()
  reached = true
  patches.length = 0
  server = await startServer(respond)
  signIn(3)
})
afterEach(async () => {
  await logout()
  await server.close()
})

describe('what was typed on a bench and has not arrived', () => {
  it('is sent from whatever page is opened, for every box', async () => {
    leave(3, 55, { aaa: change('紺'), bbb: change('茶') })
    leave(3, 56, { ccc: change('白') })
    resumeBenches(makeQueryClient())
    expect(countUnsent()).toBe(3)
    await waitFor(() => expect(patches).toHaveLength(3))
    expect(patches.map(({ slug }) => slug).toSorted()).toEqual(['aaa', 'bbb', 'ccc'])
    await waitFor(() => expect(countUnsent()).toBe(0))
    expect(unsentChanges()).toEqual([])
  })

  it('waits for a server that is not reached, and is counted meanwhile', async () => {
    reached = false
    leave(3, 55, { aaa: change('紺') })
    const client = makeQueryClient()
    client.setDefaultOptions({ queries: { retry: false } })
    resumeBenches(client)
    await waitFor(() => expect(server.to('/api/purchase_items/aaa/')).toHaveLength(1))
    expect(countUnsent()).toBe(1)
    reached = true
    resumeBenches(client)
    await waitFor(() => expect(patches).toHaveLength(1))
    await waitFor(() => expect(countUnsent()).toBe(0))
  })

  it('is on the bench at once from what was kept of each piece, while the server is not reached', async () => {
    reached = false
    leave(3, 55, { aaa: change('紺'), bbb: change('茶') })
    const client = makeQueryClient()
    for (const slug of ['aaa', 'bbb'])
      client.setQueryData(queryOf(itemCalls.get, { params: { slug } }).queryKey, { slug, color: '' } as Item)
    const stop = enterBench(client, 55)
    const { entries } = queueOf(client, 55).queue.getState()
    expect(entries.aaa?.patch ?? entries.aaa?.flying).toMatchObject({ color: '紺' })
    expect(entries.bbb?.patch ?? entries.bbb?.flying).toMatchObject({ color: '茶' })
    expect(countUnsent()).toBe(2)
    stop()
  })

  it('is dropped for what was taken back meanwhile, and for nothing else', async () => {
    leave(3, 55, { gone: change('紺'), aaa: change('茶') })
    resumeBenches(makeQueryClient())
    await waitFor(() => expect(patches).toMatchObject([{ slug: 'aaa' }]))
    await waitFor(() => expect(unsentChanges()).toEqual([]))
    expect(countUnsent()).toBe(0)
  })

  it('is never sent as somebody else: it waits for its owner', async () => {
    const client = makeQueryClient()
    const stop = enterBench(client, 55)
    const { queue } = queueOf(client, 55)
    queue.adopt({ slug: 'aaa', version: 1, color: '', status: 1 } as Item)
    queue.edit('aaa', { color: '紺' })
    expect(countUnsent()).toBe(1)
    signIn(4)
    expect(countUnsent()).toBe(0)
    sendUnsent()
    resumeBenches(client)
    await new Promise((done) => setTimeout(done, 900))
    expect(patches).toEqual([])
    stop()
    signIn(3)
    resumeBenches(makeQueryClient())
    await waitFor(() => expect(patches).toMatchObject([{ slug: 'aaa', by: `Bearer ${token(3)}` }]))
  })

  it('goes with a sign-out', async () => {
    const client = makeQueryClient()
    const { queue } = queueOf(client, 55)
    queue.adopt({ slug: 'aaa', version: 1, color: '', status: 1 } as Item)
    queue.edit('aaa', { color: '紺' })
    await logout()
    await new Promise((done) => setTimeout(done, 900))
    clearTokens()
    signIn(3)
    expect(unsentChanges()).toEqual([])
    expect(patches).toEqual([])
    expect(countUnsent()).toBe(0)
  })
})

describe('two tabs with the same bench', () => {
  let locks: ReturnType<typeof installLocks>
  beforeEach(() => {
    locks = installLocks()
  })
  afterEach(() => locks.remove())

  /** Another instance of the modules is another tab on the same storage; `close` takes it away without a word. */
  async function openTab() {
    vi.resetModules()
    const { makeQueryClient } = await import('#web/lib/query-client.ts')
    const { resumeBenches, enterBench, queueOf } = await import('./bench-queues.ts')
    const client = makeQueryClient()
    client.setDefaultOptions({ queries: { retry: false } })
    return {
      resume: () => resumeBenches(client),
      open() {
        enterBench(client, 55)
        const { queue, flush } = queueOf(client, 55)
        queue.adopt({ slug: 'aaa', version: 1, color: '', size: '', status: 1 } as Item)
        return { queue, flush }
      },
    }
  }

  it('keep each what was typed there, and the last word of each is sent', async () => {
    reached = false
    const one = (await openTab()).open()
    one.queue.edit('aaa', { color: '紺' })
    one.flush()
    const other = (await openTab()).open()
    other.queue.edit('aaa', { size: 'M' })
    one.queue.edit('aaa', { color: '黒' })
    one.flush()
    // The other one tries again, and writes what it has.
    await other.queue.flush('aaa')
    other.flush()
    expect(unsentChanges()).toEqual([{ request: '55', slugs: ['aaa'] }])
    patches.length = 0
    for (const { queue } of [one, other]) queue.stop()
    window.dispatchEvent(new Event('pagehide'))

    reached = true
    const next = await openTab()
    next.resume()
    await waitFor(() => expect(patches).toMatchObject([{ json: { color: '黒', size: 'M' } }]))
    await waitFor(() => expect(unsentChanges()).toEqual([]))
  })

  it('send nothing of the other one that is open, and all of one that crashed', async () => {
    reached = false
    const one = (await openTab()).open()
    one.queue.edit('aaa', { color: '紺' })
    one.flush()
    const [lock] = locks.names()
    one.queue.stop()
    reached = true
    const other = await openTab()
    other.resume()
    await new Promise((done) => setTimeout(done, 50))
    expect(patches).toEqual([])
    locks.crash(lock)
    other.resume()
    await waitFor(() => expect(patches).toMatchObject([{ json: { color: '紺' } }]))
    await waitFor(() => expect(unsentChanges()).toEqual([]))
  })
})
