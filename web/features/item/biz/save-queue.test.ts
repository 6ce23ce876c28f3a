import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sent as SentOf } from '#web/lib/save-queue.ts'
import type { Step as StepOf } from '#web/lib/save-steps.ts'
import type { Item, Patch } from './bench-types.ts'
import { createSaveQueue, type Kept, unsentCount, viewOf } from './save-queue.ts'

type Sent = SentOf<Item>
type Step = StepOf<Patch>

const item = (change: Partial<Item> = {}): Item =>
  ({
    slug: 'a',
    version: 1,
    status: 1,
    color: '',
    size: '',
    comment: '',
    basePrice: null,
    deductions: [],
    ...change,
  }) as unknown as Item

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Asked = { version: number; patch: Patch }

/** A fake server with one item: accepts a change of the current version and returns the next version. */
function bench(stored = item(), kept: Kept = {}, before: readonly Step[] = []) {
  const server = {
    item: stored,
    online: true,
    /** What is sent arrives, its answer does not. */
    mute: false,
    refuse: undefined as unknown,
    asked: [] as Asked[],
  }
  const written: Kept[] = []
  const steps: (readonly Step[])[] = []
  const queue = createSaveQueue({
    kept,
    steps: before,
    keepSteps: (next) => steps.push(next),
    keep: (next) => written.push(next),
    onSaved: () => undefined,
    now: () => 1000,
    send: async (_slug, version, patch): Promise<Sent> => {
      server.asked.push({ version, patch })
      if (!server.online) return 'unsent'
      if (server.refuse) return { refused: server.refuse }
      if (version !== server.item.version) return { stale: server.item }
      server.item = { ...server.item, ...patch, version: version + 1 }
      return server.mute ? 'offline' : { ok: server.item }
    },
  })
  queue.adopt(stored)
  const entry = () => {
    const found = queue.getState().entries.a
    if (!found) throw new Error('no entry')
    return found
  }
  return { queue, server, steps, entry, kept: () => written.at(-1) ?? {} }
}

const settle = () => vi.advanceTimersByTimeAsync(700)

describe('saving while typing', () => {
  it('gathers what is typed quickly into one save with the version that was read', async () => {
    const { queue, server, entry } = bench()
    queue.edit('a', { color: '紺' })
    queue.edit('a', { color: '紺色', size: 'M' })
    expect(viewOf(entry()).color).toBe('紺色')
    expect(unsentCount(queue.getState())).toBe(1)
    await settle()
    expect(server.asked).toEqual([{ version: 1, patch: { color: '紺色', size: 'M' } }])
    expect(unsentCount(queue.getState())).toBe(0)
    expect(queue.getState().savedAt).toBe(1000)
  })

  it('takes back at once what the first key of a scan wrote, and nothing else', async () => {
    const { queue, server, entry, steps } = bench()
    queue.edit('a', { color: '紺' })
    const takeBack = queue.editAhead('a', { grade: 'A_2' })
    expect(viewOf(entry()).grade).toBe('A_2')
    takeBack?.()
    expect(viewOf(entry())).toMatchObject({ color: '紺' })
    expect(steps.at(-1)?.map(({ after }) => after)).toEqual([{ color: '紺' }])
    await settle()
    expect(server.asked).toEqual([{ version: 1, patch: { color: '紺' } }])
  })

  it('writes nothing ahead while a save is under way, whose answer may come in the middle of a scan', async () => {
    const { queue, entry } = bench()
    queue.edit('a', { color: '紺' })
    const saved = queue.flush('a')
    expect(queue.editAhead('a', { grade: 'A_2' })).toBeUndefined()
    await saved
    expect(viewOf(entry()).grade).toBeUndefined()
    expect(queue.editAhead('a', { grade: 'A_2' })).toBeDefined()
  })

  it('takes back what the first key of a scan wrote even where something else was written since', async () => {
    const { queue, server, entry } = bench(item({ grade: 'B_1' }))
    const takeBack = queue.editAhead('a', { grade: 'A_2' })
    queue.edit('a', { color: '紺' })
    takeBack?.()
    expect(viewOf(entry())).toMatchObject({ grade: 'B_1', color: '紺' })
    await settle()
    expect(server.item).toMatchObject({ grade: 'B_1', color: '紺' })
  })

  it('sends what is typed during a save after it, with the new version', async () => {
    const { queue, server } = bench()
    queue.edit('a', { color: '紺' })
    const first = queue.flush('a')
    queue.edit('a', { size: 'L' })
    await first
    await settle()
    expect(server.asked.map(({ version }) => version)).toEqual([1, 2])
    expect(server.item).toMatchObject({ color: '紺', size: 'L', version: 3 })
  })

  it('keeps the spaces somebody is still typing, though the server trims them', async () => {
    const { queue, entry, server } = bench()
    queue.edit('a', { comment: '襟に ' })
    server.item = item({ comment: '' })
    await settle()
    expect(viewOf(entry()).comment).toBe('襟に ')
  })

  it('opens an item again before it turns from not buyable to assessed', async () => {
    const { queue, server } = bench(item({ status: 3 }))
    queue.edit('a', { status: 2, basePrice: 500 })
    await settle()
    expect(server.asked.map(({ patch }) => patch)).toEqual([{ status: 1, basePrice: 500 }, { status: 2 }])
  })
})

