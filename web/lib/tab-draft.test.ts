import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentOwner, makeDraftWriter, storedDrafts } from './draft-store.ts'
import { installLocks } from './test-locks.ts'
import { tokenOf } from './test-server.ts'
import { storeSession } from './tokens.ts'

type Colours = Readonly<Record<string, string>>

/** Another instance of the module is another tab on the same storage. */
async function openTab() {
  vi.resetModules()
  const { openTabDraft } = await import('./tab-draft.ts')
  return openTabDraft<Colours>({
    key: 'bench:5',
    owner: currentOwner(),
    version: 1,
    merge: (older, newer) => ({ ...older, ...newer }),
  })
}
const stored = () => storedDrafts().map(({ value }) => value)

/** Tells only the first listener: that of the tab that is left. */
function leave(tab: { close: () => void }) {
  window.dispatchEvent(new Event('pagehide'))
  tab.close()
}

let locks: ReturnType<typeof installLocks>
beforeEach(() => {
  localStorage.clear()
  storeSession({ access: tokenOf(9, 'a', 'business'), refresh: 'refresh', userType: 'business' })
  locks = installLocks()
})
afterEach(() => {
  locks.remove()
  vi.restoreAllMocks()
})

describe('a draft that two tabs write', () => {
  it('is kept of each, however often the other one writes an older state', async () => {
    const one = await openTab()
    one.write({ a: '紺' })
    one.flush()
    const other = await openTab()
    expect(other.take()).toBeUndefined()
    other.write({ b: '茶' })
    other.flush()
    one.write({ a: '紺', c: '白' })
    one.flush()
    other.write({ b: '黒' })
    other.flush()
    const claimed = vi.fn()
    await other.claim(claimed)
    expect(claimed).not.toHaveBeenCalled()
    expect(stored()).toEqual([{ a: '紺', c: '白' }, { b: '黒' }])
    one.close()
    other.close()
  })

  it('of a tab that is left goes to the next one, once', async () => {
    const one = await openTab()
    one.write({ a: '紺' })
    leave(one)
    const next = await openTab()
    expect(next.take()).toEqual({ a: '紺' })
    const third = await openTab()
    expect(third.take()).toBeUndefined()
    expect(stored()).toEqual([{ a: '紺' }])
    next.close()
    third.close()
  })

  it('of a tab that crashed is claimed, and joined with what was written since', async () => {
    const one = await openTab()
    const [lock] = locks.names()
    one.write({ a: '紺', b: '茶' })
    one.flush()
    one.close()
    const other = await openTab()
    other.write({ b: '黒' })
    locks.crash(lock)
    const claimed = vi.fn()
    await other.claim(claimed)
    expect(claimed).toHaveBeenCalledExactlyOnceWith({ a: '紺', b: '茶' })
    expect(stored()).toEqual([{ a: '紺', b: '黒' }])
    other.close()
  })

  it('is not lost in a storage that is full', async () => {
    const one = await openTab()
    one.write({ a: '紺' })
    one.flush()
    const used = JSON.stringify({ ...localStorage }).length
    const set = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
      if (JSON.stringify({ ...localStorage, [name]: value }).length > used) throw new Error('full')
      set.call(this, name, value)
    })
    leave(one)
    expect(stored()).toEqual([{ a: '紺' }])
    const next = await openTab()
    next.take()
    await vi.waitFor(() => expect(stored()).toEqual([{ a: '紺' }]))
    next.close()
  })

  it('written before there were drafts of tabs is found', async () => {
    const writer = makeDraftWriter('bench:5', currentOwner(), 1, [])
    writer.write({ a: '紺' })
    writer.flush()
    const tab = await openTab()
    expect(tab.take()).toEqual({ a: '紺' })
    tab.close()
  })
})
