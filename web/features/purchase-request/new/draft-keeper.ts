import type { declaredListCalls } from '#contract/declared-list'
import type { AskResult } from '#web/lib/ask.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { waitAfter } from '#web/lib/send-again.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { draftOf, fieldsOf, isSame, type KeptField, merge } from './kept-draft.ts'
import { emptyDraft, type RequestDraft } from './request-draft.ts'

export type Stored = AskResult<typeof declaredListCalls.saveDraft>
type Fields = Stored['fields']

/** The stored draft that the value on the screen started from. */
interface Base {
  id: number
  version: number
  list: number
  value: RequestDraft
}

export interface Conflict {
  theirs: Stored
  fields: readonly KeptField[]
}

export interface KeeperState {
  value: RequestDraft
  base: Base | null
  saving: 'idle' | 'waiting' | 'sending' | 'saved' | 'unsent'
  savedAt: string | undefined
  /** When it is deleted unless it is changed before. */
  until: string | undefined
  conflict: Conflict | undefined
  /** It was sent or deleted on another screen. */
  ended: boolean
  /** Thrown away, and can be taken back for a while. */
  discarded: RequestDraft | undefined
}

/** What the server does not have yet, for the case that the page is left before it has. */
export interface Unsent {
  id: number | null
  version: number
  before: RequestDraft | null
  value: RequestDraft | null
}

export interface KeeperTools {
  read: () => Promise<Stored | null>
  begin: (body: { fields: Fields; step: string }) => Promise<Stored>
  save: (id: number, body: { fields: Fields; step: string; version: number }) => Promise<Stored>
  remove: (id: number) => Promise<unknown>
  isMissing: (error: unknown) => boolean
  unsent: { read: () => Unsent | undefined; write: (unsent: Unsent) => void; clear: () => void }
}

export const SAVE_AFTER_MS = 1_500
export const UNDO_MS = 10_000

const baseOf = (stored: Stored): Base => ({
  id: stored.id,
  version: stored.version,
  list: stored.declared.id,
  value: draftOf(stored),
})

