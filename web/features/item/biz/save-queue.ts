import { itemStatus as I } from '#contract/lifecycle'
import { createListeners } from '#web/lib/listeners.ts'
import { fieldsOf, type Item, isSame, type Patch, pick, type WritableField, without } from './bench-types.ts'

export type Problem =
  /** Someone else changed the same fields to other values. */
  { kind: 'conflict'; theirs: Item; fields: WritableField[] } | { kind: 'refused'; error: unknown }

export type Entry = {
  /** As last returned by the server. */
  base: Item
  /** Typed, not yet sent. */
  patch: Patch
  flying: Patch | null
  problem?: Problem
}

export type QueueState = {
  entries: Readonly<Record<string, Entry>>
  /** The last request did not reach the server. */
  offline: boolean
  savedAt: number | null
  undo: number
  redo: number
}

/** Kept across reloads: the change, and its fields as they were before. */
export type Kept = Readonly<Record<string, { patch: Patch; base: Patch }>>

export type Sent = { ok: Item } | { stale: Item } | { refused: unknown } | 'offline'

type Options = {
  send: (slug: string, version: number, patch: Patch) => Promise<Sent>
  keep: (kept: Kept) => void
  kept: Kept
  onSaved: (item: Item) => void
  delay?: number
  now?: () => number
}

const DELAY = 600
const RETRY = 5000

export const viewOf = (entry: Entry): Item => ({ ...entry.base, ...entry.flying, ...entry.patch })

const isWaiting = ({ patch, flying }: Entry): boolean => fieldsOf(patch).length > 0 || flying !== null

export const unsentCount = (state: QueueState): number =>
  Object.values(state.entries).filter(isWaiting).length

/** A done or not-buyable item must be reopened before it becomes the other, so that takes two requests. */
function nextStep(base: Item, patch: Patch): { now: Patch; later: Patch } {
  const { status } = patch
  const jumps =
    status !== undefined && status !== base.status && status >= I.ASSESSED && base.status >= I.ASSESSED
  return jumps ? { now: { ...patch, status: I.ASSESSING }, later: { status } } : { now: patch, later: {} }
}

/** Keeps text as typed where the server trimmed it: it must not change while typing. */
const asTyped = (answer: Item, sent: Patch): Item => ({
  ...answer,
  ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => typeof value === 'string')) as Patch),
})

