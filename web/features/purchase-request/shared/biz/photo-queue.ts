import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { itemCalls } from '#contract/item'
import { productizationCalls } from '#contract/productization'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ApiError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { currentOwner } from '#web/lib/draft-store.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { keptFiles } from '#web/lib/kept-files.ts'
import { onBackOnline } from '#web/lib/online.ts'
import { createPhotoQueue } from '#web/lib/photo-queue.ts'
import { reread } from '#web/lib/query-client.ts'
import { registerCleaner } from '#web/lib/session.ts'
import { shrinkPhoto } from '#web/lib/shrink-photo.ts'
import { registerSender, reportUnsent } from '#web/lib/unsent.ts'
import { notify } from '#web/ui/notify.tsx'

/** An item by its code, also as a product, or an opened box by its request id. */
export type PhotoPlace = `item:${string}` | `product:${string}` | `opening:${number}`

const idOf = (place: string): string => place.slice(place.indexOf(':') + 1)
const isOfItem = (place: string): boolean => place.startsWith('item:')
const isOfProduct = (place: string): boolean => place.startsWith('product:')

type Sent = { name: string; file: Blob; at: number }

/** Fields precede the file, because the server reads it as a stream. */
function bodyOf({ name, file, at }: Sent, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('taken_at', new Date(at).toISOString())
  form.append('file', file, name)
  return form
}

const assessment = { kind: 'assessment' }

function send({ place, ...sent }: Sent & { place: string }): Promise<unknown> {
  const id = idOf(place)
  if (isOfProduct(place)) return ask(productizationCalls.addImages, { body: bodyOf(sent, { slug: id }) })
  return isOfItem(place)
    ? ask(itemCalls.addPhoto, { params: { slug: id }, body: bodyOf(sent, assessment) })
    : ask(purchaseRequestCalls.openingPhoto, { params: { id: Number(id) }, body: bodyOf(sent, assessment) })
}

const queue = createPhotoQueue({
  send,
  kept: keptFiles('photos'),
  owner: currentOwner,
  // A 401 does not drop the photo: it is sent after the next sign-in.
  isPassing: (error) => isPassing(error) || (error instanceof ApiError && error.status === 401),
  passingSentence: (error) =>
    error instanceof ApiError && error.status !== 401
      ? `${sentenceFor(error)}写真はこの端末に残っていて、しばらくすると自動でも送り直します。`
      : undefined,
  onRefused: (error) => notify.failed(`写真を送れませんでした。${sentenceFor(error)}`),
  // Photos for the sale are kept as large as the camera makes them.
  prepare: (file, place) => (isOfProduct(place) ? Promise.resolve(file) : shrinkPhoto(file)),
})

registerCleaner(queue.clear)
queue.subscribe(() =>
  reportUnsent('photos', queue.getState().filter(({ state }) => state !== 'done' && state !== 'held').length),
)
onBackOnline(queue.retryAll)
registerSender(() => {
  queue.retryAll()
  for (const { key, state } of queue.getState()) if (state === 'failed') queue.retry(key)
})

window.addEventListener('beforeunload', (event) => {
  if (queue.hasUnkept()) event.preventDefault()
})

const subscribed = new WeakSet<QueryClient>()

function refetchOnArrival(client: QueryClient): void {
  if (subscribed.has(client)) return
  subscribed.add(client)
  queue.onArrival((place) => {
    const { changes } = isOfProduct(place)
      ? productizationCalls.addImages
      : isOfItem(place)
        ? itemCalls.addPhoto
        : purchaseRequestCalls.openingPhoto
    void reread(client, changes)
  })
}

export function resumePhotos(client: QueryClient): void {
  refetchOnArrival(client)
  void queue.resume()
}

export async function unsentPhotos(): Promise<number> {
  await queue.resume()
  return queue.getState().filter(({ state }) => state !== 'done').length
}

/** The requests whose opening photos wait for the box to be counted. */
export function useHeldOpenings(): number[] {
  const client = useQueryClient()
  const entries = useSyncExternalStore(queue.subscribe, queue.getState)
  useEffect(() => resumePhotos(client), [client])
  return entries.flatMap(({ state, place }) => (state === 'held' ? [Number(idOf(place))] : []))
}

/** Uploads continue after the page is left. */
export function usePhotoQueue(place: PhotoPlace) {
  const client = useQueryClient()
  const entries = useSyncExternalStore(queue.subscribe, queue.getState)
  useEffect(() => resumePhotos(client), [client])
  useEffect(() => () => queue.tidy(place), [place])
  const photos = useMemo(() => entries.filter((entry) => entry.place === place), [entries, place])
  return {
    photos,
    /** Number of unsent photos of all places. */
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    add: (files: readonly File[]) => void queue.add(place, files),
    /** Kept, and sent once they are released. */
    hold: (files: readonly File[]) => void queue.add(place, files, { isHeld: true }),
    release: queue.release,
    retry: queue.retry,
    retryAll: queue.retryAll,
    discard: queue.discard,
  }
}
