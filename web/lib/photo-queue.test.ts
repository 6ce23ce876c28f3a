import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keptFiles } from './kept-files.ts'
import { createPhotoQueue } from './photo-queue.ts'
import { installLocks } from './test-locks.ts'

const photo = (name: string) => new File([name], name, { type: 'image/jpeg' })
const lost = new Error('no way to the server')
const refused = new Error('not a picture')
const away = new Error('the store is away')

let names = 0
let owner = 'staff-1'

function setUp(send: (photo: { place: string; name: string }) => Promise<unknown>, store = `t${++names}`) {
  const onRefused = vi.fn()
  const sent = vi.fn(send)
  const make = () =>
    createPhotoQueue({
      send: sent,
      kept: keptFiles(store),
      owner: () => owner,
      isPassing: (error) => error === lost || error === away,
      onRefused,
      passingSentence: (error) => (error === away ? 'ただいま保存できません。' : undefined),
    })
  return { queue: make(), again: make, sent, onRefused, kept: keptFiles(store) }
}

const namesSent = (sent: ReturnType<typeof vi.fn>) => sent.mock.calls.map(([one]) => one.name)

beforeEach(() => {
  owner = 'staff-1'
  let urls = 0
  Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: vi.fn() })
})
afterEach(() => vi.useRealTimers())

