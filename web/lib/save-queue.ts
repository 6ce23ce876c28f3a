import { createListeners } from './listeners.ts'
import { type Editable, fieldIn, isSame, type SaveShape } from './save-shape.ts'
import { createSteps, type Step, stands } from './save-steps.ts'

export type Problem<Row, Field> =
  /** Somebody else has changed the same fields to other values. */
  { kind: 'conflict'; theirs: Row; fields: Field[] } | { kind: 'refused'; error: unknown }

export type Entry<Row, Field, Patch> = {
  /** As last returned by the server. */
  base: Row
  /** Typed, not yet sent. */
  patch: Patch
  flying: Patch | null
  /** Sent, but the answer was lost: the server may have stored it. */
  unsure?: Patch
  problem?: Problem<Row, Field>
}

export type QueueState<Row, Field, Patch> = {
  entries: Readonly<Record<string, Entry<Row, Field, Patch>>>
  /** The last request did not reach the server. */
  offline: boolean
  savedAt: number | null
  undo: number
  redo: number
}

/** Survives a reload. `base` holds the fields before the change, to tell whether somebody else has changed them since. */
export type Kept<Patch> = Readonly<Record<string, { patch: Patch; base: Patch; unsure?: Patch }>>

/** `unread`: the item must be loaded first. `changed`: a field was changed again since, so nothing is undone. */
export type TakenBack = { slug: string; result: 'done' | 'unread' | 'changed' }

/** `unsent`: it never left this device. `offline`: no answer came, but the server may have it. */
export type Sent<Row> = { ok: Row } | { stale: Row } | { refused: unknown } | 'offline' | 'unsent'

export type QueueOptions<Row, Patch> = {
  send: (slug: string, version: number, patch: Patch) => Promise<Sent<Row>>
  keep: (kept: Kept<Patch>) => void
  kept: Kept<Patch>
  /** Undo steps of an earlier visit. */
  steps?: readonly Step<Patch>[]
  keepSteps?: (steps: readonly Step<Patch>[]) => void
  onSaved: (row: Row) => void
  delay?: number
  now?: () => number
}

const DELAY = 600
const RETRY = 5000

const joinKept = <Patch>(older: Kept<Patch>[string], newer: Kept<Patch>[string]): Kept<Patch>[string] => ({
  patch: { ...older.patch, ...newer.patch },
  base: { ...older.base, ...newer.base },
  ...((older.unsure ?? newer.unsure) && { unsure: { ...older.unsure, ...newer.unsure } as Patch }),
})

/** Joins what two tabs left behind. Where both changed a field, the later input wins. */
export const mergeKept = <Patch>(older: Kept<Patch>, newer: Kept<Patch>): Kept<Patch> => ({
  ...older,
  ...Object.fromEntries(
    Object.entries(newer).map(([slug, own]) => [slug, older[slug] ? joinKept(older[slug], own) : own]),
  ),
})

/** What a queue asks of its entries. */
export function entryRules<Row extends Editable, Field extends string, Patch extends object>(
  shape: SaveShape<Row, Field, Patch>,
) {
  type OwnEntry = Entry<Row, Field, Patch>
  const { fieldsOf, without, isUnchanged } = shape
  const isWaiting = ({ patch, flying }: OwnEntry): boolean => fieldsOf(patch).length > 0 || flying !== null
  return {
    viewOf: (entry: OwnEntry): Row =>
      ({ ...shape.addedLately, ...entry.base, ...entry.flying, ...entry.patch }) as Row,
    isWaiting,
    unsentCount: (state: Pick<QueueState<Row, Field, Patch>, 'entries'>): number =>
      Object.values(state.entries).filter(isWaiting).length,
    /** Fields that somebody else has changed to another value. */
    conflictsOf: (before: Patch, patch: Patch, theirs: Row, unsure?: Patch): Field[] =>
      fieldsOf(patch).filter(
        (field) =>
          ![before, patch, unsure ?? {}].some((mine) => isSame(fieldIn(theirs, field), fieldIn(mine, field))),
      ),
    /** Drops fields that are back at their saved value, unless the server may have stored a value in between. */
    lessTakenBack: (before: object, patch: Patch, unsure: object = {}): Patch =>
      without(
        patch,
        fieldsOf(patch).filter(
          (field) => isUnchanged(field, patch, before as Patch) && !Object.hasOwn(unsure, field),
        ),
      ),
  }
}

/** Keeps text as typed where the server trimmed it: it must not change while typing. */
const asTyped = <Row extends object>(answer: Row, sent: object): Row => ({
  ...answer,
  ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => typeof value === 'string')) as object),
})

