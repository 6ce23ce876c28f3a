import type { QueryClient } from '@tanstack/react-query'
import { ApiError, CancelError } from './api-error.ts'
import { currentOwner, draftsOnScreen, makeDraftWriter, takeDraft } from './draft-store.ts'
import { isPassing } from './errors.ts'
import { isConnected, onBackOnline } from './online.ts'
import { createSaveQueue, entryRules, type Kept, mergeKept, type SaveQueue, type Sent } from './save-queue.ts'
import type { Editable, SaveShape } from './save-shape.ts'
import type { Step } from './save-steps.ts'
import { SEND_MS } from './send-again.ts'
import { registerCleaner } from './session.ts'
import { currentOf } from './stale-version.ts'
import { subscribePageOwner } from './suspended-session.ts'
import { openTabDraft } from './tab-draft.ts'
import { registerSender, reportUnsent, unsentOf } from './unsent.ts'

const KEPT_VERSION = 1
const IDLE_MS = 1000

export interface OpenQueue<Row extends Editable, Field extends string, Patch extends object> {
  queue: SaveQueue<Row, Field, Patch>
  owner: string
  /** Rows with changes from an earlier visit that are not restored yet. */
  left: Set<string>
  /** Takes what other tabs have left of this queue. */
  claim: () => Promise<void>
  users: number
  flush: () => void
  close: () => void
}

interface Desk<Row extends Editable, Field extends string, Patch extends object> {
  shape: SaveShape<Row, Field, Patch>
  /** Draft key prefix; what the queue is of follows. */
  draft: string
  /** Draft key of the changes that can be taken back. */
  steps: string
  send: (slug: string, version: number, patch: Patch, signal: AbortSignal) => Promise<Row>
  /** From the cache if it is there. */
  read: (client: QueryClient, slug: string) => Row | Promise<Row>
  /** A row from the body of a refusal. */
  asRead?: ((row: Row) => Row) | undefined
  onSaved: (client: QueryClient, row: Row, of: string) => void
  onRefused?: (client: QueryClient, slug: string) => void
}

/** What came of a save; a refusal is told from a connection that was lost. */
async function settled<Row>(sending: Promise<Row>, asRead = (row: Row) => row): Promise<Sent<Row>> {
  const mayArrive = isConnected()
  try {
    return { ok: await sending }
  } catch (error) {
    const theirs = currentOf<Row>(error)
    if (theirs) return { stale: asRead(theirs) }
    if (!isPassing(error) && !(error instanceof CancelError)) return { refused: error }
    return mayArrive ? 'offline' : 'unsent'
  }
}