describe('photos on their way', () => {
  it('arrive one by one, and nothing stays behind in the browser', async () => {
    const { queue, sent, kept } = setUp(async () => undefined)
    const arrived = vi.fn()
    queue.onArrival(arrived)
    await queue.add('item:a', [photo('1'), photo('2')])
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2))
    expect(namesSent(sent)).toEqual(['1', '2'])
    expect(queue.getState().map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await kept.of(owner)).toEqual([])
    queue.tidy('item:a')
    expect(queue.getState()).toEqual([])
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2)
  })

  it('say when they were taken, in the order they were chosen, however long one takes to get ready', async () => {
    const { sent, kept } = setUp(async () => undefined)
    const slow = Promise.withResolvers<void>()
    const queue = createPhotoQueue({
      send: sent,
      kept,
      owner: () => owner,
      isPassing: () => false,
      onRefused: () => undefined,
      prepare: async (file) => {
        if (file instanceof File && file.name === '1') await slow.promise
        return file
      },
    })
    await queue.add('item:a', [photo('1'), photo('2')])
    await queue.add('item:a', [photo('3')])
    slow.resolve()
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3))
    const inOrder = sent.mock.calls
      .map(([one]) => one as unknown as { name: string; at: number })
      .toSorted((one, other) => one.at - other.at)
    expect(inOrder.map(({ name }) => name)).toEqual(['1', '2', '3'])
    expect(queue.getState().map(({ at }) => at)).toEqual(inOrder.map(({ at }) => at))
  })

  it('are kept as they are before they are made smaller, and sent small, also after a reload', async () => {
    const { kept, sent } = setUp(async () => undefined)
    const slow = Promise.withResolvers<void>()
    const make = (prepare: (file: Blob) => Promise<Blob>) =>
      createPhotoQueue({
        ...{ send: sent, kept, prepare },
        owner: () => owner,
        isPassing: () => true,
        onRefused: () => undefined,
      })
    const small = vi.fn(async () => photo('small'))
    const queue = make(async (file) => {
      await slow.promise
      return file
    })
    await queue.add('item:a', [photo('1'), photo('2')])
    expect(queue.getState().map(({ state }) => state)).toEqual(['sending', 'sending'])
    expect(queue.hasUnkept()).toBe(false)
    expect((await kept.of(owner)).map(({ name }) => name)).toEqual(['1', '2'])
    expect(sent).not.toHaveBeenCalled()

    const next = make(small)
    await next.resume()
    await vi.waitFor(() => expect(next.getState().map(({ state }) => state)).toEqual(['done', 'done']))
    expect(small).toHaveBeenCalledTimes(2)
    expect(sent.mock.calls.map(([one]) => (one as unknown as { file: File }).file.size)).toEqual([5, 5])
    expect(await kept.of(owner)).toEqual([])
    // The page that is gone would have stopped here.
    queue.clear()
    slow.resolve()
  })

  it('that are held are kept over a reload, and sent once they are released', async () => {
    const { queue, again, sent, kept } = setUp(async () => undefined)
    await queue.add('opening:7', [photo('1'), photo('2')], { isHeld: true })
    queue.retryAll()
    const next = again()
    await next.resume()
    expect(next.getState().map(({ state }) => state)).toEqual(['held', 'held'])
    next.discard(next.getState()[0]?.key ?? '')
    expect(sent).not.toHaveBeenCalled()
    next.release('opening:8')
    next.release('opening:7')
    await vi.waitFor(() => expect(next.getState().map(({ state }) => state)).toEqual(['done']))
    expect(namesSent(sent)).toEqual(['2'])
    await vi.waitFor(async () => expect(await kept.of(owner)).toEqual([]))
  })

  it('that are held for something nobody has made yet go where it is made', async () => {
    const { queue, again, sent, kept } = setUp(async () => undefined)
    await queue.add('asked:1', [photo('1')], { isHeld: true })
    const next = again()
    await next.resume()
    next.release('asked:1', 'row:31')
    expect(next.getState().map(({ place }) => place)).toEqual(['row:31'])
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ place: 'row:31', name: '1' })
    await vi.waitFor(async () => expect(await kept.of(owner)).toEqual([]))
  })

  it('say that they are lost with the page where the storage is full, until they are sent', async () => {
    let online = false
    const { sent, kept } = setUp(async () => {
      if (!online) throw away
    })
    const queue = createPhotoQueue({
      send: sent,
      kept: { ...kept, put: async (file) => file.name !== 'big' && kept.put(file) },
      owner: () => owner,
      isPassing: () => true,
      onRefused: () => undefined,
      passingSentence: () => '写真はこの端末に残っています。',
    })
    await queue.add('item:a', [photo('big'), photo('small')])
    await vi.waitFor(() => expect(queue.getState().map(({ state }) => state)).toEqual(['waiting', 'waiting']))
    const said = () => queue.getState().map(({ problem }) => problem?.sentence)
    expect(said()).toEqual([expect.stringContaining('空きがなく'), '写真はこの端末に残っています。'])
    expect(queue.hasUnkept()).toBe(true)
    online = true
    queue.retryAll()
    await vi.waitFor(() => expect(queue.getState().map(({ state }) => state)).toEqual(['done', 'done']))
    expect(queue.hasUnkept()).toBe(false)
  })

  it('wait without a connection and go by themselves when it is back', async () => {
    let online = false
    const { queue, sent, onRefused } = setUp(async () => {
      if (!online) throw lost
    })
    await queue.add('item:a', [photo('1')])
    await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('waiting'))
    online = true
    queue.retryAll()
    await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('done'))
    expect(sent).toHaveBeenCalledTimes(2)
    expect(onRefused).not.toHaveBeenCalled()
  })

  it('try again after a while, and less and less often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { queue, sent } = setUp(async () => {
      throw lost
    })
    await queue.add('item:a', [photo('1')])
    const waits = () => vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('waiting'))
    await waits()
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    await waits()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(queue.getState()[0]?.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3))
    queue.clear()
  })

  it('say why they wait where the server does, and no longer once it takes another turn', async () => {
    const failures = [away, lost, away, refused]
    const { queue } = setUp(async () => {
      throw failures.shift()
    })
    await queue.add('item:a', [photo('1')])
    const [first] = queue.getState()
    const turns = async (state: string, problem: unknown) => {
      await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe(state))
      expect(queue.getState()[0]?.problem).toEqual(problem)
      queue.retry(first?.key ?? '')
      return { ...queue.getState()[0] }
    }
    const said = { sentence: 'ただいま保存できません。', again: true }
    expect(await turns('waiting', said)).toMatchObject({ state: 'sending', problem: said })
    await turns('waiting', undefined)
    await turns('waiting', said)
    await turns('failed', undefined)
    queue.clear()
  })

  it('survive the page, in their order and with their bytes', async () => {
    let online = false
    const bodies: string[] = []
    const { queue, again } = setUp(async (one) => {
      if (!online) throw lost
      bodies.push(`${one.place} ${one.name}`)
    })
    await queue.add('item:a', [photo('1'), photo('2')])
    await queue.add('opening:7', [photo('3')])
    await vi.waitFor(() => expect(queue.getState().every(({ state }) => state === 'waiting')).toBe(true))
    online = true
    const next = again()
    await next.resume()
    await vi.waitFor(() =>
      expect(next.getState().map(({ state }) => state)).toEqual(['done', 'done', 'done']),
    )
    expect(bodies).toEqual(['item:a 1', 'item:a 2', 'opening:7 3'])
    await next.resume()
    expect(bodies).toHaveLength(3)
  })

  it('of fifty articles, three each, wait for ten minutes and over a reload, and arrive once', async () => {
    let online = false
    const bodies: string[] = []
    const { queue, again, kept } = setUp(async ({ place, name }) => {
      if (!online) throw lost
      bodies.push(`${place} ${name}`)
    })
    const places = Array.from({ length: 50 }, (_, index) => `item:${index}`)
    await Promise.all(places.map((place) => queue.add(place, ['1', '2', '3'].map(photo))))
    await vi.waitFor(() => expect(queue.getState().every(({ state }) => state === 'waiting')).toBe(true))
    expect(await kept.of(owner)).toHaveLength(150)
    expect(queue.hasUnkept()).toBe(false)
    const next = again()
    await next.resume()
    await vi.waitFor(() => expect(next.getState().every(({ state }) => state === 'waiting')).toBe(true))
    online = true
    next.retryAll()
    await vi.waitFor(() => expect(next.getState().every(({ state }) => state === 'done')).toBe(true), 10_000)
    expect(bodies.toSorted()).toEqual(places.flatMap((at) => [`${at} 1`, `${at} 2`, `${at} 3`]).toSorted())
    await vi.waitFor(async () => expect(await kept.of(owner)).toEqual([]))
    // The page that is gone would have stopped.
    queue.clear()
  })

  it('of one person are neither seen nor sent by the next at the same place', async () => {
    let online = false
    const { queue, again, sent } = setUp(async () => {
      if (!online) throw lost
    })
    await queue.add('item:a', [photo('1')])
    await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('waiting'))
    owner = 'staff-2'
    online = true
    queue.retryAll()
    const next = again()
    await next.resume()
    expect(next.getState()).toEqual([])
    expect(sent).toHaveBeenCalledTimes(1)
    owner = 'staff-1'
    await queue.resume()
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  })

  it('that wait in two tabs are sent by one of them, and are gone from both', async () => {
    const locks = installLocks()
    let online = false
    const { queue, again, sent, kept } = setUp(async () => {
      if (!online) throw lost
    })
    await queue.add('item:a', [photo('1'), photo('2'), photo('3'), photo('4')])
    await queue.add('opening:7', [photo('5')], { isHeld: true })
    const other = again()
    await other.resume()
    const waits = ({ getState }: typeof queue) => getState().filter(({ state }) => state === 'waiting').length
    await vi.waitFor(() => expect([waits(queue), waits(other)]).toEqual([4, 4]))
    sent.mockClear()
    // Given up in one tab, it is not sent by the other.
    other.discard(other.getState()[1]?.key ?? '')
    other.release('opening:7')
    online = true
    const arrived = vi.fn()
    other.onArrival(arrived)
    queue.retryAll()
    other.retryAll()
    const isOver = ({ getState }: typeof queue) =>
      getState().every(({ state }) => state === 'done' || state === 'held')
    await vi.waitFor(() => expect([isOver(queue), isOver(other)]).toEqual([true, true]))
    expect(namesSent(sent).toSorted()).toEqual(['1', '3', '4', '5'])
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(4))
    expect(await kept.of(owner)).toEqual([])
    await queue.resume()
    expect(queue.getState().some(({ state }) => state === 'held')).toBe(false)
    expect(locks.names()).toEqual([])
    locks.remove()
  })

  it('that the server refuses are said once, and can be sent again or given up alone', async () => {
    const { queue, sent, onRefused, kept } = setUp(async ({ name }) => {
      if (name === 'bad') throw refused
    })
    await queue.add('item:a', [photo('bad'), photo('good')])
    await vi.waitFor(() => expect(queue.getState().map(({ state }) => state)).toEqual(['failed', 'done']))
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(refused)
    const key = queue.getState()[0]?.key ?? ''
    queue.retry(key)
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledTimes(2))
    queue.discard(key)
    expect(queue.getState().map(({ state }) => state)).toEqual(['done'])
    expect(namesSent(sent)).toEqual(['bad', 'good', 'bad'])
    await vi.waitFor(async () => expect(await kept.of(owner)).toEqual([]))
  })

  it('are gone from the browser after a sign-out, and only those of this person', async () => {
    const { queue, kept } = setUp(async () => {
      throw lost
    })
    const others = { id: 'x', owner: 'staff-2', place: 'item:b', name: 'x', file: photo('x'), at: Date.now() }
    await kept.put(others)
    await queue.add('item:a', [photo('1')])
    await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('waiting'))
    queue.clear()
    expect(queue.getState()).toEqual([])
    await vi.waitFor(async () => expect(await kept.of('staff-1')).toEqual([]))
    expect(await kept.of('staff-2')).toHaveLength(1)
  })
})

describe('kept files', () => {
  it('are forgotten after thirty days', async () => {
    const kept = keptFiles(`t${++names}`)
    const day = 24 * 3_600_000
    const file = { owner, place: 'item:a', name: 'x', file: photo('x') }
    await kept.put({ ...file, id: 'old', at: Date.now() - 31 * day })
    await kept.put({ ...file, id: 'new', at: Date.now() - 29 * day })
    expect((await kept.of(owner)).map(({ id }) => id)).toEqual(['new'])
  })

  it('cost nothing where the browser keeps nothing', async () => {
    const { indexedDB } = globalThis
    Object.assign(globalThis, { indexedDB: undefined })
    const { queue, sent } = setUp(async () => undefined)
    await queue.add('item:a', [photo('1')])
    await vi.waitFor(() => expect(queue.getState()[0]?.state).toBe('done'))
    expect(sent).toHaveBeenCalledOnce()
    Object.assign(globalThis, { indexedDB })
  })
})