/** Keeps the form on the server: one save at a time, the newest value last. */
export function createDraftKeeper(stored: Stored | null, tools: KeeperTools) {
  const base = stored && baseOf(stored)
  let state: KeeperState = {
    value: base?.value ?? emptyDraft,
    base,
    saving: 'idle',
    savedAt: stored?.updatedAt,
    until: stored?.expiresAt,
    conflict: undefined,
    ended: false,
    discarded: undefined,
  }
  const { subscribe, tell } = createListeners()
  let dirty = false
  let flying: Promise<void> | undefined
  let frozen = false
  let stopped = false
  let started = false
  let lastError: unknown
  let misses = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let undoTimer: ReturnType<typeof setTimeout> | undefined

  const publish = (change: Partial<KeeperState>) => {
    state = { ...state, ...change }
    tell()
  }
  const isHeld = () => frozen || state.ended || state.conflict !== undefined || state.discarded !== undefined

  const keepHere = () => {
    if (!started) return
    const { base: from, value } = state
    if (!dirty) tools.unsent.clear()
    // After a sign-out nothing may be left here.
    if (!dirty || stopped) return
    tools.unsent.write({
      id: from?.id ?? null,
      version: from?.version ?? 0,
      before: from?.value ?? null,
      value,
    })
  }
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    if (started && !stopped) timer = setTimeout(() => void send(), milliseconds)
  }

  function adopt(theirs: Stored): void {
    const before = state.base?.value ?? emptyDraft
    const { value, conflicts } = merge(before, state.value, draftOf(theirs))
    if (conflicts.length > 0) publish({ conflict: { theirs, fields: conflicts } })
    else rebase(theirs, value)
  }
  function rebase(theirs: Stored, value: RequestDraft): void {
    publish({
      base: baseOf(theirs),
      value,
      conflict: undefined,
      savedAt: theirs.updatedAt,
      until: theirs.expiresAt,
    })
    dirty = !isSame({ ...value, step: theirs.step as RequestDraft['step'] }, draftOf(theirs))
    keepHere()
    if (dirty) later(0)
    else publish({ saving: 'saved' })
  }

  function refused(error: unknown): void {
    dirty = true
    lastError = error
    const theirs = currentOf<Stored>(error)
    if (theirs) adopt(theirs)
    else if (state.base && tools.isMissing(error)) publish({ ended: true, saving: 'unsent' })
    else {
      publish({ saving: 'unsent' })
      later(waitAfter(misses++))
    }
  }

  async function sendOnce(): Promise<void> {
    const { base: from, value } = state
    const body = { fields: fieldsOf(value), step: value.step }
    dirty = false
    publish({ saving: 'sending' })
    try {
      const saved = await (from ? tools.save(from.id, { ...body, version: from.version }) : tools.begin(body))
      misses = 0
      publish({
        base: { ...baseOf(saved), value },
        savedAt: saved.updatedAt,
        until: saved.expiresAt,
        saving: dirty ? 'waiting' : 'saved',
      })
      keepHere()
      if (dirty) later(SAVE_AFTER_MS)
    } catch (error) {
      refused(error)
    }
  }
  function send(): Promise<void> {
    clearTimeout(timer)
    if (flying) return flying
    if (!dirty || isHeld()) return Promise.resolve()
    flying = sendOnce().finally(() => {
      flying = undefined
    })
    return flying
  }

  async function discard(): Promise<void> {
    clearTimeout(undoTimer)
    await flying
    const { base: from } = state
    if (from) {
      try {
        await tools.remove(from.id)
      } catch (error) {
        if (!tools.isMissing(error)) {
          // It stays, and is offered again: nothing is lost by that.
          if (!stopped) undoTimer = setTimeout(() => void discard(), UNDO_MS)
          return
        }
      }
    }
    dirty = !isSame(state.value, emptyDraft)
    publish({ base: null, discarded: undefined, saving: 'idle', savedAt: undefined })
    keepHere()
    if (dirty) later(0)
  }

  /** What an earlier visit could not send. */
  function takeUp(unsent: Unsent | undefined): void {
    if (!unsent?.value) return
    dirty = true
    publish({ value: { ...emptyDraft, ...unsent.value } })
    if (!stored) {
      if (unsent.id !== null) publish({ ended: true })
    } else if (unsent.id !== null && unsent.id !== stored.id) publish({ ended: true })
    else if (unsent.id === null || unsent.version !== stored.version) {
      publish({ base: { ...baseOf(stored), value: { ...emptyDraft, ...unsent.before } } })
      adopt(stored)
    }
  }
  takeUp(tools.unsent.read())

  return {
    getState: () => state,
    subscribe,
    start() {
      started = true
      stopped = false
      keepHere()
      if (dirty) later(0)
    },
    /** Another screen may have gone on meanwhile. */
    async look(): Promise<void> {
      const isBusy = () => stopped || dirty || flying !== undefined || isHeld()
      if (isBusy()) return
      const now = await tools.read()
      if (isBusy() || (now === null && state.base === null)) return
      const { base: mine, value } = state
      if (!now || (mine && mine.id !== now.id)) publish({ ended: true })
      else if (mine?.version !== now.version)
        rebase(now, { ...draftOf(now), step: value.step, agreedTerms: value.agreedTerms })
    },
    /** Sends what is left; the copy on this device stays until that has arrived. */
    stop() {
      if (state.discarded) void discard()
      else void send()
      stopped = true
      clearTimeout(timer)
      clearTimeout(undoTimer)
    },
    /** `quiet`: not entered by the customer, and no reason to keep anything. */
    change(value: RequestDraft, { quiet = false } = {}) {
      const changed = !isSame(value, state.value)
      publish({ value })
      if (quiet || !changed) return
      dirty = true
      keepHere()
      if (isHeld()) return
      if (state.saving !== 'unsent') publish({ saving: 'waiting' })
      if (!flying) later(SAVE_AFTER_MS)
    },
    send,
    /** The other side of a conflict. */
    theirs: () => state.conflict && draftOf(state.conflict.theirs),
    resolve(choice: Readonly<Record<string, 'mine' | 'theirs'>>) {
      const { conflict } = state
      if (!conflict) return
      const theirs = draftOf(conflict.theirs)
      // Again, because more may have been entered since.
      const { value: merged } = merge(state.base?.value ?? emptyDraft, state.value, theirs)
      const taken = conflict.fields.filter((field) => choice[field] === 'theirs')
      const value = {
        ...merged,
        ...Object.fromEntries(taken.map((field) => [field, theirs[field]])),
      }
      rebase(conflict.theirs, value)
    },
    /** After it ended elsewhere: what is on the screen becomes a draft of its own. */
    goOn() {
      publish({ ended: false, base: null, saving: 'waiting' })
      dirty = true
      keepHere()
      later(0)
    },
    /** After it ended elsewhere: what is on the screen is given up. */
    giveUp() {
      dirty = false
      publish({ ended: false, base: null, saving: 'idle', savedAt: undefined, value: emptyDraft })
      keepHere()
    },
    throwAway() {
      clearTimeout(timer)
      publish({ discarded: state.value, value: emptyDraft })
      undoTimer = setTimeout(() => void discard(), UNDO_MS)
    },
    takeBack() {
      clearTimeout(undoTimer)
      const { discarded } = state
      if (!discarded) return
      publish({ discarded: undefined, value: discarded })
      if (dirty) later(0)
    },
    /** The number of the list, for which there has to be a draft. */
    async list(): Promise<number> {
      if (state.discarded) await discard()
      await flying
      if (!state.base) {
        dirty = true
        await send()
      }
      if (!state.base) throw lastError
      return state.base.list
    },
    /** Stops saving while the request is made; undefined where nothing was kept. */
    async freeze(): Promise<{ id: number; version: number } | undefined> {
      clearTimeout(timer)
      await flying
      frozen = true
      return state.base ? { id: state.base.id, version: state.base.version } : undefined
    },
    /** The request was refused; with what is stored now, or because the draft ended. */
    thaw(error: unknown, hasEnded: boolean) {
      frozen = false
      const theirs = currentOf<Stored>(error)
      if (theirs) adopt(theirs)
      else if (hasEnded) publish({ ended: true })
      else if (dirty) later(SAVE_AFTER_MS)
    },
    /** The request is made. */
    finish() {
      dirty = false
      keepHere()
      stopped = true
      clearTimeout(timer)
    },
  }
}
