import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ask } from '#web/lib/ask.ts'
import { currentOf } from '#web/lib/currents.ts'
import { currentOwner, draftsOnScreen, makeDraftWriter, takeDraft } from '#web/lib/draft-store.ts'
import { isPassing } from '#web/lib/errors.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { BENCH_DRAFT, registerSender } from '#web/lib/unsent.ts'
import { type Item, type Patch, wireOf } from './bench-types.ts'
import { createSaveQueue, type Kept, type Sent } from './save-queue.ts'

const KEPT_VERSION = 1

async function sendPatch(slug: string, version: number, patch: Patch): Promise<Sent> {
  try {
    return { ok: await ask(itemCalls.update, { params: { slug }, body: { version, ...wireOf(patch) } }) }
  } catch (error) {
    const theirs = currentOf<Item>(error)
    if (theirs) return { stale: theirs }
    return isPassing(error) ? 'offline' : { refused: error }
  }
}

/** The bench of one box: what is typed, what is saved, and what still waits, kept over reloads until sign-out. */
export function useBenchQueue(request: number) {
  const client = useQueryClient()
  const [{ queue, writer, left }] = useState(() => {
    const owner = currentOwner()
    const key = `${BENCH_DRAFT}${request}`
    const writer = makeDraftWriter(key, owner, KEPT_VERSION, [])
    const kept = (takeDraft(owner, key, KEPT_VERSION)?.value ?? {}) as Kept
    const queue = createSaveQueue({
      send: sendPatch,
      kept,
      keep: (kept) => {
        if (Object.keys(kept).length === 0) writer.remove()
        else writer.write(kept)
      },
      onSaved: (item) => {
        client.setQueryData(queryOf(itemCalls.get, { params: { slug: item.slug } }).queryKey, item)
        void client.invalidateQueries({
          queryKey: queryOf(purchaseRequestCalls.bizGet, { params: { id: request } }).queryKey,
        })
      },
    })
    return { queue, writer, left: Object.keys(kept) }
  })
  useEffect(() => {
    window.addEventListener('online', queue.retryAll)
    window.addEventListener('pagehide', writer.flush)
    draftsOnScreen.add(writer.stop)
    const stopSending = registerSender(queue.retryAll)
    return () => {
      stopSending()
      queue.retryAll()
      writer.flush()
      draftsOnScreen.delete(writer.stop)
      window.removeEventListener('online', queue.retryAll)
      window.removeEventListener('pagehide', writer.flush)
    }
  }, [queue, writer])
  // What an earlier visit left behind goes out whichever piece is on the table now.
  useEffect(() => {
    for (const slug of left)
      client.fetchQuery(queryOf(itemCalls.get, { params: { slug } })).then(queue.adopt, () => undefined)
  }, [client, queue, left])
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  return { queue, state }
}