/** Saves while typing: debounced, one request at a time per row, retried while offline; merges others' changes. */
export function createSaveQueue<Row extends Editable, Field extends string, Patch extends object>(
  shape: SaveShape<Row, Field, Patch>,
  options: QueueOptions<Row, Patch>,
) {
  type OwnEntry = Entry<Row, Field, Patch>
  type OwnState = QueueState<Row, Field, Patch>
  const { fieldsOf, pick, without, within = (patch: Patch) => patch } = shape
  const nextStep = shape.nextStep ?? ((_base: Row, patch: Patch) => ({ now: patch, later: {} as Patch }))
  const { viewOf, isWaiting, conflictsOf, lessTakenBack } = entryRules(shape)
  const nothing = {} as Patch
  const { send, keep, keepSteps, onSaved, delay = DELAY, now = Date.now } = options
  const steps = createSteps(shape, { start: options.steps ?? [], keep: (next) => keepSteps?.(next) })
  let state: OwnState = { entries: {}, offline: false, savedAt: null, ...steps.counts() }
  let kept = options.kept
  /** Set on closing: a late save must not run as another user. */
  let stopped = false
  const { subscribe, tell } = createListeners()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const publish = (change: Partial<OwnState>) => {
    state = { ...state, ...change, ...steps.counts() }
    tell()
  }
  const put = (slug: string, next: OwnEntry) => {
    const entry = next.flying ? next : { ...next, patch: lessTakenBack(next.base, next.patch, next.unsure) }
    publish({ entries: { ...state.entries, [slug]: entry } })
    const { [slug]: _old, ...others } = kept
    const open = { ...entry.flying, ...entry.patch } as Patch
    const fields = fieldsOf(open)
    const { unsure } = entry
    const left = { patch: open, base: pick(entry.base, fields), ...(unsure && { unsure }) }
    kept = fields.length > 0 ? { ...others, [slug]: left } : others
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
    steps.close(slug)
    const entry = state.entries[slug]
    if (stopped || !entry || entry.flying || entry.problem || fieldsOf(entry.patch).length === 0) return
    const { now: flying, later } = nextStep(entry.base, within(entry.patch))
    put(slug, { ...entry, flying, patch: later })
    const sent = await send(slug, entry.base.version, flying)
    settle(slug, entry.base, flying, sent)
  }

  function settle(slug: string, before: Row, flying: Patch, sent: Sent<Row>): void {
    const entry = state.entries[slug]
    if (!entry) return
    if (sent === 'offline' || sent === 'unsent') {
      const unsure = sent === 'offline' ? { ...entry.unsure, ...flying } : entry.unsure
      put(slug, { ...entry, flying: null, patch: { ...flying, ...entry.patch }, unsure })
      publish({ offline: true })
      schedule(slug, RETRY)
      return
    }
    publish({ offline: false })
    if ('ok' in sent) {
      const base = asTyped(sent.ok, flying)
      steps.stored(slug, flying, base)
      put(slug, { ...entry, base, flying: null, unsure: undefined })
      arrived(sent.ok)
      if (fieldsOf(entry.patch).length > 0) schedule(slug, 0)
    } else if ('stale' in sent) {
      const patch = { ...flying, ...entry.patch }
      const base = pick(before, fieldsOf(patch))
      merge(slug, { patch, base, ...(entry.unsure && { unsure: entry.unsure }) }, sent.stale, true)
    } else {
      const patch = lessTakenBack(entry.base, { ...flying, ...entry.patch }, entry.unsure)
      const problem = { kind: 'refused', error: sent.refused } as const
      put(slug, { ...entry, flying: null, patch, ...(fieldsOf(patch).length > 0 && { problem }) })
    }
  }

  /** `isFresh`: `theirs` answers a save. A row that was only read may be a cached, older copy. */
  function merge(slug: string, mine: Kept<Patch>[string], theirs: Row, isFresh: boolean): void {
    const { base, unsure } = mine
    const patch = lessTakenBack(base, mine.patch, unsure)
    const fields = conflictsOf(base, patch, theirs, unsure)
    const entry: OwnEntry = { base: theirs, patch, flying: null, ...(!isFresh && unsure && { unsure }) }
    if (fields.length > 0) {
      put(slug, { ...entry, problem: { kind: 'conflict', theirs, fields } })
      return
    }
    put(slug, entry)
    schedule(slug, 0)
    if (isFresh && fieldsOf(lessTakenBack(theirs, patch)).length === 0) arrived(theirs)
  }

  function arrived(row: Row): void {
    publish({ savedAt: now() })
    if (!stopped) onSaved(row)
  }

  /** Takes a newer version; changes kept from before a reload are applied on top. */
  function adopt(row: Row): void {
    const entry = state.entries[row.slug]
    if (!entry) {
      const before = kept[row.slug]
      if (before) merge(row.slug, before, row, false)
      else publish({ entries: { ...state.entries, [row.slug]: { base: row, patch: nothing, flying: null } } })
    } else if (row.version >= entry.base.version && !isWaiting(entry)) {
      publish({ entries: { ...state.entries, [row.slug]: { base: row, patch: nothing, flying: null } } })
    }
  }

  /** Takes over changes that another tab of the same person left unsent. Input in this tab wins. */
  function restore(left: Kept<Patch>): void {
    for (const [slug, before] of Object.entries(left)) {
      const entry = state.entries[slug]
      if (!entry) {
        kept = mergeKept({ [slug]: before }, kept)
        continue
      }
      const patch = without(before.patch, fieldsOf({ ...entry.flying, ...entry.patch }))
      const unsure = (before.unsure ?? entry.unsure) && ({ ...before.unsure, ...entry.unsure } as Patch)
      const fields = conflictsOf(before.base, patch, entry.base, unsure)
      const problem =
        fields.length > 0 ? ({ kind: 'conflict', theirs: entry.base, fields } as const) : entry.problem
      put(slug, { ...entry, patch: { ...patch, ...entry.patch }, unsure, problem })
      schedule(slug, 0)
    }
    keep(kept)
  }

  /**
   * Like `edit`, but the returned function reverts it without a trace. Undefined while an answer may come in between, or
   * while something is to be settled first.
   */
  function editAhead(slug: string, patch: Patch): (() => void) | undefined {
    const before = state.entries[slug]
    if (!before || before.flying || before.problem) return undefined
    const restoreSteps = steps.mark()
    edit(slug, patch)
    const edited = state.entries[slug]
    return () => {
      if (state.entries[slug] !== edited) return edit(slug, pick(viewOf(before), fieldsOf(patch)))
      restoreSteps()
      put(slug, before)
    }
  }

  function edit(slug: string, patch: Patch): void {
    const entry = state.entries[slug]
    if (!entry) return
    const stays = entry.problem?.kind === 'conflict' ? entry.problem : undefined
    const next: OwnEntry = { ...entry, patch: { ...entry.patch, ...patch }, problem: stays }
    steps.record(slug, viewOf(entry), viewOf(next), fieldsOf(patch))
    put(slug, next)
    if (!stays) schedule(slug, delay)
  }

  function resolve(slug: string, keepTheirs: readonly Field[]): void {
    const entry = state.entries[slug]
    if (!entry) return
    put(slug, { ...entry, patch: without(entry.patch, keepTheirs), problem: undefined })
    schedule(slug, 0)
  }

  function discard(slug: string): void {
    const entry = state.entries[slug]
    if (!entry) return
    steps.giveUp(slug, entry.base)
    put(slug, { base: entry.base, patch: nothing, flying: null })
  }

  /** The row is gone. */
  function forget(slug: string): void {
    clearTimeout(timers.get(slug))
    const { [slug]: _kept, ...otherKept } = kept
    const { [slug]: _entry, ...entries } = state.entries
    kept = otherKept
    keep(kept)
    steps.forget(slug)
    publish({ entries })
  }

  /** Undo and redo are saves of their own. A change that was not sent yet is dropped instead of sent twice. */
  function takeBack(which: 'undo' | 'redo'): TakenBack | undefined {
    const last = steps.last(which)
    if (!last) return undefined
    const { slug } = last
    const entry = state.entries[slug]
    if (!entry) return { slug, result: 'unread' }
    if (entry.problem?.kind === 'conflict') return undefined
    const [was, becomes] = which === 'undo' ? [last.after, last.before] : [last.before, last.after]
    const isOwn = stands(shape, viewOf(entry), was)
    steps.take(which, isOwn)
    publish({})
    if (!isOwn) return { slug, result: 'changed' }
    put(slug, { ...entry, patch: { ...entry.patch, ...becomes }, problem: undefined })
    void flush(slug)
    return { slug, result: 'done' }
  }

  const retryAll = () => {
    for (const [slug, entry] of Object.entries(state.entries)) if (isWaiting(entry)) void flush(slug)
  }
  return {
    getState: (): OwnState => state,
    subscribe,
    adopt,
    restore,
    edit,
    editAhead,
    flush,
    resolve,
    discard,
    forget,
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
    retryAll,
    stop: () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

export type SaveQueue<Row extends Editable, Field extends string, Patch extends object> = ReturnType<
  typeof createSaveQueue<Row, Field, Patch>
>