describe('without a connection', () => {
  it('says how much waits, tries again, and sends everything once', async () => {
    const { queue, server, kept } = bench()
    server.online = false
    queue.edit('a', { color: '紺' })
    await settle()
    expect(queue.getState().offline).toBe(true)
    expect(unsentCount(queue.getState())).toBe(1)
    expect(kept().a?.patch).toEqual({ color: '紺' })
    queue.edit('a', { size: 'M' })
    await settle()
    server.online = true
    server.asked.length = 0
    queue.retryAll()
    await settle()
    expect(server.asked).toEqual([{ version: 1, patch: { color: '紺', size: 'M' } }])
    expect(queue.getState().offline).toBe(false)
    expect(kept()).toEqual({})
  })

  it('lays what was kept over a reload on the item and sends it', async () => {
    const { queue, server } = bench(item({ version: 5 }), {
      a: { patch: { color: '紺' }, base: { color: '' } },
    })
    await settle()
    expect(server.asked).toEqual([{ version: 5, patch: { color: '紺' } }])
    expect(unsentCount(queue.getState())).toBe(0)
  })
})

describe('when somebody else wrote too', () => {
  it('merges different fields without asking', async () => {
    const { queue, server, entry } = bench()
    server.item = item({ version: 4, size: 'S' })
    queue.edit('a', { color: '紺' })
    await settle()
    await settle()
    expect(entry().problem).toBeUndefined()
    expect(server.item).toMatchObject({ color: '紺', size: 'S', version: 5 })
  })

  it('asks about the field both wrote, and saves nothing until it is answered', async () => {
    const { queue, server, entry } = bench()
    server.item = item({ version: 4, color: '黒', size: 'S' })
    queue.edit('a', { color: '紺', comment: '美品' })
    await settle()
    expect(entry().problem).toMatchObject({ kind: 'conflict', fields: ['color'] })
    expect(viewOf(entry()).color).toBe('紺')
    queue.edit('a', { comment: '美品です' })
    await settle()
    expect(server.item.version).toBe(4)
    queue.resolve('a', ['color'])
    await settle()
    expect(server.item).toMatchObject({ color: '黒', comment: '美品です', version: 5 })
  })

  it('is saved when it meets itself, as its first answer was lost', async () => {
    const { queue, server, kept } = bench()
    server.mute = true
    queue.edit('a', { color: '紺' })
    await settle()
    expect(queue.getState().savedAt).toBeNull()
    server.mute = false
    queue.retryAll()
    await settle()
    expect(server.asked).toHaveLength(2)
    expect(queue.getState()).toMatchObject({ savedAt: 1000, offline: false })
    expect(kept()).toEqual({})
  })

  it('does not ask when both wrote the same', async () => {
    const { queue, server, entry } = bench()
    server.item = item({ version: 2, color: '紺' })
    queue.edit('a', { color: '紺' })
    await settle()
    await settle()
    expect(entry().problem).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('keeps what was typed, and goes out again with the next change', async () => {
    const { queue, server, entry } = bench()
    server.refuse = new Error('減額の合計が基準額を超えています。')
    queue.edit('a', { basePrice: 100 })
    await settle()
    expect(entry().problem?.kind).toBe('refused')
    expect(viewOf(entry()).basePrice).toBe(100)
    server.refuse = undefined
    queue.edit('a', { basePrice: 1000 })
    await settle()
    expect(server.item.basePrice).toBe(1000)
    expect(entry().problem).toBeUndefined()
  })

  it('can be given up for what is stored', async () => {
    const { queue, server, entry } = bench(item({ basePrice: 700 }))
    server.refuse = new Error('no')
    queue.edit('a', { basePrice: 1 })
    await settle()
    queue.discard('a')
    expect(viewOf(entry()).basePrice).toBe(700)
    expect(unsentCount(queue.getState())).toBe(0)
  })
})

describe('taking back the last save', () => {
  it('restores the fields of that save, and can be taken back itself', async () => {
    const { queue, server } = bench(item({ color: '黒', size: 'S' }))
    queue.edit('a', { color: '紺' })
    await settle()
    expect(queue.getState()).toMatchObject({ undo: 1, redo: 0 })
    expect(queue.undo()).toEqual({ slug: 'a', result: 'done' })
    await settle()
    expect(server.item).toMatchObject({ color: '黒', size: 'S' })
    expect(queue.getState()).toMatchObject({ undo: 0, redo: 1 })
    queue.redo()
    await settle()
    expect(server.item.color).toBe('紺')
  })

  it('works after a reload, once the item is open again', async () => {
    const first = bench(item({ color: '黒' }))
    first.queue.edit('a', { color: '紺 ' })
    await settle()
    const [steps] = first.steps.slice(-1)
    const next = bench(first.server.item, {}, steps)
    expect(next.queue.getState().undo).toBe(1)
    expect(next.queue.undo()).toEqual({ slug: 'a', result: 'done' })
    await settle()
    expect(next.server.item.color).toBe('黒')
    expect(next.steps.at(-1)).toEqual([])
    const closed = createSaveQueue({
      ...{ kept: {}, keep: () => undefined, onSaved: () => undefined, steps: steps ?? [] },
      send: async () => 'offline',
    })
    expect(closed.undo()).toEqual({ slug: 'a', result: 'unread' })
    expect(closed.getState().undo).toBe(1)
  })

  it('leaves alone what somebody else has written since', async () => {
    const { queue, server } = bench(item({ color: '黒' }))
    queue.edit('a', { color: '紺' })
    await settle()
    server.item = { ...server.item, color: '茶', version: 9 }
    queue.adopt(server.item)
    expect(queue.undo()).toEqual({ slug: 'a', result: 'changed' })
    await settle()
    expect(server.item.color).toBe('茶')
    expect(queue.getState()).toMatchObject({ undo: 0, redo: 0 })
  })

  it('takes back what was not sent, on the screen and in what waits, one by one and over a reload', async () => {
    const { queue, server, entry, kept, steps } = bench(item({ color: '黒', size: 'S', status: 0 }))
    server.online = false
    queue.edit('a', { color: '紺' })
    queue.edit('a', { color: '紺色' })
    await settle()
    queue.edit('a', { size: 'L', status: 1 })
    await settle()
    expect(queue.getState()).toMatchObject({ undo: 2, redo: 0 })
    expect(queue.undo()).toEqual({ slug: 'a', result: 'done' })
    expect(viewOf(entry())).toMatchObject({ color: '紺色', size: 'S', status: 0 })
    expect(kept().a).toEqual({ patch: { color: '紺色' }, base: { color: '黒' } })
    queue.redo()
    expect(viewOf(entry())).toMatchObject({ size: 'L', status: 1 })
    queue.undo()

    const next = bench(server.item, kept(), steps.at(-1))
    next.server.online = false
    await settle()
    expect(viewOf(next.entry()).color).toBe('紺色')
    expect(next.queue.undo()).toEqual({ slug: 'a', result: 'done' })
    expect(viewOf(next.entry()).color).toBe('黒')
    expect(unsentCount(next.queue.getState())).toBe(0)
    expect(next.kept()).toEqual({})
    next.server.online = true
    next.server.asked.length = 0
    next.queue.retryAll()
    await settle()
    expect(next.server.asked).toEqual([])
  })

  it('writes back what may have arrived although its answer was lost, and asks nothing', async () => {
    const { queue, server, entry } = bench(item({ color: '黒' }))
    server.mute = true
    queue.edit('a', { color: '紺' })
    await settle()
    expect(server.item.color).toBe('紺')
    queue.undo()
    expect(viewOf(entry()).color).toBe('黒')
    server.mute = false
    queue.retryAll()
    await settle()
    expect(entry().problem).toBeUndefined()
    expect(server.item.color).toBe('黒')
    expect(unsentCount(queue.getState())).toBe(0)
  })

  it('takes back a save that is on its way after it, and leaves what somebody else wrote meanwhile', async () => {
    const { queue, server, entry } = bench(item({ color: '黒' }))
    queue.edit('a', { color: '紺' })
    void queue.flush('a')
    expect(queue.undo()).toEqual({ slug: 'a', result: 'done' })
    expect(viewOf(entry()).color).toBe('黒')
    await settle()
    expect(server.item).toMatchObject({ color: '黒', version: 3 })

    server.refuse = new Error('no')
    queue.edit('a', { color: '紺' })
    void queue.flush('a')
    queue.undo()
    await settle()
    expect(entry().problem).toBeUndefined()
    expect(unsentCount(queue.getState())).toBe(0)
    server.refuse = undefined

    queue.edit('a', { color: '紺' })
    server.item = { ...server.item, color: '茶', version: 9 }
    void queue.flush('a')
    queue.undo()
    await settle()
    expect(entry().problem).toBeUndefined()
    expect(viewOf(entry()).color).toBe('茶')
    expect(server.item).toMatchObject({ color: '茶', version: 9 })
  })

  it('forgets input that was refused and given up, and what is not in the box any more', async () => {
    const { queue, server } = bench(item({ color: '黒' }))
    queue.edit('a', { color: '紺' })
    await settle()
    server.refuse = new Error('no')
    queue.edit('a', { size: 'L' })
    await settle()
    expect(queue.getState().undo).toBe(2)
    queue.discard('a')
    expect(queue.getState().undo).toBe(1)
    queue.forget('a')
    expect(queue.getState().undo).toBe(0)
    expect(queue.undo()).toBeUndefined()
  })

  it('remembers the next save of an item whose way back was refused and given up', async () => {
    const { queue, server } = bench(item({ color: '黒' }))
    queue.edit('a', { color: '紺' })
    await settle()
    server.refuse = new Error('no')
    queue.undo()
    await settle()
    queue.discard('a')
    server.refuse = undefined
    queue.edit('a', { size: 'L' })
    await settle()
    expect(queue.getState().undo).toBe(1)
    queue.undo()
    await settle()
    expect(server.item).toMatchObject({ color: '紺', size: '' })
  })
})

describe('what another tab left', () => {
  it('is joined with what is typed here, and asked about where somebody else wrote', async () => {
    const { queue, server, entry } = bench(item({ size: 'S' }))
    queue.edit('a', { color: '紺' })
    queue.restore({
      a: {
        patch: { color: '茶', comment: '美品', size: 'L' },
        base: { color: '', comment: '', size: 'M' },
      },
    })
    expect(viewOf(entry())).toMatchObject({ color: '紺', comment: '美品', size: 'L' })
    expect(entry().problem).toMatchObject({ kind: 'conflict', fields: ['size'] })
    queue.resolve('a', ['size'])
    await settle()
    expect(server.asked).toEqual([{ version: 1, patch: { color: '紺', comment: '美品' } }])
  })
})