/** Unsaved changes, one queue per thing worked on and tab. They survive navigation and reloads until sign-out. */
export function saveQueues<Row extends Editable, Field extends string, Patch extends object>(
  desk: Desk<Row, Field, Patch>,
) {
  type Open = OpenQueue<Row, Field, Patch>
  const queues = new Map<string, Open>()
  const { unsentCount } = entryRules(desk.shape)

  /** Of the last one alone: after a reload somebody takes back what was just done. */
  function stepsOf(owner: string, of: string): readonly Step<Patch>[] {
    const kept = takeDraft(owner, desk.steps, KEPT_VERSION)?.value as
      | { of: string; steps: readonly Step<Patch>[] }
      | undefined
    return kept?.of === of ? kept.steps : []
  }

  function openQueue(client: QueryClient, of: string): Open {
    const owner = currentOwner()
    const key = `${desk.draft}${of}`
    const draft = openTabDraft<Kept<Patch>>({ key, owner, version: KEPT_VERSION, merge: mergeKept })
    const kept = draft.take() ?? {}
    const left = new Set(Object.keys(kept))
    const steps = makeDraftWriter(desk.steps, owner, KEPT_VERSION, [])
    const queue = createSaveQueue(desk.shape, {
      send: async (slug, version, patch) => {
        const sending = desk.send(slug, version, patch, AbortSignal.timeout(SEND_MS))
        const sent = await settled(sending, desk.asRead)
        if (typeof sent === 'object' && 'refused' in sent) desk.onRefused?.(client, slug)
        return sent
      },
      kept,
      steps: stepsOf(owner, of),
      keepSteps: (next) => steps.write({ of, steps: next }),
      keep: (next) => {
        if (Object.keys(next).length === 0) draft.remove()
        else draft.write(next)
      },
      onSaved: (row) => desk.onSaved(client, row, of),
    })
    const flush = () => {
      draft.flush()
      steps.flush()
    }
    const report = () => {
      const { entries } = queue.getState()
      for (const slug of [...left]) if (entries[slug]) left.delete(slug)
      reportUnsent(key, unsentCount(queue.getState()) + left.size)
    }
    const stops = [
      queue.subscribe(report),
      onBackOnline(queue.retryAll),
      registerSender(queue.retryAll),
      draft.close,
      () => draftsOnScreen.delete(draft.stop),
      () => draftsOnScreen.delete(steps.stop),
      () => window.removeEventListener('pagehide', flush),
    ]
    window.addEventListener('pagehide', flush)
    draftsOnScreen.add(draft.stop)
    draftsOnScreen.add(steps.stop)
    report()
    const claim = () =>
      draft.claim((others) => {
        for (const slug of Object.keys(others)) left.add(slug)
        queue.restore(others)
        report()
      })
    return {
      ...{ queue, owner, left, claim, flush },
      users: 0,
      close: () => {
        for (const stop of stops) stop()
        queue.stop()
        reportUnsent(key, 0)
        queues.delete(of)
      },
    }
  }

  function queueOf(client: QueryClient, of: string): Open {
    const known = queues.get(of)
    if (known) return known
    const opened = openQueue(client, of)
    queues.set(of, opened)
    return opened
  }

  /** Restores changes from an earlier visit, offline from the cache. Rows changed meanwhile conflict on save. */
  async function restoreChanges(client: QueryClient, open: Open): Promise<void> {
    const mine = adoptLeft(client, open)
    // Without a connection the other one ends only with the outage.
    await open.claim()
    await Promise.all([mine, adoptLeft(client, open)])
  }

  async function adoptLeft(client: QueryClient, { queue, left }: Open): Promise<void> {
    const restoreRow = async (slug: string) => {
      try {
        const row = desk.read(client, slug)
        // What is there is on the screen at once.
        queue.adopt(row instanceof Promise ? await row : row)
      } catch (error) {
        // Taken back meanwhile.
        if (!(error instanceof ApiError && error.status === 404)) return
        left.delete(slug)
        queue.forget(slug)
      }
    }
    await Promise.all([...left].map(restoreRow))
  }

  /** Returns the function that leaves it. */
  function enter(client: QueryClient, of: string): () => void {
    const open = queueOf(client, of)
    open.users += 1
    void restoreChanges(client, open)
    return () => {
      open.users -= 1
      open.queue.retryAll()
      open.flush()
      // Delayed, because a remount enters again at once.
      setTimeout(closeIdle, IDLE_MS)
    }
  }

  function closeIdle(): void {
    for (const { users, left, queue, close } of [...queues.values()])
      if (users === 0 && left.size === 0 && unsentCount(queue.getState()) === 0) close()
  }

  /** Runs on every page, so that changes are sent without opening the page they were made on. */
  function resume(client: QueryClient): void {
    for (const { of } of unsentOf(desk.draft))
      void restoreChanges(client, queueOf(client, of)).then(closeIdle)
  }

  registerCleaner(() => {
    for (const { close } of [...queues.values()]) close()
  })
  // Changes are never sent as another user; they stay as their owner's draft.
  subscribePageOwner(() => {
    for (const { owner, flush, close } of [...queues.values()]) {
      if (owner === currentOwner()) continue
      flush()
      close()
    }
  })
  return { queueOf, enter, resume }
}