/** Saves while typing: debounced, one request at a time per item, retried while offline; merges others' changes. */
export function createSaveQueue(options: Options) {
  const { send, keep, onSaved, delay = DELAY, now = Date.now } = options
  let state: QueueState = { entries: {}, offline: false, savedAt: null, undo: 0, redo: 0 }
  let kept = options.kept
  /** Set on closing: a late save must not run as another user. */
  let stopped = false
  const { subscribe, tell } = createListeners()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const undoStack: { slug: string; before: Patch; after: Patch }[] = []
  const redoStack: typeof undoStack = []
  /** Items whose next save comes from undo or redo and is not itself pushed. */
  const silent = new Set<string>()

  const publish = (change: Partial<QueueState>) => {
    state = { ...state, ...change, undo: undoStack.length, redo: redoStack.length }
    tell()
  }
  const put = (slug: string, entry: Entry) => {
    publish({ entries: { ...state.entries, [slug]: entry } })
    const { [slug]: _old, ...others } = kept
    const open = { ...entry.flying, ...entry.patch }
    const fields = fieldsOf(open)
    kept = fields.length > 0 ? { ...others, [slug]: { patch: open, base: pick(entry.base, fields) } } : others
    keep(kept)
  }
  const schedule = (slug: string, wait: number) => {
    clearTimeout(timers.get(slug))
    if (stopped) return
    timers.set(
      slug,
      setTimeout(() => void flush(slug), wait),
    )
  }

  async function flush(slug: string): Promise<void> {
    clearTimeout(timers.get(slug))
    const entry = state.entries[slug]
    if (stopped || !entry || entry.flying || entry.problem || fieldsOf(entry.patch).length === 0) return
    const { now: flying, later } = nextStep(entry.base, entry.patch)
    put(slug, { ...entry, flying, patch: later })
    const sent = await send(slug, entry.base.version, flying)
    settle(slug, entry.base, flying, sent)
  }

  function settle(slug: string, before: Item, flying: Patch, sent: Sent): void {
    const entry = state.entries[slug]
    if (!entry) return
    if (sent === 'offline') {
      put(slug, { ...entry, flying: null, patch: { ...flying, ...entry.patch } })
      publish({ offline: true })
      schedule(slug, RETRY)
      return
    }
    publish({ offline: false })
    if ('ok' in sent) {
      remember(slug, before, flying)
      put(slug, { ...entry, base: asTyped(sent.ok, flying), flying: null })
      publish({ savedAt: now() })
      if (!stopped) onSaved(sent.ok)
      if (fieldsOf(entry.patch).length > 0) schedule(slug, 0)
    } else if ('stale' in sent) {
      merge(slug, before, { ...flying, ...entry.patch }, sent.stale)
    } else {
      const problem = { kind: 'refused', error: sent.refused } as const
      put(slug, { ...entry, flying: null, patch: { ...flying, ...entry.patch }, problem })
    }
  }

  function remember(slug: string, before: Item, flying: Patch): void {
    if (silent.delete(slug)) return
    undoStack.push({ slug, before: pick(before, fieldsOf(flying)), after: flying })
    redoStack.length = 0
  }

  function merge(slug: string, before: Patch, patch: Patch, theirs: Item): void {
    const fields = fieldsOf(patch).filter(
      (field) => !isSame(theirs[field], before[field]) && !isSame(theirs[field], patch[field]),
    )
    const entry: Entry = { base: theirs, patch, flying: null }
    if (fields.length > 0) put(slug, { ...entry, problem: { kind: 'conflict', theirs, fields } })
    else {
      put(slug, entry)
      schedule(slug, 0)
    }
  }

  /** Takes a newer version; changes kept from before a reload are applied on top. */
  function adopt(item: Item): void {
    const entry = state.entries[item.slug]
    if (!entry) {
      const before = kept[item.slug]
      if (before) merge(item.slug, before.base, before.patch, item)
      else publish({ entries: { ...state.entries, [item.slug]: { base: item, patch: {}, flying: null } } })
    } else if (item.version >= entry.base.version && !isWaiting(entry)) {
      publish({ entries: { ...state.entries, [item.slug]: { base: item, patch: {}, flying: null } } })
    }
  }

  function edit(slug: string, patch: Patch): void {
    const entry = state.entries[slug]
    if (!entry) return
    const stays = entry.problem?.kind === 'conflict' ? entry.problem : undefined
    put(slug, { ...entry, patch: { ...entry.patch, ...patch }, problem: stays })
    if (!stays) schedule(slug, delay)
  }

  function resolve(slug: string, keepTheirs: readonly WritableField[]): void {
    const entry = state.entries[slug]
    if (!entry) return
    put(slug, { ...entry, patch: without(entry.patch, keepTheirs), problem: undefined })
    schedule(slug, 0)
  }

  function discard(slug: string): void {
    const entry = state.entries[slug]
    if (entry) put(slug, { base: entry.base, patch: {}, flying: null })
  }

  /** Reverts the last save by another save; returns the item's slug. */
  function takeBack(
    from: typeof undoStack,
    to: typeof undoStack,
    side: 'before' | 'after',
  ): string | undefined {
    const last = from.at(-1)
    const entry = last && state.entries[last.slug]
    // Unsaved changes come first: only then is the last save known.
    if (!last || !entry || isWaiting(entry)) return undefined
    from.pop()
    to.push(last)
    silent.add(last.slug)
    const patch = last[side]
    // A started item never returns to received.
    edit(last.slug, patch.status === I.RECEIVED ? { ...patch, status: I.ASSESSING } : patch)
    void flush(last.slug)
    return last.slug
  }

  const retryAll = () => {
    for (const [slug, entry] of Object.entries(state.entries)) if (isWaiting(entry)) void flush(slug)
  }
  return {
    getState: (): QueueState => state,
    subscribe,
    adopt,
    edit,
    flush,
    resolve,
    discard,
    undo: () => takeBack(undoStack, redoStack, 'before'),
    redo: () => takeBack(redoStack, undoStack, 'after'),
    retryAll,
    stop: () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

export type SaveQueue = ReturnType<typeof createSaveQueue>
