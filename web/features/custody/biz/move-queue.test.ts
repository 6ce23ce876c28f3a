import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { createMoveQueue, type Move, PATIENCE_MS } from './move-queue.ts'

const lost = new Error('no way to the server')
const refused = new ApiError({ url: '/x', status: 400, statusText: '', body: undefined })
const shelf = { code: 'OKP-00018' }
const desk = { code: 'OKP-00026' }

let ids = 0

/** A server that records each key once, and a storage that outlives the page. */
function house() {
  const server = {
    online: true,
    /** Recorded, but the answer is lost. */
    mute: false,
    refuses: new Set<string>(),
    records: [] as string[],
    seen: new Set<string>(),
    attempts: 0,
    /** Told, because it was said to be on its way. */
    held: 0,
  }
  const storage: { moves: readonly Move[] } = { moves: [] }
  const send = async ({ id, to, codes }: Move) => {
    server.attempts += 1
    if (!server.online) throw lost
    if (codes.some((code) => server.refuses.has(code))) throw refused
    if (!server.seen.has(id))
      server.records.push(`${codes.length > 3 ? codes.length : codes.join()}→${to.code}`)
    server.seen.add(id)
    if (server.mute) throw lost
    return { id: 1, to: null, moved: [], unchanged: [] }
  }
  const open = () =>
    createMoveQueue({
      send,
      newId: () => `key-${++ids}`,
      isPassing: (error) => error === lost,
      sentenceOf: () => '見つかりません。',
      start: storage.moves,
      keep: (moves) => {
        storage.moves = moves
      },
      onRecorded: () => undefined,
      onHeld: () => {
        server.held += 1
      },
    })
  return { server, storage, open }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const later = (ms = 6000) => vi.advanceTimersByTimeAsync(ms)

describe('hand-overs that are scanned', () => {
  it('without a connection are kept in their order, over a reload, and recorded once each', async () => {
    const { server, storage, open } = house()
    server.online = false
    const queue = open()
    expect(await queue.add(shelf, ['a'])).toEqual(['waiting'])
    expect(await queue.add(desk, ['a'])).toEqual(['waiting'])
    expect(await queue.add(shelf, ['b'])).toEqual(['waiting'])
    queue.stop()
    expect(storage.moves.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])

    server.online = true
    const next = open()
    await later(0)
    expect(server.records).toEqual(['a→OKP-00018', 'a→OKP-00026', 'b→OKP-00018'])
    expect(next.getState()).toEqual([])
    expect(storage.moves).toEqual([])
  })

  it('whose answer is lost are recorded once, and a later scan of the same is a new one', async () => {
    const { server, open } = house()
    const queue = open()
    server.mute = true
    expect(await queue.add(shelf, ['a'])).toEqual(['waiting'])
    server.mute = false
    await later()
    expect(server.records).toEqual(['a→OKP-00018'])
    // Somebody else has moved it; it comes back to the same place.
    server.records.push('a→elsewhere')
    await queue.add(shelf, ['a'])
    expect(server.records).toEqual(['a→OKP-00018', 'a→elsewhere', 'a→OKP-00018'])
  })

  it('that are refused stay in sight, hold up nothing, and go once they are scanned anew', async () => {
    const { server, open } = house()
    server.refuses.add('a')
    const queue = open()
    const outcomes = await Promise.all([queue.add(shelf, ['a', 'x']), queue.add(shelf, ['b'])])
    expect(outcomes[0]).toEqual([{ refused }])
    expect(server.records).toEqual(['b→OKP-00018'])
    expect(queue.getState()).toMatchObject([{ state: 'held', problem: '見つかりません。' }])
    await later()
    expect([server.attempts, server.held]).toEqual([2, 0])

    server.refuses.clear()
    await queue.add(desk, ['a'])
    expect(queue.getState().map(({ codes }) => codes)).toEqual([['x']])
    queue.retry(queue.getState()[0]?.id ?? '')
    await later(0)
    expect(server.records).toEqual(['b→OKP-00018', 'a→OKP-00026', 'x→OKP-00018'])
    expect(queue.getState()).toEqual([])
  })

  it('that are refused after they waited are told about, and hold up nothing', async () => {
    const { server, open } = house()
    server.online = false
    const queue = open()
    await queue.add(shelf, ['a'])
    await queue.add(shelf, ['b'])
    server.refuses.add('a')
    server.online = true
    await later()
    expect(server.records).toEqual(['b→OKP-00018'])
    expect(server.held).toBe(1)
  })

  it('long ago are recorded only when somebody says that they still hold', async () => {
    const { server, open } = house()
    server.online = false
    const queue = open()
    await queue.add(shelf, ['a'])
    queue.stop()
    vi.setSystemTime(Date.now() + PATIENCE_MS + 1000)
    server.online = true
    const next = open()
    await later()
    expect(server.records).toEqual([])
    expect(server.held).toBe(1)
    const [left] = next.getState()
    expect(left).toMatchObject({ state: 'held', codes: ['a'] })
    next.retry(left?.id ?? '')
    await later(0)
    expect(server.records).toEqual(['a→OKP-00018'])
  })

  it('are sent two hundred at a time, each piece with a key of its own', async () => {
    const { server, open } = house()
    const queue = open()
    await queue.add(
      shelf,
      Array.from({ length: 450 }, (_, index) => `code-${index}`),
    )
    expect(server.records).toEqual(['200→OKP-00018', '200→OKP-00018', '50→OKP-00018'])
    expect(server.seen.size).toBe(3)
  })

  it('are told about after a while when there is no answer at all', async () => {
    const queue = createMoveQueue({
      send: () => new Promise(() => undefined),
      newId: () => 'key',
      isPassing: () => true,
      sentenceOf: () => '',
      keep: () => undefined,
      onRecorded: () => undefined,
      onHeld: () => undefined,
    })
    const told = queue.add(shelf, ['a'])
    await later(4000)
    expect(await told).toEqual(['waiting'])
    expect(queue.getState()).toMatchObject([{ state: 'waiting' }])
  })
})
