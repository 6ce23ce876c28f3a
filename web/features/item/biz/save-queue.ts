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

/** A save, as the fields were before it and as the server then had them. */
export type Step = { slug: string; before: Patch; after: Patch }

/** `unread`: the item has to be opened first. `changed`: somebody has written the field since, so it stays. */
export type TakenBack = { slug: string; result: 'done' | 'unread' | 'changed' }

export type Sent = { ok: Item } | { stale: Item } | { refused: unknown } | 'offline'

type Options = {
  send: (slug: string, version: number, patch: Patch) => Promise<Sent>
  keep: (kept: Kept) => void
  kept: Kept
  /** Saves of an earlier visit that can be taken back. */
  steps?: readonly Step[]
  keepSteps?: (steps: readonly Step[]) => void
  onSaved: (item: Item) => void
  delay?: number
  now?: () => number
}

const DELAY = 600
const RETRY = 5000
const MOST_STEPS = 50

/** A response kept for offline use by the release before lacks these. */
const addedLately = {
  commentFilled: [],
  priceReasonAmount: null,
  originSeq: null,
  editedBy: '',
  editedAt: null,
} satisfies Partial<Item>

export const viewOf = (entry: Entry): Item => ({
  ...addedLately,
  ...entry.base,
  ...entry.flying,
  ...entry.patch,
})

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

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** A started item never returns to received. */
const within = (patch: Patch): Patch =>
  patch.status === I.RECEIVED ? { ...patch, status: I.ASSESSING } : patch

const stands = (base: Item, patch: Patch): boolean =>
  fieldsOf(patch).every((field) => isSame(trimmed(base[field]), trimmed(within(patch)[field])))

/** Fields that somebody else has changed to another value. */
const conflictsOf = (before: Patch, patch: Patch, theirs: Item): WritableField[] =>
  fieldsOf(patch).filter(
    (field) => !isSame(theirs[field], before[field]) && !isSame(theirs[field], patch[field]),
  )

const joinKept = (older: Kept[string], newer: Kept[string]): Kept[string] => ({
  patch: { ...older.patch, ...newer.patch },
  base: { ...older.base, ...newer.base },
})

/** What two tabs left; of a field that both wrote, what was typed last. */
export const mergeKept = (older: Kept, newer: Kept): Kept => ({
  ...older,
  ...Object.fromEntries(
    Object.entries(newer).map(([slug, own]) => [slug, older[slug] ? joinKept(older[slug], own) : own]),
  ),
})

/** Saves while typing: debounced, one request at a time per item, retried while offline; merges others' changes. */
export function createSaveQueue(options: Options) {
  const { send, keep, keepSteps, onSaved, delay = DELAY, now = Date.now } = options
  const undoStack: Step[] = [...(options.steps ?? [])]
  const redoStack: Step[] = []
  let state: QueueState = { entries: {}, offline: false, savedAt: null, undo: undoStack.length, redo: 0 }
  let kept = options.kept
  /** Set on closing: a late save must not run as another user. */
  let stopped = false
  const { subscribe, tell } = createListeners()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
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
      remember(slug, before, sent.ok, flying)
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

  function remember(slug: string, before: Item, after: Item, flying: Patch): void {
    if (silent.delete(slug)) return
    const fields = fieldsOf(flying)
    undoStack.push({ slug, before: pick(before, fields), after: pick(after, fields) })
    if (undoStack.length > MOST_STEPS) undoStack.shift()
    redoStack.length = 0
    keepSteps?.([...undoStack])
  }

  function merge(slug: string, before: Patch, patch: Patch, theirs: Item): void {
    const fields = conflictsOf(before, patch, theirs)
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

  /** Takes over what another tab of the same person left; what was typed here stays. */
  function restore(left: Kept): void {
    for (const [slug, before] of Object.entries(left)) {
      const entry = state.entries[slug]
      if (!entry) {
        kept = mergeKept({ [slug]: before }, kept)
        continue
      }
      const patch = without(before.patch, fieldsOf({ ...entry.flying, ...entry.patch }))
      const fields = conflictsOf(before.base, patch, entry.base)
      const problem =
        fields.length > 0 ? ({ kind: 'conflict', theirs: entry.base, fields } as const) : entry.problem
      put(slug, { ...entry, patch: { ...patch, ...entry.patch }, problem })
      schedule(slug, 0)
    }
    keep(kept)
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
    silent.delete(slug)
    put(slug, { ...entry, patch: without(entry.patch, keepTheirs), problem: undefined })
    schedule(slug, 0)
  }

  function discard(slug: string): void {
    const entry = state.entries[slug]
    silent.delete(slug)
    if (entry) put(slug, { base: entry.base, patch: {}, flying: null })
  }

  /** It is not in the box any more. */
  function forget(slug: string): void {
    clearTimeout(timers.get(slug))
    const { [slug]: _kept, ...otherKept } = kept
    const { [slug]: _entry, ...entries } = state.entries
    kept = otherKept
    keep(kept)
    publish({ entries })
  }

  /** Reverts the last save by another save. Unsaved changes come first: only then is the last save known. */
  function takeBack(from: Step[], to: Step[], side: 'before' | 'after'): TakenBack | undefined {
    const last = from.at(-1)
    if (!last) return undefined
    const { slug } = last
    const entry = state.entries[slug]
    if (!entry) return { slug, result: 'unread' }
    if (isWaiting(entry)) return undefined
    from.pop()
    const isOwn = stands(entry.base, side === 'before' ? last.after : last.before)
    if (isOwn) to.push(last)
    keepSteps?.([...undoStack])
    publish({})
    if (!isOwn) return { slug, result: 'changed' }
    silent.add(slug)
    edit(slug, within(last[side]))
    void flush(slug)
    return { slug, result: 'done' }
  }

  const retryAll = () => {
    for (const [slug, entry] of Object.entries(state.entries)) if (isWaiting(entry)) void flush(slug)
  }
  return {
    getState: (): QueueState => state,
    subscribe,
    adopt,
    restore,
    edit,
    flush,
    resolve,
    discard,
    forget,
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
