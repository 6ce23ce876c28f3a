import { newIdempotencyKey } from './ask.ts'
import { draftKeys, makeDraftWriter, removeDraft, takeDraft, writeDraft } from './draft-store.ts'

/** A page that is open; its drafts are named after it. */
const tab = newIdempotencyKey()
const separator = '@'

const lockOf = (id: string): string => `okuru-tab-${id}`

let isHeld = false

/** Held for as long as the page lives: what a page left without a word is free once its lock is. */
function holdTab(): void {
  if (isHeld) return
  isHeld = true
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined)).catch(() => undefined)
}

/** Without TLS there are no locks: then every other page counts as gone. */
async function whenGone(id: string, work: () => void): Promise<void> {
  const { locks } = navigator
  if (!locks) return work()
  await locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
    if (lock) work()
  })
}

/** The key of a draft, whichever tab has it. */
export const sharedKey = (key: string): string => key.split(separator)[0] as string

type Options<T> = { key: string; owner: string; version: number; merge: (older: T, newer: T) => T }

/**
 * A draft that several tabs write at once. Each tab has its own, which nobody else touches. A tab that is left gives it
 * up, and the next one takes it; what a crashed tab had is claimed.
 */
export function openTabDraft<T>({ key, owner, version, merge }: Options<T>) {
  holdTab()
  const own = `${key}${separator}${tab}`
  const writer = makeDraftWriter(own, owner, version, [])
  const read = (name: string) => takeDraft(owner, name, version)?.value as T | undefined

  /** Takes it into this tab's draft, before it is gone from the other. */
  const takeOver = (name: string): T | undefined => {
    const left = read(name)
    if (left === undefined) return undefined
    writer.flush()
    const mine = read(own)
    // Together they take no more room than each alone, also in a full storage.
    removeDraft(owner, name)
    writeDraft(owner, own, version, mine === undefined ? left : merge(left, mine))
    return left
  }
  const giveUp = () => {
    writer.flush()
    const mine = read(own)
    if (mine === undefined) return
    const before = read(key)
    removeDraft(owner, own)
    writeDraft(owner, key, version, before === undefined ? mine : merge(before, mine))
  }
  window.addEventListener('pagehide', giveUp)
  return {
    /** What this tab has, and what one that was left has given up. */
    take(): T | undefined {
      takeOver(key)
      return read(own)
    },
    /** What other tabs have left since; never what one has that is still open. */
    async claim(taken: (left: T) => void): Promise<void> {
      const tell = (left: T | undefined) => left !== undefined && taken(left)
      tell(takeOver(key))
      const others = draftKeys(owner).filter(
        (name) => sharedKey(name) === key && name !== key && name !== own,
      )
      await Promise.all(
        others.map((name) => whenGone(name.slice(key.length + separator.length), () => tell(takeOver(name)))),
      )
    },
    write: (value: T) => writer.write(value),
    remove: () => writer.remove(),
    flush: writer.flush,
    stop: writer.stop,
    close: () => window.removeEventListener('pagehide', giveUp),
  }
}
