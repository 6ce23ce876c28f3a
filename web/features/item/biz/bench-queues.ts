import type { QueryClient } from '@tanstack/react-query'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ApiError, CancelError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { currentOwner, draftsOnScreen, makeDraftWriter, takeDraft } from '#web/lib/draft-store.ts'
import { isPassing } from '#web/lib/errors.ts'
import { isConnected, onBackOnline } from '#web/lib/online.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { SEND_MS } from '#web/lib/send-again.ts'
import { registerCleaner } from '#web/lib/session.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { subscribePageOwner } from '#web/lib/suspended-session.ts'
import { openTabDraft } from '#web/lib/tab-draft.ts'
import { BENCH_DRAFT, BENCH_STEPS, registerSender, reportUnsent, unsentChanges } from '#web/lib/unsent.ts'
import { isDone } from './bench-price.ts'
import { type Item, type Patch, wireOf } from './bench-types.ts'
import {
  createSaveQueue,
  type Kept,
  mergeKept,
  type SaveQueue,
  type Sent,
  unsentCount,
} from './save-queue.ts'
import type { Step } from './save-steps.ts'

const KEPT_VERSION = 1
const IDLE_MS = 1000

async function sendPatch(slug: string, version: number, patch: Patch): Promise<Sent> {
  const mayArrive = isConnected()
  try {
    const body = { version, ...wireOf(patch) }
    return {
      ok: await ask(itemCalls.update, { params: { slug }, body, signal: AbortSignal.timeout(SEND_MS) }),
    }
  } catch (error) {
    const theirs = currentOf<Item>(error)
    if (theirs) return { stale: theirs }
    if (!isPassing(error) && !(error instanceof CancelError)) return { refused: error }
    return mayArrive ? 'offline' : 'unsent'
  }
}

interface OpenQueue {
  queue: SaveQueue
  owner: string
  /** Items with changes from an earlier visit that are not restored yet. */
  left: Set<string>
  /** Takes what other tabs have left of this request. */
  claim: () => Promise<void>
  users: number
  flush: () => void
  close: () => void
}

/** Unsaved changes, one queue per request and tab. They survive navigation and reloads until sign-out. */
const queues = new Map<number, OpenQueue>()

type KeptSteps = { request: number; steps: readonly Step[] }

/** Of the last bench alone: after a reload somebody takes back what was just done. */
function stepsOf(owner: string, request: number): readonly Step[] {
  const kept = takeDraft(owner, BENCH_STEPS, KEPT_VERSION)?.value as KeptSteps | undefined
  return kept?.request === request ? kept.steps : []
}

function openQueue(client: QueryClient, request: number): OpenQueue {
  const owner = currentOwner()
  const key = `${BENCH_DRAFT}${request}`
  const draft = openTabDraft<Kept>({ key, owner, version: KEPT_VERSION, merge: mergeKept })
  const kept = draft.take() ?? {}
  const left = new Set(Object.keys(kept))
  const steps = makeDraftWriter(BENCH_STEPS, owner, KEPT_VERSION, [])
  const queue = createSaveQueue({
    send: sendPatch,
    kept,
    steps: stepsOf(owner, request),
    keepSteps: (next) => steps.write({ request, steps: next } satisfies KeptSteps),
    keep: (next) => {
      if (Object.keys(next).length === 0) draft.remove()
      else draft.write(next)
    },
    onSaved: (item) => {
      client.setQueryData(queryOf(itemCalls.get, { params: { slug: item.slug } }).queryKey, item)
      if (isDone(item.status))
        void client.invalidateQueries({ queryKey: queryOf(itemCalls.ownPace).queryKey })
      void client.invalidateQueries({
        queryKey: queryOf(purchaseRequestCalls.bizGet, { params: { id: request } }).queryKey,
      })
    },
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
    queue,
    owner,
    left,
    claim,
    users: 0,
    flush,
    close: () => {
      for (const stop of stops) stop()
      queue.stop()
      reportUnsent(key, 0)
      queues.delete(request)
    },
  }
}

export function queueOf(client: QueryClient, request: number): OpenQueue {
  const known = queues.get(request)
  if (known) return known
  const opened = openQueue(client, request)
  queues.set(request, opened)
  return opened
}

/** Restores changes from an earlier visit, offline from the cache. Items changed meanwhile conflict on save. */
async function restoreChanges(client: QueryClient, open: OpenQueue): Promise<void> {
  const mine = adoptLeft(client, open)
  // Without a connection the other one ends only with the outage.
  await open.claim()
  await Promise.all([mine, adoptLeft(client, open)])
}

async function adoptLeft(client: QueryClient, { queue, left }: OpenQueue): Promise<void> {
  const restoreItem = async (slug: string) => {
    const query = queryOf(itemCalls.get, { params: { slug } })
    try {
      queue.adopt(client.getQueryData(query.queryKey) ?? (await client.fetchQuery(query)))
    } catch (error) {
      // Taken back meanwhile.
      if (!(error instanceof ApiError && error.status === 404)) return
      left.delete(slug)
      queue.forget(slug)
    }
  }
  await Promise.all([...left].map(restoreItem))
}

/** Returns the function that leaves the bench. */
export function enterBench(client: QueryClient, request: number): () => void {
  const open = queueOf(client, request)
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

/** Runs on every page, so that changes are sent without opening their bench. */
export function resumeBenches(client: QueryClient): void {
  for (const { request } of unsentChanges())
    void restoreChanges(client, queueOf(client, Number(request))).then(closeIdle)
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
